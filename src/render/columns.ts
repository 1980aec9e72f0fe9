// Texts and tables in the columns of a terminal: wide characters count twice, combining ones not at all.
import stringWidth from 'fast-string-width';
import { asLines, withCommas } from '../lib/text.ts';
import { colorsOf } from './colors.ts';
import { inQuotes, printable } from './printable.ts';

/** Each takes one column; measuring anything else takes a hundred times as long. */
const NARROW = /^[\x20-\x7e→…]*$/;

/** The same without quotes and arrows, which nearly all values are: one column for each, and nothing to escape. */
const UNQUOTED = /^[\x20\x21\x23-\x7e]*$/;

/** Columns that a printable text takes. */
export function columnsOf(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnsOf(text)));
}

/** The columns of the widest text, apart from those wider than the limit. */
export function widest(texts: readonly string[], limit: number): number {
  return texts
    .map(columnsOf)
    .reduce((most, width) => (width > limit ? most : Math.max(most, width)), 0);
}

/** Columns of a value within a sentence, and of two together. */
export const QUOTED = 80;
/** Less than this explains nothing. */
const LEAST = 8;
/** The part of the columns that may tell how long a cut value is. */
const MAX_SIZE = 0.4;
/** Code units for each column: characters with many combining marks must not make a line endless. */
const LONGEST = 4;

/** The beginning of a text in at most so many columns, made printable. */
function beginning(text: string, columns: number): { shown: string; isAll: boolean } {
  const bounded = text.slice(0, columns * LONGEST);
  if (UNQUOTED.test(bounded)) {
    const isAll = text.length <= columns;
    return { shown: isAll ? text : text.slice(0, Math.max(columns, 0)), isAll };
  }
  let shown = '';
  let left = columns;
  for (const character of bounded) {
    const piece = printable(character);
    // A quote may be escaped.
    left -= columnsOf(piece) + (piece === '"' ? 1 : 0);
    if (left < 0) return { shown, isAll: false };
    shown += piece;
  }
  return { shown, isAll: bounded.length === text.length };
}

/** A text without quotes in at most so many columns. */
export function cutWithin(text: string, columns: number): string {
  const { shown, isAll } = beginning(text, columns);
  return isAll ? shown : `${beginning(text, columns - 1).shown}…`;
}

/** A value in quotes in at most so many columns, from an index on; `null` without quotes. */
export function quotedWithin(text: string | null, columns: number, from = 0): string {
  if (text === null) return 'null';
  const start = from > 0 ? '…' : '';
  const room = Math.max(columns - 2 - start.length, LEAST);
  const whole = beginning(text.slice(from), room);
  if (whole.isAll) return inQuotes(start + whole.shown);
  const size = ` (${withCommas(text.length)} characters)`;
  const end = size.length <= columns * MAX_SIZE ? `…${size}` : '…';
  const { shown } = beginning(text.slice(from), Math.max(room - end.length, LEAST));
  return `${inQuotes(start + shown)}${end}`;
}

/** Columns before the first difference of two long values. */
const MAX_BEFORE = 15;
/** Columns that it needs, for the longest code of a character, with quotes and the signs of a cut. */
const LEAST_DIFFERENCE = 14;
/** They must not begin in the middle of a character, unless it has more marks than these. */
const MOST_MARKS = 8;
const INNER = /[\p{M}\udc00-\udfff]/u;

/** Two versions of a value in at most so many columns together; of long ones, the part where they first differ. */
export function pairWithin(
  before: string | null,
  after: string | null,
  room: number,
): [string, string] {
  const whole: [string, string] = [quotedWithin(before, room), quotedWithin(after, room)];
  const [first, second] = [columnsOf(whole[0]), columnsOf(whole[1])];
  const isCut = [before, after].some((text) => text !== null && !beginning(text, room - 2).isAll);
  if (!isCut && first + second <= room) return whole;
  const half = Math.floor(room / 2);
  const from =
    before === null || after === null
      ? 0
      : startOfDifference(before, after, Math.min(MAX_BEFORE, half / 3, half - LEAST_DIFFERENCE));
  const widths = [Math.max(half, room - second), Math.max(half, room - first)] as const;
  return [quotedWithin(before, widths[0], from), quotedWithin(after, widths[1], from)];
}

