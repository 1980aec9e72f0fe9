// What differs between two texts, as a unified diff with long lines cut. Values that have members are formatted first.
// The effort is bounded, because diffing two unrelated texts could take minutes.
import { structuredPatch } from 'diff';
import { isJsonObject, jsonText, parseLenientJson } from '../lib/json.ts';
import { withCommas } from '../lib/text.ts';
import type { Colors } from './colors.ts';
import { startOfDifference } from './columns.ts';
import { linesToldApart } from './lookalikes.ts';
import { clipped, MAX_LINE, printableLine, startOf } from './printable.ts';

/** With more edited lines a diff explains nothing, and its cost grows with the square. */
export const MAX_EDITS = 500;

/**
 * The lines of a unified diff (`@@`, ` `, `+`, `-`), or `undefined` if the texts differ too much. Without the carriage
 * returns if they end every line of both.
 */
export function diffLines(before: string, after: string): string[] | undefined {
  const texts = [before, after];
  const [from = '', to = ''] = texts.every(hasOnlyCrlf)
    ? texts.map((text) => text.replaceAll('\r\n', '\n'))
    : texts;
  const patch = structuredPatch('', '', from, to, '', '', { context: 3, maxEditLength: MAX_EDITS });
  return patch?.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...withLongLines(linesToldApart(lines)),
  ]);
}

function hasOnlyCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text);
}

/** Lines shown of one diff in a terminal; the JSON plan has all of them. */
const MAX_SHOWN = 60;

/** A diff for a terminal, indented below the line of its file. @param lines `undefined`: the texts differ too much */
export function textDiff(lines: readonly string[] | undefined, colors: Colors): string[] {
  if (lines === undefined) return [colors.dim('      | content replaced')];
  const shown = lines.slice(0, MAX_SHOWN).map((line) => {
    const paint = line.startsWith('+')
      ? colors.green
      : line.startsWith('-')
        ? colors.red
        : colors.dim;
    return `      ${colors.dim('|')} ${paint(printableLine(clipped(line, MAX_LINE)))}`;
  });
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, colors.dim(`      | … ${withCommas(more)} more lines`)] : shown;
}

/** `12 lines`, for content that is not shown. */
export function lineCount(content: string): string {
  let lines = content === '' || content.endsWith('\n') ? 0 : 1;
  for (let at = content.indexOf('\n'); at !== -1; at = content.indexOf('\n', at + 1)) lines++;
  return `${withCommas(lines)} ${lines === 1 ? 'line' : 'lines'}`;
}

/** Shorter lines stay as they are. */
const LONG_LINE = 200;
/** Characters around what differs in a long line. */
const AROUND = 30;

/** The lines of a hunk, each with its sign. Only a long line that stands for another one, with the same number, is cut. */
function withLongLines(lines: readonly string[]): string[] {
  if (lines.every(({ length }) => length <= LONG_LINE)) return [...lines];
  const shown: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const removed = runOf('-', lines, at);
    // `\ No newline at end of file`.
    const note = runOf('\\', lines, at + removed.length);
    const added = runOf('+', lines, at + removed.length + note.length);
    const count = Math.max(1, removed.length + note.length + added.length);
    if (removed.length === 0 || removed.length !== added.length)
      shown.push(...lines.slice(at, at + count));
    else {
      const pairs = removed.map((before, i) => whereTheyDiffer(before, added[i] ?? ''));
      shown.push(...pairs.map(([before]) => before), ...note, ...pairs.map(([, after]) => after));
    }
    at += count;
  }
  return shown;
}

function runOf(sign: string, lines: readonly string[], from: number): string[] {
  const end = lines.findIndex((line, at) => at >= from && !line.startsWith(sign));
  return lines.slice(from, end === -1 ? undefined : end);
}

/** Two lines with their signs. */
function whereTheyDiffer(before: string, after: string): [before: string, after: string] {
  const [old, now] = aroundDifference(before.slice(1), after.slice(1));
  return [`-${old}`, `+${now}`];
}

/** Two texts; of long ones, what is between their first and their last difference. */
export function aroundDifference(old: string, now: string): [before: string, after: string] {
  if (Math.max(old.length, now.length) < LONG_LINE) return [old, now];
  const start = startOfDifference(old, now, AROUND);
  const most = Math.min(old.length, now.length) - start;
  let same = 0;
  while (same < most && old.at(-1 - same) === now.at(-1 - same)) same++;
  const cut = (text: string) => {
    const shown = startOf(text, text.length - Math.max(0, same - AROUND)).slice(start);
    return `${start > 0 ? '…' : ''}${shown}${same > AROUND ? '…' : ''}`;
  };
  return [cut(old), cut(now)];
}

/** Shorter pairs of values are easier to read on one line. Characters. */
const SHORT_PAIR = 80;
/** Longer values are not formatted, because that takes too long. Characters. */
const MAX_FORMATTED = 200_000;

/** Two `Map`, `List` or `JSON` values, formatted; `undefined` if only their form differs, or one of them has no members. */
export function formattedPair(
  before: string,
  after: string,
): [before: string, after: string] | undefined {
  const length = before.length + after.length;
  if (length <= SHORT_PAIR || length > MAX_FORMATTED) return undefined;
  const [old, now] = [before, after].map((text) => {
    const node = parseLenientJson(text);
    return isJsonObject(node) || Array.isArray(node) ? `${jsonText(node, '  ')}\n` : undefined;
  });
  return old === undefined || now === undefined || old === now ? undefined : [old, now];
}
