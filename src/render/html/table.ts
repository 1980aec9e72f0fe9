// The lines of a section as a table by context, or as a list where most of its cells would be empty.
import { firstOfEach } from '../../lib/collections.ts';
import { withCommas } from '../../lib/text.ts';
import { compareContexts, contextId, firstElement } from '../../model/context.ts';
import {
  type Diff,
  isOwnContent,
  itemsOf,
  type ChangeLine,
  type LineText,
  type Links,
  pathInRepository,
  lineUrl,
  type LinePlace,
} from '../change-lines.ts';
import { pairWithin } from '../columns.ts';
import { clipped } from '../printable.ts';
import { placeAt } from '../../model/diagnostic.ts';
import type { Section } from '../view.ts';
import { type Html, html, line, htmlLink, htmlProse } from './escape.ts';

/** What all tables of a page share. */
export interface HtmlFrame extends Links {
  /** The contexts of changes, as the filter lists them: id → number. */
  contexts: ReadonlyMap<string, number>;
  /** Elements of the first level, as the filter lists them. */
  elements: readonly string[];
  /** Whether one more diff is shown: each makes the page larger. */
  takeDiff: () => boolean;
}

/** A browser lays out only the tables that it shows, so there are many of them. */
const ROWS_OF_TABLE = 40;

export function sectionTable(
  { id, lines, title }: Pick<Section, 'id' | 'lines' | 'title'>,
  frame: HtmlFrame,
): Html {
  const groups = itemsOf(lines);
  const columns = columnsOf(groups, frame);
  const heads = columns?.titles ?? [id === 'safety' ? '' : 'Context', 'Change'];
  const rows =
    columns === undefined
      ? lines.map((change) =>
          rowOf([change], [[contextCode(change)], [changeBlock(change, frame)]], heads, frame),
        )
      : groups.map((group) => rowOf(group, cellsOf(group, columns, frame), heads, frame));
  const head = html`<thead><tr><th scope="col">${id === 'safety' ? 'Setting' : 'Key or file'}</th>${heads.map((title) => html`<th scope="col">${broken(title)}</th>`)}</tr></thead>`;
  return inParts(rows, { title, head, kind: columns === undefined ? 'list' : 'matrix' });
}

/** Those of which the style sheet gives the width: a table whose head is hidden has no other. */
export const COLUMNS = {
  list: html`<colgroup><col><col></colgroup>`,
  matrix: html`<colgroup><col></colgroup>`,
} as const;

/** Rows as tables, of which a browser lays out those that it shows. */
export function inParts(
  rows: readonly Html[],
  { title, head, kind }: { title: string; head: Html; kind: keyof typeof COLUMNS },
): Html {
  const tables: Html[] = [];
  for (let from = 0; from < rows.length; from += ROWS_OF_TABLE)
    tables.push(
      html`<div class="part"><table class="${kind}"><caption class="vh">${title}</caption>${COLUMNS[kind]}${head}\n${rows.slice(from, from + ROWS_OF_TABLE)}</table></div>\n`,
    );
  return html`${tables}`;
}

interface Columns {
  titles: readonly string[];
  indexOf: (context: string) => number;
  /** What the title of its column does not say of a context. */
  labelOf: (context: string) => string | undefined;
}

/** More columns leave no room for the values in them. */
const MAX_COLUMNS = 8;
/** With fewer cells filled, a list is easier to read. Part of all. */
const LEAST_FILLED = 1 / 3;

