// The matrix: a row for each key and file that changes, a column for each context or environment, and their cells.
import { withCommas } from '../../lib/text.ts';
import { compareContexts, contextId, firstElement } from '../../model/context.ts';
import { countsByElement } from '../../model/element-counts.ts';
import {
  addressOf,
  type Change,
  type FileChange,
  isRestoring,
  type KeyChange,
  type ReceivedRow,
  type ValueChange,
} from '../../model/plan.ts';
import { comparedTexts, describe, type Entry, entries, metadataOf } from '../describe.ts';
import { lineCount } from '../file-diff.ts';
import { MASK } from '../mask.ts';
import { memberChanges } from '../member-changes.ts';
import { DEFAULT_WIDTH, quoted, quotedTwo } from '../printable.ts';
import { comparisonOf, detailsOf } from './details.ts';
import { markedEnds, type TextDiff } from './diff.ts';
import { type Html, html } from './escape.ts';
import type { Frame } from './frame.ts';

/** All changes of one key or file. */
export interface Row {
  /** Of its element on the page. */
  id: string;
  name: string;
  isFile: boolean;
  entries: Entry[];
}

/** Rows in the order of the changes. @param prefix of their ids: each matrix has its own */
export function rowsOf(changes: readonly Change[], prefix: string): Row[] {
  const rows: Row[] = [];
  for (const entry of entries(changes)) {
    const [name, isFile] = [addressOf(entry.change), entry.change.kind === 'file'];
    const last = rows.at(-1);
    if (last !== undefined && last.name === name && last.isFile === isFile) last.entries.push(entry);
    else rows.push({ id: `${prefix}${rows.length + 1}`, name, isFile, entries: [entry] });
  }
  return rows;
}

/** A browser lays out only the tables that it shows, so there are many of them. */
const ROWS_OF_TABLE = 40;

/** @param caption what the tables are about, for those who cannot see them */
export function matrix(rows: readonly Row[], { frame, caption }: { frame: Frame; caption: string }): Html {
  const changes = rows.flatMap((row) => row.entries.map(({ change }) => change));
  const columns = columnsOf(changes, frame);
  const tables: Html[] = [];
  for (let from = 0; from < rows.length; from += ROWS_OF_TABLE) {
    const some = rows.slice(from, from + ROWS_OF_TABLE);
    const range = rows.length <= ROWS_OF_TABLE ? '' : `, ${some[0]?.name} to ${some.at(-1)?.name}`;
    tables.push(
      html`<div class="part"><table class="matrix w${columns.titles.length}"><caption class="vh">${caption}${range}</caption>${headRow(columns)}${some.map((row) => rowBody(row, { columns, frame }))}</table></div>\n`,
    );
  }
  return html`<div class="parts">${tables}</div>`;
}

function headRow({ titles }: Columns): Html {
  return html`<thead><tr><th scope="col">Key or file</th>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>\n`;
}

function rowBody(row: Row, { columns, frame }: { columns: Columns; frame: Frame }): Html {
  const details = row.entries.map((entry) => ({ entry, diff: comparisonOf(entry, frame) }));
  const cells: { context: string; shown: Html }[] = details.flatMap(({ entry: { change }, diff }) => {
    if (change.kind === 'key') return [];
    const label = columns.labelOf(change.context);
    return [{ context: change.context, shown: changeCell(change, { frame, label, diff }) }];
  });
  for (const stays of staying(row))
    cells.push({ context: stays.context, shown: staysCell(stays, columns.labelOf(stays.context)) });
  cells.sort((a, b) => compareContexts(a.context, b.context));
  const byColumn = columns.titles.map((): Html[] => []);
  for (const { context, shown } of cells) byColumn[columns.indexOf(context)]?.push(shown);
  const { beside, below } = detailsOf(details, { name: row.name, frame });
  const more = below && html`<tr class="more"><td colspan="${columns.titles.length + 1}">${below}</td></tr>`;
  return html`<tbody id="${row.id}"><tr>${nameCell(row, beside)}${byColumn.map((shown, i) => cell(shown, columns.titles[i]))}</tr>${more}</tbody>\n`;
}

/** A narrow page has no heads: each cell says which column it is. */
function cell(shown: readonly Html[], title: string | undefined): Html {
  return shown.length === 0 ? html`<td></td>` : html`<td data-h="${title}">${shown}</td>`;
}

