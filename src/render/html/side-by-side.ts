// What applications get in several environments or contexts, as one HTML page: a row for each key and file, a column for each of them.
import { counted, countedBoth, withCommas } from '../../lib/text.ts';
import type { ComparedRow } from '../../model/comparison.ts';
import { type ContextPattern, patternText } from '../../model/context.ts';
import {
  cellDiffers,
  isDifferent,
  type SideBySide,
  type SideItem,
  type SideVerdict,
} from '../../model/side-by-side.ts';
import { repositoryText } from '../../model/targets.ts';
import { ANY_OTHER } from '../affected-text.ts';
import { comparedTexts, inNaturalOrder } from '../change-lines.ts';
import { diffLines, lineCount } from '../differences.ts';
import { MASK } from '../mask.ts';
import { clipped } from '../printable.ts';
import { type Html, html } from './escape.ts';
import {
  diffLimit,
  document,
  factList,
  filterForm,
  madeFacts,
  searchField,
  select,
  sentenceItems,
} from './page.ts';
import { COLUMNS, diffDetails, inParts } from './table.ts';

/** @param notes sentences on how it was read */
export function htmlSideBySide(
  shown: SideBySide,
  notes: readonly string[],
  createdAt: Date,
): string {
  const { level, repository, source, url, left } = shown;
  const columns = shown.columns.map((name) => (name === '*' && level ? ANY_OTHER : name));
  const what = level === undefined ? `: ${columns.join(' and ')}` : ` by ${level}`;
  const title = `${repository === undefined ? 'Configuration' : repositoryText(repository)}${what}`;
  const items = inNaturalOrder([...shown.items], (item) => item);
  const takeDiff = diffLimit();
  const sentences = [...notes, ...legendOf(shown), ...(left === 0 ? [] : [leftText(shown)])];
  return document(title, [
    html`<header>\n<h1>${title}</h1>\n<p class="counts"><strong>${countsText(shown)}</strong></p>\n`,
    factList([
      ['Read from', source === 'files' ? html`the files` : html`${url}`],
      ...madeFacts(createdAt),
    ]),
    html`</header>\n<ul class="hint">${sentenceItems(sentences)}</ul>\n`,
    html`<div id="plan" class="sides ${widthOf(columns.length)}"><div class="top">${filters(columns)}<table class="matrix heads" aria-hidden="true">${COLUMNS.matrix}${headOf(columns)}</table></div>\n`,
    inParts(
      items.map((item) => itemRow(item, { columns, takeDiff, isLive: source === 'live' })),
      {
        title,
        head: headOf(columns),
        kind: 'matrix',
      },
    ),
    html`</div>\n`,
  ]);
}

function countsText({ items }: SideBySide): string {
  const files = items.filter(({ kind }) => kind === 'file').length;
  const keys = items.length - files;
  const some = countedBoth([
    [keys, 'key'],
    [files, 'file'],
  ]);
  const counts = some || counted(0, 'key');
  const [first] = items;
  if (first?.cells?.length === 1) return counts;
  const kept = items.filter(({ isKept, cells = [] }) => isKept && cells.some(cellDiffers)).length;
  const differing = items.filter(isDifferent).length;
  return `${counts}: ${withCommas(differing)} ${differing === 1 ? 'differs' : 'differ'} between the columns${kept > 0 ? `, and ${kept} on purpose (promote.keep)` : ''}`;
}

function legendOf({ level, columns }: SideBySide): string[] {
  const isOfMany = level !== undefined || columns.some((name) => name.includes('**'));
  const cell = isOfMany
    ? 'A cell shows what applications get there, unless they are named in it.'
    : 'A cell shows what an application gets there.';
  return [
    `${cell} Click it for the lines in the files, and for who gets each of them.`,
    ...(columns.length > 1
      ? [
          '`≠` marks what differs from the column before it, and `?` secrets, which are not compared.',
        ]
      : []),
  ];
}

function leftText({ columns, left, level = '' }: SideBySide): string {
  return `Only the first ${columns.length} of ${columns.length + left} columns of ${level} are shown: to see others, name two with \`--context\` and \`--against\`.`;
}

/** Columns that do not fit make the page wider. */
function widthOf(count: number): string {
  if (count <= 6) return '';
  return count <= 12 ? 'wide' : 'widest';
}

/** The options have what the rows carry in `data-e`. */
function filters(columns: readonly string[]): Html {
  const [, ...compared] = columns.entries();
  const differences = compared.map(([i, name]) => [i, `differences of ${name}`] as const);
  return filterForm('keys and files', [
    searchField(),
    compared.length === 0
      ? undefined
      : select('f-element', 'Show', [
          ['', 'everything'],
          [DIFFERENT, 'only differences'],
          ...(compared.length === 1 ? [] : differences),
        ]),
  ]);
}

const DIFFERENT = 'any';

function headOf(columns: readonly string[]): Html {
  return html`<thead><tr><th scope="col">Key or file</th>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`;
}

interface Frame {
  columns: readonly string[];
  /** Whether one more diff is shown: each makes the page larger. */
  takeDiff: () => boolean;
  isLive: boolean;
}

