// Long lines in a diff: only the parts that changed, with some of their surroundings, and a line below that marks them.
import { diffWordsWithSpace } from 'diff';
import { widthOf } from './columns.ts';
import { printableLine } from './printable.ts';

/** Shorter lines stay as they are. */
const MAX_LINE = 200;
/** Characters around a changed part, and of a changed part. */
const AROUND = 30;
const MAX_PART = 100;
/** With more changed words, the marks explain nothing. */
const MAX_EDITS = 200;

/** The lines of a hunk, each with its sign. Only a line that stands for another one, with the same number, is cut. */
export function withLongLines(lines: readonly string[]): string[] {
  if (lines.every(({ length }) => length <= MAX_LINE)) return [...lines];
  const shown: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const removed = runOf('-', lines, at);
    // `\ No newline at end of file`.
    const note = runOf('\\', lines, at + removed.length);
    const added = runOf('+', lines, at + removed.length + note.length);
    const count = removed.length + note.length + added.length;
    if (removed.length === 0 || removed.length !== added.length) {
      shown.push(...lines.slice(at, at + Math.max(count, 1)));
    } else {
      const pairs = removed.map((before, i) => narrowed(before, added[i] ?? ''));
      shown.push(...pairs.flatMap(({ before }) => before), ...note, ...pairs.flatMap(({ after }) => after));
    }
    at += Math.max(count, 1);
  }
  return shown;
}

function runOf(sign: string, lines: readonly string[], from: number): string[] {
  const end = lines.findIndex((line, at) => at >= from && !line.startsWith(sign));
  return lines.slice(from, end === -1 ? undefined : end);
}

interface Narrowed {
  /** A line, and a line of marks. */
  before: string[];
  after: string[];
}

function narrowed(before: string, after: string): Narrowed {
  const asTheyAre = { before: [before], after: [after] };
  if (before.length <= MAX_LINE && after.length <= MAX_LINE) return asTheyAre;
  const parts = diffWordsWithSpace(before.slice(1), after.slice(1), { maxEditLength: MAX_EDITS });
  if (parts === undefined) return asTheyAre;
  const old = new Line('-');
  const now = new Line('+');
  parts.forEach(({ value, removed, added }, i) => {
    if (removed) old.mark(value);
    else if (added) now.mark(value);
    else for (const line of [old, now]) line.keep(value, { isFirst: i === 0, isLast: i === parts.length - 1 });
  });
  return { before: old.lines(), after: now.lines() };
}

/** One side of two long lines. */
class Line {
  #text: string;
  #marks = ' ';

  constructor(sign: string) {
    this.#text = sign;
  }

  mark(text: string): void {
    const shown = text.length <= MAX_PART ? text : `${whole(text.slice(0, MAX_PART))}…`;
    this.#text += shown;
    this.#marks += blanks(shown, '^');
  }

  /** The ends of an unchanged part that are next to a change. */
  keep(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): void {
    const start = isFirst ? '' : whole(text.slice(0, AROUND));
    const end = isLast ? '' : whole(text.slice(-AROUND));
    const isShort = text.length <= start.length + end.length;
    const shown = isShort ? text : `${start}…${end}`;
    this.#text += shown;
    this.#marks += blanks(shown, ' ');
  }

  lines(): string[] {
    return [this.#text, ...(this.#marks.trim() === '' ? [] : [this.#marks.trimEnd()])];
  }
}

/** As wide as the text is shown; tabs stay. */
function blanks(text: string, blank: string): string {
  const parts = printableLine(text).split('\t');
  return parts.map((part) => blank.repeat(widthOf(part))).join('\t');
}

/** Without the halves of characters at its ends. */
function whole(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
}
