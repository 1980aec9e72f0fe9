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
import type { Line } from './budget.ts';
import { clipped, code, diffFence, link, prose } from './escape.ts';

export type LinkOf = (place: Place) => string | undefined;

/** Longer texts are neither counted in lines nor compared, because that takes too long. */
const MAX_COMPARED = 500_000;
/** Longer diffs are folded. */
const MAX_OPEN = 25;

export interface ItemOptions {
  position: Position;
  linkOf: LinkOf;
  /** Maximum number of lines of a diff. */
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
  const texts = comparedTexts(change, MAX_COMPARED);
  if (texts === undefined) return { text };
  const indent = position === 'alone' ? '  ' : '    ';
  return { text, detail: () => diff(texts, { indent, most: options.diffLines }) };
}

/** With a link, only the file name is shown, so that the line fits on a phone. */
function where({ place, removedFrom }: Change, linkOf: LinkOf): string {
  if (place === undefined) return removedFrom === undefined ? '' : ` · was ${lineOf(removedFrom, removedFrom.file)}`;
  const short = lineOf(place, place.file.slice(place.file.lastIndexOf('/') + 1));
  const linked = link(short, linkOf(place));
  return ` · ${linked === short ? lineOf(place, place.file) : linked}`;
}

function lineOf({ line }: Place, file: string): string {
  return code(`${clipped(file, 150)}:${line}`);
}

function body(change: Change): string {
  if (change.kind === 'key') return keyBody(change);
  if (change.secret || change.rewritten) return describe(change, DEFAULT_WIDTH);
  const { before, after } = change;
  if (change.kind === 'file' || comparedTexts(change, MAX_COMPARED) !== undefined) {
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
  if (change.action !== 'update') return prose(describe(change, DEFAULT_WIDTH));
  return metadataOf(change)
    .map(([name, before, after]) => `${name} ${code(before)} → ${code(after)}`)
    .join(', ');
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

/** More findings with the same code are grouped. */
const MAX_ALIKE = 3;

type LineText = () => string;

/** A line for each finding; many findings with the same code are grouped under one line. */
export function findingLines(findings: readonly Finding[], linkOf: LinkOf): LineText[] {
  return [...grouped(findings, ({ code }) => code)].flatMap(([name, group]) => groupLines({ name, group, linkOf }));
}

interface Group {
  name: string;
  group: Finding[];
  linkOf: LinkOf;
}

function groupLines({ name, group, linkOf }: Group): LineText[] {
  const title = `**${code(name)}**`;
  if (group.length <= MAX_ALIKE) {
    return group.map((one) => () => `- ${title}${placeOfFinding(one, linkOf)}: ${prose(one.message)}${hint(one)}\n`);
  }
  const total = withCommas(group.length);
  const isShared = group.every((one) => one.hint === group[0]?.hint);
  const shared = isShared && group[0]?.hint !== undefined ? `:${hint(group[0])}` : '';
  const left = withCommas(group.length - MAX_ALIKE);
  return [
    () => `- ${title} ×${total}${shared}\n`,
    ...group.slice(0, MAX_ALIKE).map((one) => () => {
      const place = placeOfFinding(one, linkOf).trimStart();
      return `  - ${place === '' ? '' : `${place}: `}${prose(one.message)}${isShared ? '' : hint(one)}\n`;
    }),
    () => `  - … and ${left} more\n`,
  ];
}

function placeOfFinding({ place, removedFrom }: Pick<Finding, 'place' | 'removedFrom'>, linkOf: LinkOf): string {
  if (place !== undefined) return ` ${placeLink(place, linkOf)}`;
  return removedFrom === undefined ? '' : ` was ${placeCode(removedFrom)}`;
}

function hint({ hint }: { hint?: string | undefined }): string {
  return hint === undefined ? '' : ` ${prose(hint)}`;
}

export function diagnosticLine(diagnostic: Diagnostic, linkOf: LinkOf): string {
  const { code: name, message, place, file, related } = diagnostic;
  const where = place === undefined ? file && code(file) : placeLink(place, linkOf);
  const other = related === undefined ? '' : ` See also: ${placeLink(related, linkOf)}.`;
  return `- ${where === undefined ? '' : `${where} `}${code(name)} ${prose(message)}${other}${hint(diagnostic)}\n`;
}

export function safetyLine(change: SafetyChange, linkOf: LinkOf): string {
  const { setting, before, after, effect } = change;
  const notes = [
    ...(effect === undefined ? [] : [`**${effect}**`]),
    ...[placeOfFinding(change, linkOf).trim() || []].flat(),
  ];
  return `- ${code(setting)}: ${settingValue(before)} → ${settingValue(after)}${notes.map((note) => ` · ${note}`).join('')}\n`;
}

function settingValue(value: string | undefined): string {
  return value === undefined ? 'not set' : code(value);
}

function placeLink(place: Place, linkOf: LinkOf): string {
  return link(placeCode(place), linkOf(place));
}

function placeCode({ file, line, column }: Place): string {
  return code(`${clipped(file, 150)}:${line}:${column}`);
}
