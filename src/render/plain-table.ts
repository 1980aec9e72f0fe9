// Tables without borders that fit the terminal: long cells are wrapped, or have a line of their own below the row.
import { widthOf } from './columns.ts';
import { printable } from './printable.ts';

export interface Column {
  head: string;
  /** The head in a narrow terminal. */
  short?: string;
  /** Right-aligned, and never wrapped. */
  isNumber?: true;
  /** Never wrapped: a part of it would be of no use. */
  isWhole?: true;
}

const GAP = '  ';
/** Columns: a wrapped cell is not narrower. */
const LEAST = 10;
/** With fewer columns than these, the last cell has lines of its own below the row. */
const LEAST_LAST = 24;
/** Lines of one cell; the JSON output has all of it. */
const MAX_LINES = 6;

/** @param width columns of the terminal; a line is longer only if a cell that is never wrapped is */
export function plainTable(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string {
  const cells = rows.map((row) => columns.map((_, at) => printable(row[at] ?? '')));
  const whole = naturalWidths(columns, cells);
  if (total(whole) <= width) return textOf(columns, { cells, widths: whole });
  if (columns.length > 1 && cells.every((row) => row.at(-1) === ''))
    return plainTable(columns.slice(0, -1), rows, width);
  const short = columns.map((column) => ({ ...column, head: column.short ?? column.head }));
  const last = columns.length - 1;
  const beside = narrowed(short, { widths: naturalWidths(short, cells), width });
  const isBeside =
    short[last]?.isWhole !== true &&
    total(beside) <= width &&
    (beside[last] ?? 0) >= Math.min(LEAST_LAST, whole[last] ?? 0);
  if (isBeside) return textOf(short, { cells, widths: beside });
  const above = cells.map((row) => row.slice(0, last));
  const left = columns.slice(0, last);
  const isWide = total(naturalWidths(left, above)) <= width;
  const heads = isWide ? left : short.slice(0, last);
  const widths = narrowed(heads, { widths: naturalWidths(heads, above), width });
  const below = cells.map((row) => belowRow(row[last] ?? '', { width, isWhole: columns[last]?.isWhole }));
  return textOf(heads, { cells: above, widths, below });
}

function naturalWidths(columns: readonly Column[], cells: readonly (readonly string[])[]): number[] {
  return columns.map(({ head }, at) =>
    cells.reduce((most, row) => Math.max(most, widthOf(row[at] ?? '')), widthOf(head)),
  );
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1));
}

/** Takes from the widest column that may be wrapped until all of them fit, or none may be narrower. */
function narrowed(
  columns: readonly Column[],
  { widths, width }: { widths: readonly number[]; width: number },
): number[] {
  const result = [...widths];
  for (let over = total(widths) - width; over > 0; over--) {
    const most = Math.max(...result.filter((_, at) => mayWrap(columns[at])));
    if (most <= LEAST) break;
    result[result.findIndex((one, at) => one === most && mayWrap(columns[at]))] = most - 1;
  }
  return result;
}

function mayWrap(column: Column | undefined): boolean {
  return column?.isNumber !== true && column?.isWhole !== true;
}

function belowRow(text: string, { width, isWhole }: { width: number; isWhole: boolean | undefined }): string[] {
  if (text === '') return [];
  const lines = isWhole ? [text] : wrapped(text, width - GAP.length);
  return lines.map((line) => `${GAP}${line}`);
}

interface Layout {
  cells: readonly (readonly string[])[];
  widths: readonly number[];
  /** Lines below each row. */
  below?: readonly (readonly string[])[];
}

function textOf(columns: readonly Column[], { cells, widths, below }: Layout): string {
  const heads = columns.map(({ head }) => head);
  const lines = [...rowLines(columns, heads, widths)];
  for (const [i, row] of cells.entries()) lines.push(...rowLines(columns, row, widths), ...(below?.[i] ?? []));
  return lines.map((line) => `${line}\n`).join('');
}

function rowLines(columns: readonly Column[], row: readonly string[], widths: readonly number[]): string[] {
  const parts = widths.map((width, at) => (mayWrap(columns[at]) ? wrapped(row[at] ?? '', width) : [row[at] ?? '']));
  const height = Math.max(1, ...parts.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, at) => {
        const text = parts[at]?.[line] ?? '';
        const blanks = ' '.repeat(Math.max(0, width - widthOf(text)));
        return columns[at]?.isNumber ? blanks + text : text + blanks;
      })
      .join(GAP)
      .trimEnd(),
  );
}

/** The lines of a printable text, broken at blanks, `;` and `/` where possible; at most {@link MAX_LINES}. */
export function wrapped(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const piece of text.split(/(?<=[ ;/])/).flatMap((word) => pieces(word, width))) {
    if (line !== '' && widthOf(`${line}${piece}`.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  lines.push(line.trimEnd());
  if (lines.length <= MAX_LINES) return lines;
  const cut = pieces(lines[MAX_LINES - 1] ?? '', width - 1)[0] ?? '';
  return [...lines.slice(0, MAX_LINES - 1), `${cut}…`];
}

/** A word in pieces that fit. */
function pieces(word: string, width: number): string[] {
  if (widthOf(word.trimEnd()) <= width) return [word];
  const result = [''];
  for (const { segment } of new Intl.Segmenter('en').segment(word)) {
    const last = result.length - 1;
    if (widthOf(`${result[last]}${segment}`) <= width) result[last] += segment;
    else result.push(segment);
  }
  return result;
}