function nameCell({ name, isFile, entries: all }: Row, beside: readonly Html[]): Html {
  const owner = all.find((entry) => entry.owner !== undefined)?.owner;
  const own = all.map(({ change }) => change).filter((change) => change.kind === 'key');
  const file = isFile ? html`<span class="badge">file</span>` : undefined;
  return html`<th scope="row"><code>${name}</code>${file}${owner && ownerBadge(owner)}${own.map(keyCell)}${beside}</th>`;
}

/** A key that is created or deleted with its values is counted by these. */
function ownerBadge(owner: KeyChange): Html {
  return html`<span class="badge ${owner.action}">${describe(owner, { columns: DEFAULT_WIDTH })}</span>`;
}

/** The rows beside the changed ones that applications receive before or after. */
function staying({ entries: all }: Row): ReceivedRow[] {
  const changed = new Set(all.map(({ change }) => (change.kind === 'key' ? '' : contextId(change.context))));
  const found = new Map<string, ReceivedRow>();
  for (const row of all.flatMap(({ change }) => rowsBeside(change))) {
    const id = contextId(row.context);
    if (!changed.has(id) && !found.has(id)) found.set(id, row);
  }
  return [...found.values()];
}

/** The rows that applications receive before or after a change. */
function rowsBeside(change: Change): ReceivedRow[] {
  const regions = change.kind === 'key' ? [] : (change.received?.regions ?? []);
  return regions.flatMap(({ before, after }) => [before, after].filter((row) => row !== undefined));
}

/** More columns leave no room for the values in them. */
const MAX_COLUMNS = 8;

interface Columns {
  titles: readonly string[];
  /** The column of a context. */
  indexOf: (context: string) => number;
  /** What the title of its column does not say of a context. */
  labelOf: (context: string) => string | undefined;
}

/**
 * One column for each context that changes or is named as a source of values, if there are few; otherwise for each
 * element of the first level; otherwise a single one.
 */
function columnsOf(changes: readonly Change[], { levels, elements }: Pick<Frame, 'levels' | 'elements'>): Columns {
  const contexts = distinctContexts(changes.flatMap(contextsOf));
  if (contexts.length <= MAX_COLUMNS) return columns(contexts, { keyOf: contextId, labelOf: () => undefined });
  const firsts = inOrder(
    [...new Map(contexts.map((one) => [contextId(firstElement(one)), firstElement(one)])).values()],
    elements,
  );
  if (firsts.length <= MAX_COLUMNS)
    return columns(firsts, { keyOf: (context) => contextId(firstElement(context)), labelOf: rest });
  const title = levels.length === 0 ? 'Context' : levels.join(';');
  return { titles: [title], indexOf: () => 0, labelOf: (context) => context };
}

function columns(
  titles: readonly string[],
  { keyOf, labelOf }: { keyOf: (context: string) => string; labelOf: Columns['labelOf'] },
): Columns {
  const index = new Map(titles.map((title, i) => [contextId(title), i]));
  return { titles, indexOf: (context) => index.get(keyOf(context)) ?? 0, labelOf };
}

/** The context of a change, and those of the rows beside it. */
function contextsOf(change: Change): string[] {
  return change.kind === 'key' ? [] : [change, ...rowsBeside(change)].map(({ context }) => context);
}

/** Each context in its first spelling; broad ones first. */
export function distinctContexts(contexts: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const context of contexts) if (!found.has(contextId(context))) found.set(contextId(context), context);
  return [...found.values()].sort(compareContexts);
}

/** `*`, then the elements in their order, then any others. */
function inOrder(names: readonly string[], elements: readonly string[]): string[] {
  const order = new Map(['*', ...elements].map((element, i) => [contextId(element), i]));
  const rank = (name: string) => order.get(contextId(name)) ?? order.size;
  return [...names].sort((a, b) => rank(a) - rank(b) || compareContexts(a, b));
}

/** `Billing` of `Production;Billing`. */
function rest(context: string): string | undefined {
  const [, ...others] = context.split(';');
  return others.length === 0 ? undefined : others.join(';');
}

// Cells: a change in a few words, or a value that stays.

interface CellOptions {
  frame: Frame;
  /** What the head of the column does not say of the context. */
  label?: string | undefined;
  /** The comparison that the details show. */
  diff?: TextDiff | undefined;
}

