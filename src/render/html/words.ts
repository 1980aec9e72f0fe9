// Marks the words in which two versions of a line differ, and cuts lines that are too long to read.
import { diffWordsWithSpace } from 'diff';
import { withCommas } from '../../lib/text.ts';
import { commonPrefix } from '../printable.ts';
import { type Html, html, line, NOTHING } from './escape.ts';
import type { Effort } from './frame.ts';

/** Of longer lines, only what they have in common at both ends is told apart. */
const MAX_LINE = 2000;
/** With more edited words, marks explain nothing. */
const MAX_EDITS = 200;
/** Lines with less in common are two lines, not two versions of one. Part of the shorter one. */
const LEAST_ALIKE = 0.2;
/** As much if only the ends are compared: more differs between them. */
const LEAST_ENDS = 0.5;

interface Piece {
  value: string;
  added?: boolean;
  removed?: boolean;
}

/** Both versions of a line with `mark` around what differs, if they are alike. */
export function markedWords(before: string, after: string, effort: Effort): [before: Html, after: Html] {
  const pieces = effort.take('words', before.length + after.length) ? piecesOf(before, after) : undefined;
  return marked(pieces, { before, after, least: LEAST_ALIKE });
}

function marked(
  pieces: readonly Piece[] | undefined,
  { before, after, least }: { before: string; after: string; least: number },
): [before: Html, after: Html] {
  if (pieces === undefined || !areAlike(pieces, Math.min(before.length, after.length) * least))
    return [lineText(before), lineText(after)];
  const side = (other: 'added' | 'removed') =>
    html`${pieces.filter((piece) => !piece[other]).map((piece) => shownPiece(piece))}`;
  return [side('added'), side('removed')];
}

/** Shorter texts are compared by eye. */
const LEAST_MARKED = 16;

/** As {@link markedWords}, but only what both have in common at their ends is told apart: for short texts, and many. */
export function markedEnds(before: string, after: string): [before: Html, after: Html] {
  if (Math.min(before.length, after.length) < LEAST_MARKED) return [line(before), line(after)];
  return marked(withoutEnds(before, after), { before, after, least: LEAST_ENDS });
}

function piecesOf(before: string, after: string): Piece[] | undefined {
  if (Math.max(before.length, after.length) > MAX_LINE) return withoutEnds(before, after);
  return diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
}

/** The common beginning, what differs, and the common end. */
function withoutEnds(before: string, after: string): Piece[] {
  const least = Math.min(before.length, after.length);
  let start = commonPrefix(before, after);
  let end = 0;
  while (end < least - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  // A character of two units must not be divided.
  if (isLowSurrogate(before, start) || isLowSurrogate(after, start)) start = Math.max(0, start - 1);
  if (isLowSurrogate(before, before.length - end)) end--;
  return [
    { value: before.slice(0, start) },
    { value: before.slice(start, before.length - end), removed: true },
    { value: after.slice(start, after.length - end), added: true },
    { value: before.slice(before.length - end) },
  ];
}

/** @param least characters */
function areAlike(pieces: readonly Piece[], least: number): boolean {
  const same = pieces.filter(({ added, removed }) => !added && !removed).map(({ value }) => value.trim().length);
  return same.reduce((sum, length) => sum + length, 0) > least;
}

function shownPiece({ value, added, removed }: Piece): Html {
  if (value === '') return NOTHING;
  return added || removed ? html`<mark>${lineText(value)}</mark>` : kept(value);
}

/** Longer parts without a difference lose their middle. */
const MAX_KEPT = 1000;
const KEPT_END = 300;

function kept(value: string): Html {
  return value.length > MAX_KEPT ? cut(value, KEPT_END) : line(value);
}

/** Longer lines lose their middle. */
const MAX_SHOWN = 20_000;

/** A line of a file or value. */
export function lineText(text: string): Html {
  return text.length > MAX_SHOWN ? cut(text, MAX_SHOWN / 2) : line(text);
}

function cut(text: string, most: number): Html {
  const start = isLowSurrogate(text, most) ? most - 1 : most;
  const end = isLowSurrogate(text, text.length - most) ? text.length - most + 1 : text.length - most;
  const left = withCommas(end - start);
  return html`${line(text.slice(0, start))}<span class="cut"> … ${left} characters … </span>${line(text.slice(end))}`;
}

/** Whether an index is within a character. */
function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
