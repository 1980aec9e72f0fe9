// Lines of a comment: changes with their diffs, findings, mistakes and safety settings.
import { grouped } from '../../lib/collections.ts';
import { withCommas } from '../../lib/text.ts';
import type { Diagnostic, Place } from '../../model/diagnostic.ts';
import { addressOf, type Change, type Finding, type SafetyChange } from '../../model/plan.ts';
import {
  apart,
  comparedTexts,
  describe,
  driftApart,
  entries,
  type Entry,
  metadataOf,
  remarkOf,
  SYMBOLS,
} from '../describe.ts';
import { diffLines, lineCount } from '../file-diff.ts';
import type { MaskedPlan } from '../mask.ts';
import { DEFAULT_WIDTH, quoted, quotedTwo } from '../printable.ts';
import { leavesNothing, receivedLines } from '../received.ts';
import type { Line } from './budget.ts';
import { clipped, code, diffFence, link, prose } from './escape.ts';

/** The URL of a line at the head commit, or at another one. */
export type LinkOf = (place: Place, commit?: string) => string | undefined;

/** What all lines of a page share. */
export interface ItemFrame {
  linkOf: LinkOf;
  /** The commit that has the lines which the plan removes, if known. */
  removedAt: string | undefined;
  /** URL of the folder of the documentation. */
  docs: string | undefined;
  /** Path from the top of the repository. */
  pathOf: (file: string) => string;
  /** Escapes a sentence. */
  say: (sentence: string) => string;
  compare: Compare;
  /** Maximum number of lines of a diff. */
  diffLines: number;
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

export function itemLine(entry: Entry, { position, frame }: { position: Position; frame: ItemFrame }): Line {
  const { change } = entry;
  const name = `**${code(addressOf(change))}**`;
  const context = change.kind === 'key' ? '' : ` ${code(change.context)}:`;
  const remark = remarkOf(entry);
  const rest = `${context} ${body(change, frame)}${remark === '' ? '' : `, ${frame.say(remark)}`}${receivers(entry, frame)}${where(change, frame)}`;
  const symbol = code(SYMBOLS[change.action]);
  const start = { alone: `- ${symbol} ${name}`, first: `- ${name}\n  - ${symbol}`, inner: `  - ${symbol}` };
  const text = `${start[position]}${rest}\n`;
  const texts = comparedTexts(change, MAX_COMPARED);
  if (texts === undefined) return { text };
  const indent = position === 'alone' ? '  ' : '    ';
  return {
    text,
    detail: () => diff(frame.compare(change, { texts, isShown: true }), { indent, most: frame.diffLines }),
  };
}

/** Which applications receive the change, where its context does not say it. */
function receivers({ change, isEmptied }: Entry, { say }: ItemFrame): string {
  if (change.kind === 'key' || isEmptied) return '';
  return receivedLines(change, 'short')
    .map((line) => ` · ${leavesNothing(change) ? `**${say(line)}**` : say(line)}`)
    .join('');
}

/** The whole path: a name alone could be that of several files. */
function where({ place, removedFrom }: Change, frame: ItemFrame): string {
  const textOf = ({ file, line }: Place) => code(`${clipped(frame.pathOf(file), 150)}:${line}`);
  if (place !== undefined) return ` · ${link(textOf(place), frame.linkOf(place))}`;
  return removedFrom === undefined ? '' : ` · was ${link(textOf(removedFrom), removedLink(removedFrom, frame))}`;
}

function removedLink(place: Place, { linkOf, removedAt }: ItemFrame): string | undefined {
  return removedAt === undefined ? undefined : linkOf(place, removedAt);
}

function body(change: Change, frame: ItemFrame): string {
  if (change.kind === 'key') return keyBody(change);
  if (change.secret || change.rewritten) return describe(change, DEFAULT_WIDTH);
  const { before, after } = change;
  if (change.kind === 'file' || comparedTexts(change, MAX_COMPARED) !== undefined) {
    const sizes = [before, after].flatMap((text) => (text == null ? [] : [sizeOf(text)]));
    const [first = '', second] = sizes;
    return first === second ? edited(first, change, frame) : sizes.join(' → ');
  }
  if (change.action !== 'update') return code(quoted(after ?? before ?? null));
  if (before === undefined) return `replaced by ${code(quoted(after ?? null))}`;
  return quotedTwo(before, after ?? null)
    .map((text) => code(text))
    .join(' → ');
}

/** `1 of 13 lines changed`, for a text with as many lines as before. */
function edited(size: string, change: Change, { compare }: ItemFrame): string {
  const texts = comparedTexts(change, MAX_COMPARED);
  const count = texts && compare(change, { texts, isShown: false })?.filter((line) => line.startsWith('+')).length;
  if (count === undefined) return size;
  const some = `${withCommas(count)} `;
  return size.startsWith(some) ? `${size} changed` : `${some}of ${size} changed`;
}

function keyBody(change: Change & { kind: 'key' }): string {
  if (change.action !== 'update') return prose(describe(change, DEFAULT_WIDTH));
  return metadataOf(change)
    .map(([name, before, after]) => `${name} ${code(before)} → ${code(after)}`)
    .join(', ');
}

function sizeOf(text: string): string {
  return text.length > MAX_COMPARED ? `${withCommas(text.length)} characters` : lineCount(text);
}

function diff(
  lines: readonly string[] | undefined,
  { indent, most }: { indent: string; most: number },
): string | undefined {
  if (lines === undefined) return undefined;
  const left = lines.length - most;
  const shown = left > 0 ? [...lines.slice(0, most), `… ${withCommas(left)} more lines`] : lines;
  const fence = diffFence(shown, indent);
  if (lines.length <= MAX_OPEN) return fence;
  const title = `${withCommas(lines.length)} lines of difference`;
  return `\n${indent}<details><summary>${title}</summary>\n\n${fence}\n${indent}</details>\n\n`;
}

/** The changes of a plan by the parts of a comment. Rewritten items are left out: one sentence mentions them. */
export interface Sorted {
  deletions: Entry[];
  /** Creates and updates. */
  others: Entry[];
  /** Changes that were already pending before this pull request. */
  pending: Entry[];
  /** Items that were created next to declared ones. */
  added: Entry[];
  /** Other drift that is left alone. */
  drift: Entry[];
  /** Drift that an apply overwrites. */
  restored: Entry[];
}

export function sorted(plan: MaskedPlan): Sorted {
  const { restored, others } = apart(plan.changes);
  const { added, kept } = driftApart(plan.drift);
  const changes = entries(others).filter(({ change }) => !change.rewritten);
  const own = changes.filter(({ change }) => !change.pending);
  return {
    deletions: own.filter(({ change }) => change.action === 'delete'),
    others: own.filter(({ change }) => change.action !== 'delete'),
    pending: changes.filter(({ change }) => change.pending),
    added: entries(added),
    drift: entries(kept),
    restored: entries(restored),
  };
}

/** `alone`: the only item of its key or path; `first`, `inner`: several items share the line with their name. */
export type Position = 'alone' | 'first' | 'inner';

export function positionOf(list: readonly Entry[], index: number): Position {
  if (isSame(list[index - 1], list[index])) return 'inner';
  return isSame(list[index], list[index + 1]) ? 'first' : 'alone';
}

function isSame(a: Entry | undefined, b: Entry | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const isFile = a.change.kind === 'file';
  return isFile === (b.change.kind === 'file') && addressOf(a.change) === addressOf(b.change);
}

/** The code of a rule, as a link to what the documentation says about it. */
export function ruleLink(name: string, docs: string | undefined): string {
  return link(code(name), docs && `${docs}/rules.md#${name}`);
}

/** More findings with the same code are grouped. */
const MAX_ALIKE = 3;

type LineText = () => string;

/** A line for each finding; many findings with the same code are grouped under one line. */
export function findingLines(findings: readonly Finding[], frame: ItemFrame): LineText[] {
  return [...grouped(findings, ({ code }) => code)].flatMap(([name, group]) => groupLines({ name, group, frame }));
}

interface Group {
  name: string;
  group: Finding[];
  frame: ItemFrame;
}

function groupLines({ name, group, frame }: Group): LineText[] {
  const title = `**${ruleLink(name, frame.docs)}**`;
  if (group.length <= MAX_ALIKE) {
    return group.map(
      (one) => () => `- ${title}${placeOfFinding(one, frame)}: ${frame.say(one.message)}${hint(one, frame)}\n`,
    );
  }
  const total = withCommas(group.length);
  const isShared = group.every((one) => one.hint === group[0]?.hint);
  const shared = isShared && group[0]?.hint !== undefined ? `:${hint(group[0], frame)}` : '';
  const left = withCommas(group.length - MAX_ALIKE);
  return [
    () => `- ${title} ×${total}${shared}\n`,
    ...group.slice(0, MAX_ALIKE).map((one) => () => {
      const place = placeOfFinding(one, frame).trimStart();
      return `  - ${place === '' ? '' : `${place}: `}${frame.say(one.message)}${isShared ? '' : hint(one, frame)}\n`;
    }),
    () => `  - … and ${left} more\n`,
  ];
}

function placeOfFinding({ place, removedFrom }: Pick<Finding, 'place' | 'removedFrom'>, frame: ItemFrame): string {
  if (place !== undefined) return ` ${placeLink(place, frame)}`;
  if (removedFrom === undefined) return '';
  return ` was ${link(placeCode(removedFrom, frame), removedLink(removedFrom, frame))}`;
}

function hint({ hint }: { hint?: string | undefined }, { say }: ItemFrame): string {
  return hint === undefined ? '' : ` ${say(hint)}`;
}

export function diagnosticLine(diagnostic: Diagnostic, frame: ItemFrame): string {
  const { code: name, message, place, file, related } = diagnostic;
  const where = place === undefined ? file && code(frame.pathOf(file)) : placeLink(place, frame);
  const other = related === undefined ? '' : ` See also: ${placeLink(related, frame)}.`;
  return `- ${where === undefined ? '' : `${where} `}${code(name)} ${frame.say(message)}${other}${hint(diagnostic, frame)}\n`;
}

export function safetyLine(change: SafetyChange, frame: ItemFrame): string {
  const { setting, before, after, effect } = change;
  const notes = [
    ...(effect === undefined ? [] : [`**${effect}**`]),
    ...[placeOfFinding(change, frame).trim() || []].flat(),
  ];
  return `- ${code(setting)}: ${settingValue(before)} → ${settingValue(after)}${notes.map((note) => ` · ${note}`).join('')}\n`;
}

function settingValue(value: string | undefined): string {
  return value === undefined ? 'not set' : code(value);
}

function placeLink(place: Place, frame: ItemFrame): string {
  return link(placeCode(place, frame), frame.linkOf(place));
}

function placeCode({ file, line, column }: Place, { pathOf }: ItemFrame): string {
  return code(`${clipped(pathOf(file), 150)}:${line}:${column}`);
}
