// Markdown read back as GitHub would: what a comment says, and whatever of it is more than text and code.
import type { Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A line of a list, with the fence under it. */
export interface Row {
  /** Of the line above that names a key for several, or ''. */
  owner: string;
  /** Text and code, as a reader sees them. */
  text: string;
  codes: string[];
  links: string[];
  diff?: string;
}

interface Section {
  /** A heading, the summary of a `<details>`, or the bold title of a box. */
  title: string;
  rows: Row[];
}

export interface Page {
  sections: Section[];
  links: string[];
  html: string[];
  /** Text outside of code. */
  texts: string[];
  /** Kinds of nodes. */
  types: Set<string>;
  /** The cells of the rows of each table, as a reader sees them. */
  tables: string[][][];
}

export function readPage(markdown: string): Page {
  const root = parse(markdown);
  const page: Page = { sections: [], links: [], html: [], texts: [], types: new Set(), tables: [] };
  visit(root, (node) => {
    page.types.add(node.type);
    if (node.type === 'link') page.links.push(node.url);
    if (node.type === 'html') page.html.push(node.value);
    if (node.type === 'text') page.texts.push(node.value);
    if (node.type === 'table')
      page.tables.push(node.children.map((row) => row.children.map(textOf)));
  });
  for (const node of root.children) readSection(node, page.sections);
  return page;
}

function parse(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

function visit(node: Nodes, see: (node: Nodes) => void): void {
  see(node);
  if ('children' in node) for (const child of node.children) visit(child, see);
}

function readSection(node: RootContent, sections: Section[]): void {
  const begin = (title: string) => sections.push({ title, rows: [] });
  if (node.type === 'heading') begin(textOf(node));
  const summary =
    node.type === 'html' ? /<summary>(.*)<\/summary>/.exec(node.value)?.[1] : undefined;
  if (summary !== undefined) begin(summary);
  if (node.type === 'blockquote') {
    begin(textOf(node.children[0] ?? node));
    for (const child of node.children) readSection(child, sections);
  }
  if (node.type === 'list') sections.at(-1)?.rows.push(...rowsOf(node, ''));
}

function rowsOf(list: Nodes & { type: 'list' }, owner: string): Row[] {
  return list.children.flatMap((item) => {
    const [line, ...rest] = item.children;
    const nested = rest.find((child) => child.type === 'list');
    if (nested !== undefined) return rowsOf(nested, line === undefined ? '' : textOf(line));
    const fence = rest.find((child) => child.type === 'code');
    const row: Row = { owner, text: line === undefined ? '' : textOf(line), codes: [], links: [] };
    if (line !== undefined) {
      visit(line, (node) => {
        if (node.type === 'inlineCode') row.codes.push(node.value);
        if (node.type === 'link') row.links.push(node.url);
      });
    }
    return [{ ...row, ...(fence !== undefined && { diff: fence.value }) }];
  });
}

/** Text and code together. */
function textOf(node: Nodes): string {
  let text = '';
  visit(node, (one) => {
    if (one.type === 'text' || one.type === 'inlineCode') text += one.value;
  });
  return text;
}

/** What GitHub would make more of than text: mentions, references, emoji, mathematics, markup. */
const LIVELY =
  /[@#&<>`\\$*_~|{}^]|:\w+:|\bwww\.|:\/\/|\bGH-\d|\b[0-9a-f]{7,40}\b|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/iu;
const TYPES = new Set(
  'root heading paragraph text strong inlineCode list listItem code blockquote html link'.split(
    ' ',
  ),
);
const HTML =
  /^(?:<details><summary>[\w ,;:().→-]+<\/summary>|<\/details>|<!-- confighub-sync \{"target":"acme\/shop"\} -->)$/;

/** Everything in a page that the product did not mean. */
export function strangeIn(page: Page, links: ReadonlySet<string>): string[] {
  return [
    ...[...page.types].filter((type) => !TYPES.has(type)),
    ...page.html.filter((html) => !HTML.test(html)),
    ...page.links.filter((url) => !links.has(url)),
    ...page.texts.filter((text) => LIVELY.test(text.replaceAll('\n', ''))),
    ...page.texts.filter((text) => /[[\]]/.test(text.replace(/^\[!(?:WARNING|CAUTION)\]$/m, ''))),
  ];
}
