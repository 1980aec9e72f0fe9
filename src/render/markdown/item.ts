// One change as a line of a list, and the diff that belongs under it.
import { withCommas } from '../../model/counted.ts';
import { addressOf, type Change } from '../../model/plan.ts';
import type { Place } from '../../model/place.ts';
import { describe, type Entry, metadataOf, remarkOf, SYMBOLS } from '../describe.ts';
import { diffLines, lineCount } from '../file-diff.ts';
import { quoted, quotedTwo } from '../printable.ts';
import type { Line } from './budget.ts';
import { clipped, code, diffFence, link } from './escape.ts';
import { prose } from './prose.ts';
import type { Position } from './sorted.ts';

export type LinkOf = (place: Place) => string | undefined;

/** Longer texts are neither counted in lines nor compared: that would take longer than a reader waits. */
const MAX_COMPARED = 500_000;
/** A longer diff is folded. */
const MAX_OPEN = 25;

export interface ItemOptions {
  position: Position;
  linkOf: LinkOf;
  /** Lines that are shown of a diff. */
  diffLines: number;
}

export function itemLine(entry: Entry, options: ItemOptions): Line {
  const { change } = entry;
  const { position, linkOf } = options;
  const name = `**${code(addressOf(change))}**`;
  const context = change.kind === 'key' ? '' : ` ${code(change.context)}:`;
  const remark = remarkOf(entry);
  const rest = `${context} ${body(change)}${remark === '' ? '' : `, ${prose(remark)}`}${where(change, linkOf)}`;
  const symbol = code(SYMBOLS[change.action]);
  const start = { alone: `- ${symbol} ${name}`, first: `- ${name}\n  - ${symbol}`, inner: `  - ${symbol}` };
  const text = `${start[position]}${rest}\n`;
  const texts = comparable(change);
  if (texts === undefined) return { text };
  const indent = position === 'alone' ? '  ' : '    ';
  return { text, detail: () => diff(texts, { indent, most: options.diffLines }) };
}

/** Only the end of a path that a link leads to: a line must fit on a phone. */
function where({ place, removedFrom }: Change, linkOf: LinkOf): string {
  if (place === undefined)
    return removedFrom === undefined ? '' : ` · was ${lineOf(removedFrom, removedFrom.file)}`;
  const short = lineOf(place, place.file.slice(place.file.lastIndexOf('/') + 1));
  const linked = link(short, linkOf(place));
  return ` · ${linked === short ? lineOf(place, place.file) : linked}`;
}

function lineOf({ line }: Place, file: string): string {
  return code(`${clipped(file, 150)}:${line}`);
}

function body(change: Change): string {
  if (change.kind === 'key') return keyBody(change);
  if (change.secret || change.rewritten) return describe(change);
  const { before, after } = change;
  if (change.kind === 'file' || comparable(change) !== undefined) {
    const sizes = [before, after].flatMap((text) => (text == null ? [] : [sizeOf(text)]));
    return [...new Set(sizes)].join(' → ');
  }
  if (change.action !== 'update') return code(quoted(after ?? before ?? null));
  if (before === undefined) return `replaced by ${code(quoted(after ?? null))}`;
  return quotedTwo(before, after ?? null)
    .map((text) => code(text))
    .join(' → ');
}

function keyBody(change: Change & { kind: 'key' }): string {
  if (change.action !== 'update') return prose(describe(change));
  return metadataOf(change)
    .map(([name, before, after]) => `${name} ${code(before)} → ${code(after)}`)
    .join(', ');
}

/** What a diff explains better than a line: contents of files, and values of several lines. */
function comparable(change: Change): [before: string, after: string] | undefined {
  if (change.kind === 'key' || change.secret || change.rewritten) return undefined;
  const { kind, before, after } = change;
  if (before == null || after == null || before.length + after.length > MAX_COMPARED) return undefined;
  return kind === 'file' || before.includes('\n') || after.includes('\n') ? [before, after] : undefined;
}

function sizeOf(text: string): string {
  return text.length > MAX_COMPARED ? `${withCommas(text.length)} characters` : lineCount(text);
}

function diff(
  [before, after]: [string, string],
  { indent, most }: { indent: string; most: number },
): string | undefined {
  const lines = diffLines(before, after);
  if (lines === undefined) return undefined;
  const left = lines.length - most;
  const shown = left > 0 ? [...lines.slice(0, most), `… ${withCommas(left)} more lines`] : lines;
  const fence = diffFence(shown, indent);
  if (lines.length <= MAX_OPEN) return fence;
  const title = `${withCommas(lines.length)} lines of difference`;
  return `\n${indent}<details><summary>${title}</summary>\n\n${fence}\n${indent}</details>\n\n`;
}
