// Two versions of a text as lines that the style sheet shows side by side or one below the other, with marked words.
import { diffWordsWithSpace, type StructuredPatchHunk } from 'diff';
import { withCommas } from '../../lib/text.ts';
import { hunkHead, hunksOf, MAX_EDITS } from '../file-diff.ts';
import { commonPrefix } from '../printable.ts';
import { block, type Html, html, line, NOTHING } from './escape.ts';
import type { Effort } from './frame.ts';

export interface TextDiff {
  shown: Html;
  /** Numbers of lines; absent if the texts differ too much to be compared. */
  lines?: { added: number; removed: number };
}

/** Lines shown of one diff. */
const MAX_LINES = 2000;
/** Characters of the elements around a line, which may stand there twice. */
const LINE_MARKUP = 100;
/** Longer texts are not compared, because that takes too long. */
const MAX_COMPARED = 500_000;

/** The differences of two texts, or both texts where they have nothing in common. */
export function textDiff(before: string, after: string, effort: Effort): TextDiff {
  const size = before.length + after.length;
  if (size > MAX_COMPARED || !effort.take('edits', 1) || !effort.take('diffs', 1) || !effort.take('compared', size))
    return { shown: bothTexts(NOT_COMPARED, { before, after, effort }) };
  const all = hunksOf(before, after);
  if (all === undefined) {
    effort.spendEdits(MAX_EDITS);
    return { shown: bothTexts('The content is replaced.', { before, after, effort }) };
  }
  const count = (sign: string) => all.flatMap(({ lines }) => lines).filter((one) => one.startsWith(sign)).length;
  const lines = { added: count('+'), removed: count('-') };
  effort.spendEdits(lines.added + lines.removed);
  return { shown: table(all, { before, after, effort }), lines };
}

const NOT_COMPARED = 'Not compared, because these or other texts of this page are too large.';

function bothTexts(why: string, { before, after, effort }: Texts): Html {
  return html`<p>${why}</p><div class="whole"><div><p class="side">Before</p>${wholeText(before, effort)}</div><div><p class="side">After</p>${wholeText(after, effort)}</div></div>`;
}

interface Texts {
  before: string;
  after: string;
  effort: Effort;
}

function table(all: readonly StructuredPatchHunk[], { before, after, effort }: Texts): Html {
  const shown = firstLines(all);
  const lines = shown.flatMap((hunk) => hunk.lines);
  if (!effort.take('shown', lines.join('').length + lines.length * LINE_MARKUP)) return LEFT_OUT;
  const isEndChanged = before.endsWith('\n') !== after.endsWith('\n');
  // A single line has no place to be told.
  const isShort = !before.includes('\n') && !after.includes('\n');
  const parts = shown.map((hunk) => {
    const numbers = { old: hunk.oldStart, new: hunk.newStart };
    const runs = runsOf(hunk.lines).map(
      (run) => html`<div class="run">${runLines(run, { numbers, effort, isEndChanged })}</div>`,
    );
    return html`${isShort ? undefined : html`<span class="hunk">${hunkHead(hunk)}</span>\n`}${runs}`;
  });
  const left = all.flatMap((hunk) => hunk.lines).length - lines.length;
  const more = left > 0 ? html`<span class="hunk">… ${withCommas(left)} more lines</span>\n` : undefined;
  return html`<div class="diff${isShort ? ' short' : ''}">${parts}${more}</div>`;
}

/** The hunks up to {@link MAX_LINES}. */
function firstLines(all: readonly StructuredPatchHunk[]): StructuredPatchHunk[] {
  let room = MAX_LINES;
  return all.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, Math.max(room, 0));
    room -= lines.length;
    return lines.length === 0 ? [] : [{ ...hunk, lines }];
  });
}

/** Lines without a difference, or removed and added ones. */
interface Run {
  context: string[];
  old: string[];
  new: string[];
  /** Which of the last lines has no line break. */
  open: Set<'old' | 'new'>;
}

function runsOf(lines: readonly string[]): Run[] {
  const runs: Run[] = [];
  for (const text of lines) addLine(runs, text);
  return runs;
}

function addLine(runs: Run[], text: string): void {
  const [sign, rest] = [text.charAt(0), text.slice(1)];
  let run = runs.at(-1);
  if (run === undefined || (sign === ' ') !== run.context.length > 0) {
    if (sign === '\\') return;
    run = { context: [], old: [], new: [], open: new Set() };
    runs.push(run);
  }
  if (sign === ' ') run.context.push(rest);
  else if (sign === '-') run.old.push(rest);
  else if (sign === '+') run.new.push(rest);
  else run.open.add(run.new.length > 0 ? 'new' : 'old');
}

interface Numbering {
  /** Of the next lines. */
  numbers: { old: number; new: number };
  effort: Effort;
  isEndChanged: boolean;
}

/** The removed lines, then the added ones; a line without a difference twice, once for each side. */
function runLines(run: Run, { numbers, effort, isEndChanged }: Numbering): Html[] {
  const same = run.context.map((text) => {
    const shown = lineText(text);
    return html`<span class="o" data-n="${numbers.old++}">${shown}</span>\n<span class="n" data-n="${numbers.new++}" aria-hidden="true">${shown}</span>`;
  });
  const pairs = run.old.map((text, i) =>
    run.new[i] === undefined ? undefined : markedWords(text, run.new[i], effort),
  );
  const end = (side: 'old' | 'new', i: number) =>
    isEndChanged && run.open.has(side) && i === run[side].length - 1 ? NO_LINE_BREAK : undefined;
  const old = run.old.map(
    (text, i) =>
      html`<del class="o" data-n="${numbers.old++}">${pairs[i]?.[0] ?? lineText(text)}${end('old', i)}</del>\n`,
  );
  const added = run.new.map(
    (text, i) =>
      html`<ins class="n" data-n="${numbers.new++}">${pairs[i]?.[1] ?? lineText(text)}${end('new', i)}</ins>\n`,
  );
  return [...same, ...old, ...added];
}

const NO_LINE_BREAK = html`<span class="cut"> (no line break at the end)</span>`;
const LEFT_OUT = html`<p class="cut">Left out, because the page would be too large: the JSON plan has it.</p>`;

/** More characters of one text are left out. */
const MAX_WHOLE = 100_000;

/** A whole text of a file or value. */
export function wholeText(text: string, effort: Effort): Html {
  const shown = text.slice(0, MAX_WHOLE);
  if (!effort.take('shown', shown.length)) return LEFT_OUT;
  const left = text.length - shown.length;
  const more =
    left > 0 ? html`<p class="cut">… ${withCommas(left)} more characters: the JSON plan has them.</p>` : undefined;
  return html`<pre>${block(shown)}</pre>${more}`;
}

// The words in which two versions of a line differ, and lines that are too long to read.

/** Of longer lines, only what they have in common at both ends is told apart. */
const MAX_COMPARED_LINE = 2000;
/** With more edited words, marks explain nothing. */
const MAX_WORD_EDITS = 200;
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
  if (Math.max(before.length, after.length) > MAX_COMPARED_LINE) return withoutEnds(before, after);
  return diffWordsWithSpace(before, after, { maxEditLength: MAX_WORD_EDITS });
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
function lineText(text: string): Html {
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
