// The HTML of a comment's Markdown, with what GitHub makes of it beyond its standard: boxes, and colours in diffs.
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

const BOX = /^\[!(WARNING|CAUTION|NOTE)\]\n?/;
const DIFF_LINES = { '+': 'add', '-': 'del', '@': 'at' };

/** HTML by the kind of a node; a kind that is not here is an error of the picture. */
const RENDERERS = {
  root: children,
  heading: (node) => element(`h${node.depth}`, children(node)),
  paragraph: (node) => element('p', children(node)),
  text: ({ value }) => escaped(value),
  strong: (node) => element('strong', children(node)),
  inlineCode: ({ value }) => element('code', escaped(value)),
  link: (node) => `<a href="${escaped(node.url)}">${children(node)}</a>`,
  list: (node) => element(node.ordered ? 'ol' : 'ul', children(node)),
  listItem: (node) => element('li', children(node)),
  blockquote: (node) => box(node) ?? element('blockquote', children(node)),
  table,
  code: ({ lang, value }) =>
    element('pre', element('code', lang === 'diff' ? coloured(value) : escaped(value))),
  html: ({ value }) => value,
};

export function toHtml(markdown) {
  return render(
    fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
  );
}

function render(node) {
  const renderer = RENDERERS[node.type];
  if (renderer === undefined)
    throw new Error(`The picture does not know how to show ${node.type}.`);
  return renderer(node);
}

function children(node) {
  return node.children.map(render).join('');
}

function table({ align, children: rows }) {
  const cellsOf = (row, name) =>
    row.children
      .map((cell, i) => `<${name} align="${align[i] ?? 'left'}">${children(cell)}</${name}>`)
      .join('');
  return element(
    'table',
    rows.map((row, i) => element('tr', cellsOf(row, i === 0 ? 'th' : 'td'))).join(''),
  );
}

function box(node) {
  const text = node.children[0]?.children?.[0];
  const kind = text?.type === 'text' ? BOX.exec(text.value)?.[1] : undefined;
  if (kind === undefined) return undefined;
  text.value = text.value.replace(BOX, '');
  const title = `${kind[0]}${kind.slice(1).toLowerCase()}`;
  return `<div class="box ${kind.toLowerCase()}"><p class="kind">⚠ ${title}</p>${children(node)}</div>`;
}

function coloured(diff) {
  const line = (text) => {
    const kind = DIFF_LINES[text[0]];
    return kind === undefined ? escaped(text) : `<span class="${kind}">${escaped(text)}</span>`;
  };
  return diff.split('\n').map(line).join('\n');
}

function element(name, html) {
  return `<${name}>${html}</${name}>`;
}

function escaped(text) {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
