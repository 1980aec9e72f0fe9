// Lines of a comment about changes, with their diffs.
import { withCommas } from '../../lib/text.ts';
import { type Place, placeAt } from '../../model/diagnostic.ts';
import { addressOf, type Change } from '../../model/plan.ts';
import {
  comparedTexts,
  describe,
  type Entry,
  isOwnContent,
  isSameItem,
  metadataOf,
  receiversOf,
  remarkOf,
  SYMBOLS,
} from '../describe.ts';
import { diffLines, lineCount, sizeChange } from '../file-diff.ts';
import { type Links, removedLink } from '../links.ts';
import { memberChanges } from '../member-changes.ts';
import { clipped, DEFAULT_WIDTH, quoted, quotedTwo } from '../printable.ts';
import { contextsOf, goneText, type Rename } from '../renames.ts';
import type { Line } from './budget.ts';
import { code, diffFence, link, prose } from './escape.ts';

/** What all lines of a page share. */
export interface Frame extends Links {
  /** Escapes a sentence. */
  say: (sentence: string) => string;
  compare: Compare;
  /** Maximum number of lines of a diff. */
  diffLines: number;
  /** Where the full plan is, in Markdown. */
  pointer: string;
}

/** The lines of the diff of a change, computed once; `undefined`: the texts differ too much, or it is not worth it. */
type Compare = (
  change: Change,
  { texts, isShown }: { texts: [before: string, after: string]; isShown: boolean },
) => string[] | undefined;

/** @param most comparisons on one page only to count lines, because each takes time */
export function comparer(most: number): Compare {
  const known = new Map<Change, string[] | undefined>();
  return (change, { texts, isShown }) => {
    if (!known.has(change) && (isShown || known.size < most)) known.set(change, diffLines(...texts));
    return known.get(change);
  };
}

/** Longer texts are neither counted in lines nor compared, because that takes too long. */
const MAX_COMPARED = 500_000;
/** Longer diffs are folded. */
const MAX_OPEN = 25;

export function itemLine(entry: Entry, { position, frame }: { position: Position; frame: Frame }): Line {
  const { change } = entry;
  const name = `**${code(addressOf(change))}**`;
  const context = change.kind === 'key' ? '' : ` ${code(change.context)}:`;
  const rest = `${context} ${body(change, frame)}${remarkText(entry, frame)}${receivers(entry, frame)}${where(change, frame)}`;
  const symbol = code(SYMBOLS[change.action]);
  const start = { alone: `- ${symbol} ${name}`, first: `- ${name}\n  - ${symbol}`, inner: `  - ${symbol}` };
  const text = `${start[position]}${rest}\n`;
  const texts = comparedTexts(change, MAX_COMPARED);
  const indent = position === 'alone' ? '  ' : '    ';
  const form = { indent, most: frame.diffLines };
  if (texts !== undefined)
    return { text, detail: () => diff(frame.compare(change, { texts, isShown: true }), { ...form, open: MAX_OPEN }) };
  const content = wholeContent(change);
  return content === undefined ? { text } : { text, detail: () => diff(content(), { ...form, open: 0 }) };
}

function remarkText(entry: Entry, { say }: Frame): string {
  const remark = remarkOf(entry);
  if (remark === '') return '';
  return entry.isEmptied && entry.owner !== undefined ? `, **${say(remark)}**` : `, ${say(remark)}`;
}