function itemRow(item: SideItem, frame: Frame): Html {
  const { columns } = frame;
  const { cells = [], isKept } = item;
  const numbers = isKept ? [] : cells.flatMap((cell, i) => (cellDiffers(cell) ? [i] : []));
  const differing = [...(numbers.length > 0 ? [DIFFERENT] : []), ...numbers].join(' ');
  const shown = columns.map((name, i) => cellHtml(item, i, name));
  const diffs = diffsOf(item, frame);
  const more =
    diffs.length === 0
      ? undefined
      : html`<tr class="more"><td colspan="${columns.length + 1}">${diffs}</td></tr>`;
  return html`<tbody><tr class="ch" data-e="${differing}"><th scope="row">${nameHtml(item, frame)}</th>${shown}</tr>${more}</tbody>\n`;
}

/** The name, and below it, once opened, each row with its line and who gets it. */
function nameHtml(item: SideItem, { isLive }: Frame): Html {
  const { kind, name, vdt, isAbsent, isKept, rows, cells = [] } = item;
  const badges = [
    ...(kind === 'file' ? ['file'] : []),
    ...(isAbsent ? ['must not exist'] : []),
    ...(isKept && cells.some(cellDiffers) ? ['differs on purpose'] : []),
  ].map((text) => html` <span class="badge">${text}</span>`);
  const head = html`<code>${name}</code>${badges}`;
  if (rows.length === 0) return head;
  const type = vdt === undefined || vdt === 'Text' ? undefined : html`<li>${vdt}</li>`;
  const list = rows.map(({ row, applications }) => {
    const facts = [placeText(row, isLive), applicationsText(applications)].filter(Boolean);
    return html`<li>${row.context} ${contentHtml(row, kind)}<span class="fact">${facts.join(', ')}</span></li>`;
  });
  return html`<details><summary>${head}</summary><ul>${type}${list}</ul></details>`;
}

function placeText({ place }: ComparedRow, isLive: boolean): string | undefined {
  if (place === undefined) return isLive ? 'not in the files' : undefined;
  return `${place.file}:${place.line}`;
}

function applicationsText(applications: readonly ContextPattern[] | undefined): string | undefined {
  if (applications === undefined) return undefined;
  if (applications.length === 0) return 'no application gets it';
  return `for ${applications.map(patternText).join(' and ')}`;
}

function cellHtml({ kind, isAbsent, isKept, cells }: SideItem, i: number, column: string): Html {
  const cell = cells?.[i];
  if (cell === undefined)
    return html`<td data-h="${column}"><span class="hint">${isAbsent ? '' : 'not known'}</span></td>`;
  const { row, others, differs } = cell;
  const isRepeated = i > 0 && differs.row === 'same' && differs.others === 'same';
  const ofAny = html`${signHtml(differs.row, isKept)}${contentHtml(row, kind)}`;
  const lines = others.map(
    (other) =>
      html`<span class="at">${patternText(other.applications)}</span>${contentHtml(other.row, kind)}`,
  );
  const sign = signHtml(differs.others, isKept);
  const [only] = lines;
  const content =
    lines.length > 1
      ? html`<details><summary>${ofAny} ${sign}<span class="more">+${lines.length} differ</span></summary>${lines.map((line) => html`<div>${line}</div>`)}</details>`
      : html`${row === undefined && only !== undefined ? undefined : ofAny}${only && html`<div>${sign}${only}</div>`}`;
  return html`<td data-h="${column}"${isRepeated ? REPEATED : undefined}>${content}</td>`;
}

const REPEATED = html` class="same"`;

function signHtml(verdict: SideVerdict, isKept: boolean): Html | undefined {
  if (verdict === 'same' || isKept) return undefined;
  return verdict === 'unknown'
    ? html`<span class="sign">?</span>`
    : html`<span class="sign not">≠</span>`;
}

/** Longer texts are cut: the lines that differ are below the row. Characters. */
const MAX_TEXT = 120;

function contentHtml(row: ComparedRow | undefined, kind: SideItem['kind']): Html {
  if (row === undefined)
    return html`<span class="hint">${kind === 'file' ? 'no file' : 'no value'}</span>`;
  const { text, variable, isMasked } = row;
  if (variable !== undefined) return html`<span class="said">(secret, from ${variable})</span>`;
  if (isMasked && text === MASK) return html`<span class="said">${MASK}</span>`;
  if (kind === 'file') return html`<span class="said">${lineCount(text ?? '')}</span>`;
  return html`${text === null ? 'null' : `"${clipped(text, MAX_TEXT)}"`}`;
}

/** Of files and long values: the lines that differ between two columns. */
function diffsOf({ kind, name, vdt, cells = [] }: SideItem, { columns, takeDiff }: Frame): Html[] {
  return cells.flatMap(({ row, differs }, i) => {
    const before = cells[i - 1]?.row;
    if (differs.row !== 'differs' || before === undefined || row === undefined) return [];
    if (isHidden(before) || isHidden(row)) return [];
    const texts = comparedTexts({
      ...{ kind, name, vdt: vdt ?? 'Text', action: 'update', context: row.context },
      ...{ before: before.text, after: row.text },
    });
    if (texts === undefined || !takeDiff()) return [];
    const lines = diffLines(...texts);
    if (lines === undefined || lines.length === 0) return [];
    const title = html`${columns[i - 1]} → ${columns[i]}: differences`;
    return [diffDetails(title, { lines, count: lines.length })];
  });
}

function isHidden({ text, variable }: ComparedRow): boolean {
  return text === MASK || variable !== undefined;
}