/** Where to begin two texts so that they show so many columns before their first difference. */
export function startOfDifference(a: string, b: string, before: number): number {
  let same = 0;
  while (same < a.length && same < b.length && a.charCodeAt(same) === b.charCodeAt(same)) same++;
  let start = Math.max(0, same - Math.max(0, Math.floor(before)));
  while (columnsOf(printable(a.slice(start, same))) > before && start < same) start++;
  const least = Math.max(0, start - MOST_MARKS);
  while (start > least && INNER.test(a.charAt(start))) start--;
  return start;
}

// Tables without borders: long cells are wrapped, or have a line of their own below the row.

export interface Column {
  head: string;
  /** The head in a narrow terminal. */
  short?: string;
  /** Right-aligned, and never wrapped. */
  isNumber?: true;
  /** Never wrapped: a part of it would be of no use. */
  isWhole?: true;
  paint?: (text: string) => string;
}

/** A text, or one that is cut to so many columns instead of wrapped. */
export type Cell = string | ((columns: number) => string);

interface TableOptions {
  /** Columns of the terminal; a line is longer only if a cell that is never wrapped is. */
  width: number;
  paintHead?: (text: string) => string;
  above?: (row: number) => string[];
  after?: (row: number) => string[];
  /** How many of the last cells have a line of their own below the row, where there is no room for them. */
  mostBelow?: number;
}

const GAP = '  ';
/** In front of what is below a row. */
export const INDENT = ' '.repeat(6);
/** Columns: a wrapped cell is not narrower. */
const LEAST_CELL = 10;
/** With fewer columns than these, the last cell is below the row. */
const LEAST_LAST = 24;
/** Lines of one cell; the JSON output has all of it. */
const MAX_LINES = 6;

export function plainTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  options: TableOptions,
): string {
  const { width, mostBelow = 1 } = options;
  const cells = rows.map((row) => columns.map((_, at) => row[at] ?? ''));
  const whole = naturalWidths(columns, cells, width);
  if (total(whole) <= width) return textOf(columns, { ...options, cells, widths: whole });
  if (columns.length > 1 && cells.every((row) => row.at(-1) === ''))
    return plainTable(columns.slice(0, -1), rows, {
      ...options,
      mostBelow: Math.max(1, mostBelow - 1),
    });
  const short = columns.map((column) => ({ ...column, head: column.short ?? column.head }));
  const natural = naturalWidths(short, cells, width);
  const beside = narrowed(short, natural, width);
  const isBeside =
    short.at(-1)?.isWhole !== true &&
    total(beside) <= width &&
    (beside.at(-1) ?? 0) >= Math.min(LEAST_LAST, natural.at(-1) ?? 0);
  if (isBeside) return textOf(short, { ...options, cells, widths: beside });
  const above = cells.map((row) => row.slice(0, -mostBelow));
  const left = columns.slice(0, -mostBelow);
  const isWide = total(naturalWidths(left, above, width)) <= width;
  const heads = isWide ? left : short.slice(0, -mostBelow);
  const widths = narrowed(heads, naturalWidths(heads, above, width), width);
  const below = cells.map((row) => belowRow(row.slice(-mostBelow), columns.at(-1), width));
  return textOf(heads, { ...options, cells: above, widths, below });
}

function belowRow(cells: readonly Cell[], column: Column | undefined, width: number): string[] {
  const room = width - INDENT.length;
  const texts = cells.map((cell) => (typeof cell === 'string' ? printable(cell) : cell(room)));
  const text = texts.filter((cell) => cell !== '').join(GAP);
  const { paint = String } = column ?? {};
  return text === '' ? [] : linesOf(text, column, room).map((line) => `${INDENT}${paint(line)}`);
}

function naturalWidths(
  columns: readonly Column[],
  cells: readonly (readonly Cell[])[],
  width: number,
): number[] {
  const widthAt = (cell: Cell) =>
    columnsOf(typeof cell === 'string' ? printable(cell) : cell(width));
  return columns.map(({ head }, at) =>
    cells.reduce((most, row) => Math.max(most, widthAt(row[at] ?? '')), columnsOf(head)),
  );
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
}

/** Takes from the widest column that may be wrapped until all of them fit, or none may be narrower. */
function narrowed(columns: readonly Column[], widths: readonly number[], width: number): number[] {
  const result = [...widths];
  for (let over = total(widths) - width; over > 0; over--) {
    const most = Math.max(...result.filter((_, at) => mayWrap(columns[at])));
    if (most <= LEAST_CELL) break;
    result[result.findIndex((width, at) => width === most && mayWrap(columns[at]))] = most - 1;
  }
  return result;
}