/** One column for each context, if there are few; otherwise for each element of the first level. */
function columnsOf(groups: readonly ChangeLine[][], { elements }: HtmlFrame): Columns | undefined {
  const contexts = distinctContexts(groups.flat().flatMap(({ context }) => context ?? []));
  const order = new Map(['*', ...elements].map((element, i) => [contextId(element), i]));
  const rank = (element: string) => order.get(contextId(element)) ?? order.size;
  const firsts = distinctContexts(contexts.map(firstElement)).sort((a, b) => rank(a) - rank(b));
  const columns = (
    titles: readonly string[],
    titleOf: (context: string) => string,
  ): Pick<Columns, 'indexOf'> => {
    const index = new Map(titles.map((title, i) => [contextId(title), i]));
    return { indexOf: (context) => index.get(contextId(titleOf(context))) ?? 0 };
  };
  return [
    { titles: contexts, ...columns(contexts, (context) => context), labelOf: () => undefined },
    { titles: firsts, ...columns(firsts, firstElement), labelOf: restOf },
  ].find((choice) => isFilled(groups, choice));
}

function isFilled(groups: readonly ChangeLine[][], { titles, indexOf }: Columns): boolean {
  if (titles.length === 0 || titles.length > MAX_COLUMNS) return false;
  const columnsIn = (group: ChangeLine[]) =>
    new Set(group.flatMap(({ context }) => (context ? indexOf(context) : [])));
  const filled = groups.reduce((sum, group) => sum + columnsIn(group).size, 0);
  return filled >= groups.length * titles.length * LEAST_FILLED;
}

/** Each context in its first spelling; broad ones first. */
export function distinctContexts(contexts: readonly string[]): string[] {
  return firstOfEach(contexts, contextId).sort(compareContexts);
}

/** `Billing` of `Production;Billing`. */
function restOf(context: string): string | undefined {
  return context.split(';').slice(1).join(';') || undefined;
}

/** A long context breaks after its elements. */
function broken(context: string): Html {
  return html`${context.split(';').map((element, i) => (i === 0 ? html`${element}` : html`;<wbr>${element}`))}`;
}

function cellsOf(group: readonly ChangeLine[], columns: Columns, frame: HtmlFrame): Html[][] {
  const cells = columns.titles.map((): Html[] => []);
  for (const change of group) {
    if (change.context === undefined) continue;
    cells[columns.indexOf(change.context)]?.push(
      changeBlock(change, frame, columns.labelOf(change.context)),
    );
  }
  return cells;
}

/** A narrow page has no heads: each cell says which column it is. */
function rowOf(
  group: readonly ChangeLine[],
  cells: readonly Html[][],
  heads: readonly string[],
  frame: HtmlFrame,
): Html {
  const [first] = group;
  const ofKey = heads[1] === 'Change' ? [] : group.filter(({ context }) => context === undefined);
  const places = firstOfEach(
    group.flatMap((change) => placeOf(change, frame)),
    String,
  );
  const file = first?.kind === 'file' ? html`<span class="badge">file</span>` : undefined;
  const shown = cells.map((cell, i) =>
    cell.length === 0 ? html`<td></td>` : html`<td data-h="${heads[i]}">${cell}</td>`,
  );
  const diffs = group.flatMap((change) =>
    change.diff !== undefined && frame.takeDiff() ? diffBlock(change, change.diff) : [],
  );
  const more =
    diffs.length === 0
      ? undefined
      : html`<tr class="more"><td colspan="${cells.length + 1}">${diffs}</td></tr>`;
  return html`<tbody><tr><th scope="row"><code>${first?.name}</code>${file}${ofKey.map((change) => changeBlock(change, frame))}${places.map((place) => html`<span class="fact">${place}</span>`)}</th>${shown}</tr>${more}</tbody>\n`;
}

function contextCode({ kind, context }: ChangeLine): Html {
  if (context !== undefined) return html`<code>${broken(context)}</code>`;
  return html`<span class="fact">${kind === 'key' ? '(key)' : ''}</span>`;
}

const ACTIONS: Readonly<Record<ChangeLine['sign'], string>> = {
  '+': 'create',
  '~': 'update',
  '-': 'delete',
  '→': 'renamed',
  '!': 'setting',
  '=': 'untouched',
};