/** A change of a value or file, with what the filters look for. */
function changeCell(change: ValueChange | FileChange, options: CellOptions): Html {
  const { frame, label } = options;
  const context = frame.contexts.get(contextId(change.context));
  const kind = change.rewritten ? 'rewritten' : change.action;
  return html`<div class="ch" data-a="${kind}" data-c="${context}" data-e="${reached(change, frame)}">${labelled(label)}${bodyOf(change, options)}${badges(change)}</div>`;
}

/** A change of the key itself, beside its name. */
function keyCell(change: KeyChange): Html {
  const shown =
    change.action === 'update'
      ? metadataOf(change).map(
          ([name, before, after]) => html`<span class="meta">${name} <del>${before}</del> <ins>${after}</ins></span>`,
        )
      : html`<span class="badge ${change.action}">${describe(change, { columns: DEFAULT_WIDTH })}</span>`;
  return html`<div class="ch" data-a="${change.action}" data-c="" data-e="">${shown}${badges(change)}</div>`;
}

/** A value that the plan leaves as it is, because others fall back to it or received it before. */
function staysCell({ context, text, secret }: ReceivedRow, label: string | undefined): Html {
  const shown = secret ? MASK : text === undefined ? 'unchanged' : quoted(text);
  const title = `${context}: unchanged`;
  return html`<div class="stays" title="${title}">${labelled(label)}<span class="vh">unchanged: </span>${shown}</div>`;
}

function labelled(label: string | undefined): Html | undefined {
  return label === undefined ? undefined : html`<span class="at">${label}</span>`;
}

/** The numbers of the elements whose applications receive the change; `*` for all. */
function reached(change: Change, { elements }: Frame): string {
  if (elements.length === 0) return '';
  const found = new Set(countsByElement({ changes: [change], elements }).map(({ element }) => contextId(element)));
  const numbers = elements.flatMap((element, i) => (found.has(contextId(element)) ? [i] : []));
  return numbers.length === elements.length ? '*' : numbers.join(' ');
}

function bodyOf(change: ValueChange | FileChange, { diff }: CellOptions): Html {
  if (change.secret || change.rewritten)
    return html`<span class="said">${describe(change, { columns: DEFAULT_WIDTH })}</span>`;
  if (diff?.lines !== undefined && comparedTexts(change) !== undefined) return edited(change, diff.lines);
  const { action, before, after } = change;
  if (action === 'create') return html`<ins>${shortText(change, after)}</ins>`;
  if (action === 'delete') return html`<del>${shortText(change, before)}</del>`;
  if (before === undefined) return html`<span class="said">replaced by</span><ins>${shortText(change, after)}</ins>`;
  if (change.kind === 'file' || after === undefined || comparedTexts(change) !== undefined)
    return html`<span class="said">${describe(change, { columns: DEFAULT_WIDTH })}</span>`;
  const members = memberChanges(change);
  if (members !== undefined) return memberList(members);
  const [old, now] = markedEnds(...quotedTwo(before, after));
  return html`<del>${old}</del><ins>${now}</ins>`;
}

/** More members of a value are counted. */
const MAX_MEMBERS = 6;

/** What changed inside of a structured value, a line for each member. */
function memberList(members: readonly string[]): Html {
  const left = members.length - MAX_MEMBERS;
  const shown = members.slice(0, MAX_MEMBERS).map((member) => html`<span class="member">${member}</span>`);
  return html`<span class="said">${shown}${left > 0 ? html`<span class="member">… and ${withCommas(left)} more</span>` : undefined}</span>`;
}

function shortText({ kind }: Change, text: string | null | undefined): string {
  if (text === undefined) return 'not read';
  if (text !== null && (kind === 'file' || text.includes('\n'))) return lineCount(text);
  return quoted(text);
}

/** `13 lines +2 −1`. */
function edited(change: ValueChange | FileChange, { added, removed }: { added: number; removed: number }): Html {
  const size = lineCount(change.after ?? '');
  return html`<span class="said">${size} <ins class="count">+${added}</ins> <del class="count">−${removed}</del></span>`;
}

function badges(change: Change): Html[] {
  const { cause, pending } = change;
  return [
    ...(isRestoring(change)
      ? [html`<span class="badge theirs">${cause === 'override' ? 'added on server' : cause}</span>`]
      : []),
    ...(pending ? [html`<span class="badge">pending before</span>`] : []),
  ];
}