function mayWrap(column: Column | undefined): boolean {
  return column?.isNumber !== true && column?.isWhole !== true;
}

interface Layout extends TableOptions {
  cells: readonly (readonly Cell[])[];
  widths: readonly number[];
  below?: readonly (readonly string[])[];
}

function textOf(
  columns: readonly Column[],
  { cells, widths, below, above, after, paintHead = String }: Layout,
): string {
  const titles = columns.map(({ head }) => head);
  const heads = columns.map((column) => ({ ...column, paint: String }));
  const lines = rowLines(heads, titles, widths).map((line) => paintHead(line));
  for (const [i, row] of cells.entries())
    lines.push(
      ...(above?.(i) ?? []),
      ...rowLines(columns, row, widths),
      ...(below?.[i] ?? []),
      ...(after?.(i) ?? []),
    );
  return asLines(lines);
}

function rowLines(
  columns: readonly Column[],
  row: readonly Cell[],
  widths: readonly number[],
): string[] {
  const parts = widths.map((width, at) => linesOf(row[at] ?? '', columns[at], width));
  const height = Math.max(1, ...parts.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, at) => {
        const text = parts[at]?.[line] ?? '';
        const { isNumber, paint = String } = columns[at] ?? {};
        const spaces = ' '.repeat(Math.max(0, width - columnsOf(text)));
        return isNumber ? spaces + text : (text === '' ? '' : paint(text)) + spaces;
      })
      .join(GAP)
      .trimEnd(),
  );
}

function linesOf(cell: Cell, column: Column | undefined, width: number): string[] {
  if (typeof cell !== 'string') return [cell(width)];
  return mayWrap(column) ? wrapped(printable(cell), width) : [printable(cell)];
}

/** The lines of a printable text, broken at spaces, `;` and `/` where possible; at most {@link MAX_LINES}. */
export function wrapped(text: string, width: number): string[] {
  if (columnsOf(text) <= width) return [text];
  const words = text.split(/(?<=[ ;/])/).flatMap((word) => pieces(word, width));
  const lines = filled(words, width);
  if (lines.length <= MAX_LINES) return lines;
  const cut = pieces(lines[MAX_LINES - 1] ?? '', width - 1)[0] ?? '';
  return [...lines.slice(0, MAX_LINES - 1), `${cut}…`];
}

/** Lines of these parts, as many in each as fit. */
function filled(parts: readonly string[], width: number): string[] {
  const lines = [''];
  for (const part of parts) {
    const line = lines.at(-1) ?? '';
    const isFull = line !== '' && columnsOf(`${line}${part}`.trimEnd()) > width;
    if (isFull) lines.push(part);
    else lines[lines.length - 1] = `${line}${part}`;
  }
  return lines.map((line) => line.trimEnd());
}

export interface ProseOptions {
  color: boolean;
  /** Columns of a terminal. Absent: a log, where a sentence is one line that can be searched, and stays as written. */
  proseWidth?: number | undefined;
}

/** Code in a sentence is never broken, so that it can be copied. */
const WORDS = /(?:`[^`]*`|[^ ])+ */g;

interface ProseLayout {
  /** Spaces in front of each line. */
  indent?: string;
  paint?: (line: string) => string;
}

/** Printable sentences in lines of a terminal, broken between words, with code in color or in quotes. */
export function proseLines(
  text: string,
  { color, proseWidth }: ProseOptions,
  { indent = '', paint = String }: ProseLayout = {},
): string[] {
  if (proseWidth === undefined) return [`${indent}${paint(text)}`];
  const { cyan } = colorsOf(color);
  const lines = filled(text.match(WORDS) ?? [], proseWidth - indent.length);
  const shown = (line: string) =>
    line.replace(/`([^`]*)`/g, (_, code: string) => (color ? cyan(code) : `"${code}"`));
  return lines.map((line) => `${indent}${paint(shown(line))}`);
}

function pieces(word: string, width: number): string[] {
  if (columnsOf(word.trimEnd()) <= width) return [word];
  const result = [''];
  for (const character of word) {
    const last = result.length - 1;
    if (columnsOf(`${result[last]}${character}`) <= width) result[last] += character;
    else result.push(character);
  }
  return result;
}