/** A change, with what the filters look for. */
function changeBlock(change: ChangeLine, { contexts, elements }: HtmlFrame, label?: string): Html {
  const action = change.isRewritten ? 'rewritten' : ACTIONS[change.sign];
  const context = change.context === undefined ? '' : contexts.get(contextId(change.context));
  const affectedElements = new Set(change.affectedElements?.map((element) => contextId(element)));
  const numbers = elements.flatMap((element, i) =>
    affectedElements.has(contextId(element)) || affectedElements.has('*') ? [i] : [],
  );
  const facts = [
    ...(change.remark === undefined ? [] : [html`<span class="fact">${change.remark}</span>`]),
    ...change.affected.map(
      ({ text, isLoss }) =>
        html`<span class="fact${isLoss ? ' loss' : ''}">${htmlProse(text)}</span>`,
    ),
  ];
  const at = label === undefined ? undefined : html`<span class="at">${label}</span>`;
  return html`<div class="ch" data-a="${action}" data-c="${context}" data-e="${numbers.join(' ')}">${at}<span class="sign">${change.kind === 'rename' ? '' : change.sign}</span>${contentOf(change.text, change.sign)}${facts}</div>`;
}

/** The JSON plan has longer texts whole. Characters. */
const MAX_TEXT = 500;

function contentOf(text: LineText, sign: ChangeLine['sign']): Html {
  if (text.kind === 'words') return html`<span class="said">${text.text}</span>`;
  if (text.kind === 'pair') {
    const [before, after] = pairWithin(text.before, text.after, 2 * MAX_TEXT);
    return html`<del>${before}</del><ins>${after}</ins>`;
  }
  if (text.kind === 'settings')
    return html`${text.settings.map(([name, before, after]) => html`<span class="member">${name} <del>${before ?? 'not set'}</del> <ins>${after ?? 'not set'}</ins></span>`)}`;
  if (sign === '-') return html`<del>${quotedText(text.text)}</del>`;
  return html`${text.isReplaced ? html`<span class="said">replaced by</span>` : undefined}<ins>${quotedText(text.text)}</ins>`;
}

function quotedText(text: string | null): string {
  return text === null ? 'null' : `"${clipped(text, MAX_TEXT)}"`;
}

const MAX_LINES = 200;

function diffBlock({ context, kind }: ChangeLine, diff: Diff): Html {
  const what = diff.isWhole ? 'content' : 'differences';
  return diffDetails(
    html`${kind === 'file' ? 'File' : 'Value'} in <code>${context}</code>: ${what}`,
    diff,
  );
}

export function diffDetails(title: Html, { lines, count }: Diff): Html {
  const shown = lines.slice(0, MAX_LINES).map((diffLine) => {
    const text = html`${line(diffLine)}\n`;
    if (diffLine.startsWith('+')) return html`<ins>${text}</ins>`;
    if (diffLine.startsWith('-')) return html`<del>${text}</del>`;
    return html`<span>${text}</span>`;
  });
  const left = count - shown.length;
  const more =
    left > 0
      ? html`<span class="fact">… ${withCommas(left)} more lines: the JSON plan has them.</span>`
      : undefined;
  return html`<details><summary>${title}</summary><div class="diff">${shown}</div>${more}</details>`;
}

/** Where it is declared, and where its content is. */
function placeOf(change: ChangeLine, frame: HtmlFrame): Html[] {
  const { contentPath } = change;
  if (contentPath === undefined) return placeLink(change, frame);
  const url = lineUrl({ place: placeAt(contentPath, 1) }, frame);
  const content = htmlLink(html`<code>${pathInRepository(contentPath, frame)}</code>`, url);
  return isOwnContent(change) ? [content] : [content, ...placeLink(change, frame)];
}

/** `config/shop.yaml:3`, or `was config/shop.yaml:3` for a line that was removed, as a link if there is an address. */
export function placeLink(where: LinePlace, frame: Links): Html[] {
  const at = where.place ?? where.removedFrom;
  if (at === undefined) return [];
  const shown = html`<code>${where.place === undefined ? 'was ' : ''}${pathInRepository(at.file, frame)}:${at.line}</code>`;
  return [htmlLink(shown, lineUrl(where, frame))];
}
