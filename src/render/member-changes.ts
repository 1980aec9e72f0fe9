// What changed inside of a `Map`, `List` or `JSON` value: `DE: 10 → 12`, `+ FR: 3`, `- UK: 5`.
import { diffArrays } from 'diff';
import { jsonText, isJsonObject, type JsonNode, type JsonObject, parseLenientJson } from '../lib/json.ts';
import { withCommas } from '../lib/text.ts';
import type { Change, RowChange } from '../model/plan.ts';
import { isNative } from '../model/state.ts';
import { widthOf } from './columns.ts';
import { printable, startOf } from './printable.ts';

/** Longer values are not compared, because that takes too long. */
const MAX_LENGTH = 200_000;
/** With more different elements, a list of them explains nothing. */
const MAX_EDITS = 100;
/** Longer members are cut. */
const MAX_TEXT = 40;

/** Printable parts, at least one; `undefined` if the value has no members, or the texts differ only in their form. */
export function memberChanges(change: Change): string[] | undefined {
  if (change.kind !== 'value' || change.secret || !isNative(change.vdt)) return undefined;
  const [before, after] = [nodeOf(change, 'before'), nodeOf(change, 'after')];
  if (before === undefined || after === undefined || !areAlike(before, after)) return undefined;
  const parts = compared(before, after, '');
  return parts.length === 0 ? undefined : parts;
}

/** As many parts as fit into these columns, and the number of the others. */
export function memberText(parts: readonly string[], columns: number): string {
  const more = (count: number) => (count === parts.length ? '' : `, and ${withCommas(parts.length - count)} more`);
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

function nodeOf(change: RowChange, side: 'before' | 'after'): JsonNode | undefined {
  const text = change[side];
  return text == null || text.length > MAX_LENGTH ? undefined : parseLenientJson(text);
}

function areAlike(a: JsonNode, b: JsonNode): boolean {
  return (isJsonObject(a) && isJsonObject(b)) || (Array.isArray(a) && Array.isArray(b));
}

function compared(before: JsonNode, after: JsonNode, path: string): string[] {
  if (jsonText(before) === jsonText(after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) return comparedMembers(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return comparedElements(before, after, path);
  return [`${named(path)}${shown(before)} → ${shown(after)}`];
}

function comparedMembers(before: JsonObject, after: JsonObject, path: string): string[] {
  const names = new Set([...before, ...after].map(([name]) => name));
  return [...names].flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    const inner = `${path}${path === '' ? '' : '.'}${nameText(name)}`;
    if (old === undefined) return now === undefined ? [] : [`+ ${named(inner)}${shown(now)}`];
    return now === undefined ? [`- ${named(inner)}${shown(old)}`] : compared(old, now, inner);
  });
}

/** Lists of one length are compared by position. */
function comparedElements(before: readonly JsonNode[], after: readonly JsonNode[], path: string): string[] {
  if (before.length === after.length)
    return before.flatMap((old, i) => compared(old, after[i] ?? null, `${path}[${i}]`));
  const runs = diffArrays(
    before.map((one) => jsonText(one)),
    after.map((one) => jsonText(one)),
    { maxEditLength: MAX_EDITS },
  );
  if (runs === undefined) return [`${named(path)}${withCommas(before.length)} → ${withCommas(after.length)} elements`];
  return runs.flatMap(({ removed, added, value }) => {
    const sign = removed ? '-' : '+';
    return removed || added ? value.map((text) => `${sign} ${named(path)}${cut(text)}`) : [];
  });
}

function nameText(name: string): string {
  return /^[\w-]{1,40}$/.test(name) ? name : cut(jsonText(name));
}

function named(path: string): string {
  return path === '' ? '' : `${path}: `;
}

function shown(node: JsonNode): string {
  return cut(jsonText(node));
}

function cut(text: string): string {
  return printable(text.length > MAX_TEXT ? `${startOf(text, MAX_TEXT)}…` : text);
}
