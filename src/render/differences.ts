// What differs between two texts, as a unified diff with long lines cut, and between two values that have members.
// The effort is bounded, because diffing two unrelated texts could take minutes.
import { diffArrays, structuredPatch } from 'diff';
import type picocolors from 'picocolors';
import {
  jsonText,
  isJsonObject,
  type JsonNode,
  type JsonObject,
  parseLenientJson,
} from '../lib/json.ts';
import { withCommas } from '../lib/text.ts';
import type { Change } from '../model/plan.ts';
import { isNative } from '../model/state.ts';
import { startOfDifference, widthOf } from './columns.ts';
import { linesToldApart, toldApart } from './lookalikes.ts';
import { clipped, MAX_LINE, printable, printableLine, startOf } from './printable.ts';

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

export type Colors = ReturnType<typeof picocolors.createColors>;

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

/** Two lines with their signs; of long ones, what is between their first and their last difference. */
function whereTheyDiffer(before: string, after: string): [before: string, after: string] {
  if (Math.max(before.length, after.length) <= LONG_LINE) return [before, after];
  const [old, now] = [before.slice(1), after.slice(1)];
  const start = startOfDifference(old, now, AROUND);
  const most = Math.min(old.length, now.length) - start;
  let same = 0;
  while (same < most && old.at(-1 - same) === now.at(-1 - same)) same++;
  const cut = (text: string) => {
    const shown = startOf(text, text.length - Math.max(0, same - AROUND)).slice(start);
    return `${start > 0 ? '…' : ''}${shown}${same > AROUND ? '…' : ''}`;
  };
  return [`-${cut(old)}`, `+${cut(now)}`];
}

// What changed inside of a `Map`, `List` or `JSON` value: `DE: 10 → 12`, `+ FR: 3`, `- UK: 5`.

/** Longer values are not compared, because that takes too long. */
const MAX_LENGTH = 200_000;
/** With more different elements, a list of them explains nothing. */
const MAX_ELEMENTS = 100;
/** Longer members are cut. */
const MAX_MEMBER = 40;

/** Printable parts, at least one; `undefined` if the value has no members, or the texts differ only in their form. */
export function memberChanges(change: Change): string[] | undefined {
  if (change.kind !== 'value' || change.secret || !isNative(change.vdt)) return undefined;
  const [before, after] = [change.before, change.after].map(nodeOf);
  const parts =
    before === undefined || after === undefined ? undefined : comparedInside(before, after, '');
  return parts?.length === 0 ? undefined : parts;
}

/** As many parts as fit into these columns, and the number of the others. */
export function memberText(parts: readonly string[], columns: number): string {
  const more = (count: number) =>
    count === parts.length ? '' : `, and ${withCommas(parts.length - count)} more`;
  let width = 0;
  let fitting = 0;
  for (const [i, part] of parts.entries()) {
    width += widthOf(part) + (i === 0 ? 0 : SEPARATOR.length);
    if (width > columns) break;
    if (width + more(i + 1).length <= columns) fitting = i + 1;
  }
  if (fitting === 0) return `${withCommas(parts.length)} members changed`;
  return `${parts.slice(0, fitting).join(SEPARATOR)}${more(fitting)}`;
}

const SEPARATOR = ', ';

function nodeOf(text: string | null | undefined): JsonNode | undefined {
  return text == null || text.length > MAX_LENGTH ? undefined : parseLenientJson(text);
}

function compared(before: JsonNode, after: JsonNode, path: string): string[] {
  if (jsonText(before) === jsonText(after)) return [];
  return (
    comparedInside(before, after, path) ?? [`${named(path)}${shownPair(before, after).join(' → ')}`]
  );
}

function comparedInside(before: JsonNode, after: JsonNode, path: string): string[] | undefined {
  if (isJsonObject(before) && isJsonObject(after)) return comparedMembers(before, after, path);
  return Array.isArray(before) && Array.isArray(after)
    ? comparedElements(before, after, path)
    : undefined;
}

function comparedMembers(before: JsonObject, after: JsonObject, path: string): string[] {
  const names = new Set([...before, ...after].map(([name]) => name));
  return [...names].flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    const shownName = /^[\w-]{1,40}$/.test(name) ? name : cut(jsonText(name));
    const inner = `${path}${path === '' ? '' : '.'}${shownName}`;
    if (old === undefined) return now === undefined ? [] : [`+ ${named(inner)}${shown(now)}`];
    return now === undefined ? [`- ${named(inner)}${shown(old)}`] : compared(old, now, inner);
  });
}

/** Lists of one length are compared by position. */
function comparedElements(
  before: readonly JsonNode[],
  after: readonly JsonNode[],
  path: string,
): string[] {
  if (before.length === after.length)
    return before.flatMap((old, i) => compared(old, after[i] ?? null, `${path}[${i}]`));
  const runs = diffArrays(
    before.map((one) => jsonText(one)),
    after.map((one) => jsonText(one)),
    { maxEditLength: MAX_ELEMENTS },
  );
  if (runs === undefined)
    return [`${named(path)}${withCommas(before.length)} → ${withCommas(after.length)} elements`];
  const lines = runs.flatMap(({ removed, added, value }) =>
    removed || added ? value.map((text) => `${removed ? '-' : '+'}${text}`) : [],
  );
  return linesToldApart(lines).map(
    (line) => `${line.slice(0, 1)} ${named(path)}${cut(line.slice(1))}`,
  );
}

function named(path: string): string {
  return path === '' ? '' : `${path}: `;
}

/** Characters before the first difference of two long members. */
const MAX_BEFORE = 15;

function shownPair(before: JsonNode, after: JsonNode): [string, string] {
  const [old, now] = toldApart(jsonText(before), jsonText(after));
  const isLong = Math.max(old.length, now.length) > MAX_MEMBER;
  const from = isLong ? startOfDifference(old, now, MAX_BEFORE) : 0;
  return [old, now].map((text) => cut(from === 0 ? text : `…${text.slice(from)}`)) as [
    string,
    string,
  ];
}

function shown(node: JsonNode): string {
  return cut(jsonText(node));
}

function cut(text: string): string {
  return printable(text.length > MAX_MEMBER ? `${startOf(text, MAX_MEMBER)}…` : text);
}
