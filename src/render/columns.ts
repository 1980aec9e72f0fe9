// Fits texts into the columns of a terminal: wide characters count twice, combining ones not at all.
import stringWidth from 'string-width';
import { withCommas } from '../lib/text.ts';
import { commonPrefix, inQuotes, printable } from './printable.ts';

const ASCII = /^[\x20-\x7e]*$/;
/** Each takes one column; measuring anything else takes a hundred times as long. */
const NARROW = /^[\x20-\x7e→…]*$/;

/** Columns that a printable text takes. */
export function widthOf(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** The columns of the widest text, apart from those wider than the limit. */
export function widest(texts: readonly string[], limit: number): number {
  return texts.map(widthOf).reduce((most, width) => (width > limit ? most : Math.max(most, width)), 0);
}

/** Less than this explains nothing. */
const LEAST = 8;
/** The part of the columns that may tell how long a cut value is. */
const MAX_SIZE = 0.4;
/** Code units for each column: characters with many combining marks must not make a line endless. */
const LONGEST = 4;

/** The beginning of a text in at most so many columns, made printable. */
function beginning(text: string, columns: number): { shown: string; isAll: boolean } {
  const bounded = text.slice(0, columns * LONGEST);
  let shown = '';
  let left = columns;
  for (const { segment } of segments(bounded)) {
    const piece = printable(segment);
    // A quote may be escaped.
    left -= widthOf(piece) + (piece === '"' ? 1 : 0);
    if (left < 0) return { shown, isAll: false };
    shown += piece;
  }
  return { shown, isAll: bounded.length === text.length };
}

let segmenter: Intl.Segmenter | undefined;

function segments(text: string): Iterable<{ segment: string }> {
  // Loading the segmenter takes a few milliseconds.
  if (ASCII.test(text)) return [...text].map((segment) => ({ segment }));
  segmenter ??= new Intl.Segmenter('en');
  return segmenter.segment(text);
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

const ARROW = ' → ';
/** Characters before the first difference of two long values. */
const MAX_BEFORE = 15;
/** They must not begin in the middle of a character. */
const INNER = /[\p{M}\p{Cf}\p{Cs}]/u;

/** `"50" → "80"` in at most so many columns; of long values, the part where they first differ. */
export function pairWithin(before: string | null, after: string | null, columns: number): string {
  const room = columns - ARROW.length;
  const whole = [before, after].map((text) => quotedWithin(text, room));
  const [first = 0, second = 0] = whole.map(widthOf);
  const isCut = [before, after].some((text) => text !== null && !beginning(text, room - 2).isAll);
  if (!isCut && first + second <= room) return whole.join(ARROW);
  const half = Math.floor(room / 2);
  const from = before === null || after === null ? 0 : startOf(before, after, Math.min(MAX_BEFORE, half / 3));
  const widths = [Math.max(half, room - second), Math.max(half, room - first)] as const;
  return [quotedWithin(before, widths[0], from), quotedWithin(after, widths[1], from)].join(ARROW);
}

/** Where to begin two texts so that they show what is before their first difference. */
function startOf(a: string, b: string, before: number): number {
  let start = Math.max(0, commonPrefix(a, b) - Math.floor(before));
  while (start > 0 && INNER.test(a.charAt(start))) start--;
  return start;
}