/** The lines of a new or deleted text of several lines, each with its sign. */
function wholeContent(change: Change): (() => string[]) | undefined {
  if (change.kind === 'key' || change.secret || change.rewritten || change.action === 'update') return undefined;
  const [text, sign] = change.action === 'create' ? [change.after, '+'] : [change.before, '-'];
  if (text == null || text.length > MAX_COMPARED || !text.slice(0, -1).includes('\n')) return undefined;
  return () =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${sign}${line}`);
}

export function renameLine(rename: Rename, frame: Frame): string {
  const { from, to, created } = rename;
  const contexts = contextsOf(rename).map((context) => code(context));
  const place = created[0] === undefined ? '' : where(created[0], frame);
  return `- ${code(from)} → **${code(to)}** ${contexts.join(', ')} · **${frame.say(goneText(rename))}**${place}\n`;
}

/** Which applications receive the change. */
function receivers(entry: Entry, { say }: Frame): string {
  return receiversOf(entry)
    .map(({ text, isLoss }) => ` · ${isLoss ? `**${say(text)}**` : say(text)}`)
    .join('');
}

/** The whole path: a name alone could be that of several files. */
function where(change: Change, frame: Frame): string {
  const { place, contentPath, removedFrom } = change;
  const textOf = ({ file, line }: Place) => code(`${clipped(frame.pathOf(file), 150)}:${line}`);
  const linked = (at: Place) => link(textOf(at), frame.linkOf(at));
  if (place !== undefined && contentPath !== undefined) {
    const line = changedLine(change, frame);
    if (isOwnContent(change)) return ` · ${linked(placeAt(place.file, { line, column: 1 }))}`;
    const content = placeAt(contentPath, { line, column: 1 });
    return ` · ${linked(content)}, declared in ${linked(place)}`;
  }
  if (place !== undefined) return ` · ${linked(place)}`;
  return removedFrom === undefined ? '' : ` · was ${link(textOf(removedFrom), removedLink(removedFrom, frame))}`;
}

/** The first changed line of its content; 1 if unknown. */
function changedLine(change: Change, { compare }: Frame): number {
  const texts = comparedTexts(change, MAX_COMPARED);
  const [head = '', ...lines] = (texts && compare(change, { texts, isShown: false })) ?? [];
  const start = Number(/\+(\d+)/.exec(head)?.[1] ?? 1);
  return (
    start +
    Math.max(
      0,
      lines.findIndex((line) => !line.startsWith(' ')),
    )
  );
}

function body(change: Change, frame: Frame): string {
  if (change.kind === 'key') return keyBody(change);
  if (change.secret || change.rewritten) return describe(change, { columns: DEFAULT_WIDTH });
  const { before, after } = change;
  if (change.kind === 'file' || comparedTexts(change, MAX_COMPARED) !== undefined) {
    const [first = '', second] = [before, after].flatMap((text) => (text == null ? [] : [sizeOf(text)]));
    return second === undefined ? first : sizeChange([first, second], diffIfEqual(first === second, change, frame));
  }
  if (change.action !== 'update') return code(quoted(after ?? before ?? null));
  if (before === undefined) return `replaced by ${code(quoted(after ?? null))}`;
  const members = memberChanges(change);
  if (members !== undefined) return membersText(members);
  return quotedTwo(before, after ?? null)
    .map((text) => code(text))
    .join(' → ');
}

const MAX_MEMBERS = 8;

function membersText(parts: readonly string[]): string {
  const left = parts.length - MAX_MEMBERS;
  const first = parts.slice(0, MAX_MEMBERS).map((part) => code(part));
  return `${first.join(', ')}${left > 0 ? ` and ${withCommas(left)} more` : ''}`;
}

/** Compared only where the sizes do not tell the difference. */
function diffIfEqual(isEqual: boolean, change: Change, { compare }: Frame): string[] | undefined {
  const texts = isEqual ? comparedTexts(change, MAX_COMPARED) : undefined;
  return texts && compare(change, { texts, isShown: false });
}

function keyBody(change: Change & { kind: 'key' }): string {
  if (change.action !== 'update') return prose(describe(change, { columns: DEFAULT_WIDTH }));
  return metadataOf(change)
    .map(([name, before, after]) => `${name} ${code(before)} → ${code(after)}`)
    .join(', ');
}

function sizeOf(text: string): string {
  return text.length > MAX_COMPARED ? `${withCommas(text.length)} characters` : lineCount(text);
}

function diff(
  lines: readonly string[] | undefined,
  { indent, most, open }: { indent: string; most: number; open: number },
): string | undefined {
  if (lines === undefined) return undefined;
  const left = lines.length - most;
  const shown = left > 0 ? [...lines.slice(0, most), `… ${withCommas(left)} more lines`] : lines;
  const fence = diffFence(shown, indent);
  if (lines.length <= open) return fence;
  const title =
    open === 0 ? `Show ${withCommas(lines.length)} lines` : `${withCommas(lines.length)} lines of difference`;
  return `\n${indent}<details><summary>${title}</summary>\n\n${fence}\n${indent}</details>\n\n`;
}

/** `alone`: the only item of its key or path; `first`, `inner`: several items share the line with their name. */
export type Position = 'alone' | 'first' | 'inner';

export function positionOf(list: readonly Entry[], index: number): Position {
  const isSame = (one: Entry | undefined, other: Entry | undefined) =>
    one !== undefined && other !== undefined && isSameItem(one.change, other.change);
  if (isSame(list[index - 1], list[index])) return 'inner';
  return isSame(list[index], list[index + 1]) ? 'first' : 'alone';
}
