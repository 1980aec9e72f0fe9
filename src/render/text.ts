// Plans and mistakes as text for a terminal or a log. Returns strings; colour only where it is asked for.
import picocolors from 'picocolors';
import { counted } from '../lib/text.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { addressOf, type FileChange, type Finding } from '../model/plan.ts';
import type { CountsCheck, ItemCounts } from '../model/server-reads.ts';
import {
  addedTitle,
  apart,
  baseLines,
  closingLine,
  driftApart,
  driftLine,
  driftTitle,
  type Item,
  items,
  othersLines,
  refusals,
  restoredTitle,
  rewrittenLine,
  SAFETY_TITLE,
  safetyText,
  SYMBOLS,
  warnings,
  whereOf,
} from './describe.ts';
import { diffLines } from './file-diff.ts';
import type { MaskedPlan } from './mask.ts';
import { printable, printableLine } from './printable.ts';

type Colors = ReturnType<typeof picocolors.createColors>;

/** Longest name, context and text that other lines are aligned with. */
const MAX_NAME = 44;
const MAX_TEXT = 40;
const MAX_CONTEXT = 32;
/** Lines of one file's diff; the whole is in the JSON plan. */
const MAX_DIFF_LINES = 60;

export function textPlan(plan: MaskedPlan, options: { color: boolean }): string {
  const colors = picocolors.createColors(options.color);
  const { restored, others: changed } = apart(plan.changes);
  const [overwritten, listed] = [items(restored), items(changed)];
  const [added, drifted] = [items(driftApart(plan.drift).added), items(driftApart(plan.drift).kept)];
  const others = othersLines(plan).map((line) => colors.dim(printable(line)));
  const lines = [
    targetLine(plan, colors),
    ...plan.notes.map((note) => colors.dim(printable(note))),
    '',
    ...safetyLines(plan, colors),
    ...(overwritten.length > 0 ? [restoredTitle(plan), ...changeLines(overwritten, colors), ''] : []),
    ...(added.length > 0 ? [addedTitle(plan), ...changeLines(added, colors), ''] : []),
    ...changeLines(listed, colors),
    ...(listed.length > 0 ? [''] : []),
    ...(drifted.length > 0 ? [driftTitle(plan), ...changeLines(drifted, colors), ''] : []),
    ...(others.length > 0 ? [...others, ''] : []),
    ...findingLines(plan, colors),
    ...[rewrittenLine(plan) ?? []].flat(),
    ...baseLines(plan),
    colors.bold(closingLine(plan)),
    '',
  ];
  return lines.join('\n');
}

/** What others changed since the last apply, and nothing else. */
export function textDrift(plan: MaskedPlan, options: { color: boolean }): string {
  const colors = picocolors.createColors(options.color);
  const listed = items(plan.drift);
  const lines = [
    targetLine(plan, colors),
    ...plan.notes.map((note) => colors.dim(printable(note))),
    '',
    ...changeLines(listed, colors),
    ...(listed.length > 0 ? [''] : []),
    colors.bold(driftLine(plan)),
  ];
  return `${lines.join('\n')}\n`;
}

function targetLine({ target: { url, account, name } }: MaskedPlan, colors: Colors): string {
  const repository = name === '' ? 'Repository not configured here' : `${account}/${name}`;
  return `${colors.bold(printable(repository))}${url === '' ? '' : ` at ${printable(url)}`}`;
}

function safetyLines({ safety = [] }: MaskedPlan, colors: Colors): string[] {
  if (safety.length === 0) return [];
  const nameWidth = Math.max(...safety.map(({ setting }) => setting.length));
  const lines = safety.map((change) => {
    const { setting, effect, ...where } = change;
    const notes = [effect, whereOf(where)].filter((note) => note !== undefined).map(printable);
    const paint = effect === 'looser' ? colors.red : colors.yellow;
    return `${paint(`  ! ${pad(setting, nameWidth)}  ${printable(safetyText(change))}`)}  ${colors.dim(notes.join('  '))}`;
  });
  return [SAFETY_TITLE, ...lines.map((line) => line.trimEnd()), ''];
}

/** Blocks of whole lines. */
function changeLines(listed: Item[], colors: Colors): string[] {
  const nameWidth = widest(listed, MAX_NAME, ({ change }) => addressOf(change));
  const contextWidth = widest(listed, MAX_CONTEXT, ({ change }) => contextOf(change));
  const textWidth = widest(listed, MAX_TEXT, ({ text }) => text);
  const paints = { create: colors.green, update: colors.yellow, delete: colors.red };
  const linesOf = ({ change, text, remark }: Item): string => {
    const head = `  ${SYMBOLS[change.action]} ${pad(printable(addressOf(change)), nameWidth)}  ${pad(contextOf(change), contextWidth)}`;
    const notes = [remark, whereOf(change)].filter((note) => note !== undefined).map(printable);
    const end = notes.length === 0 ? '' : `  ${colors.dim(notes.join('  '))}`;
    const body = end === '' ? text : pad(text, textWidth);
    const line = `${paints[change.action](`${head}  ${body}`)}${end}`;
    const isDiff = change.kind === 'file' && change.action === 'update' && !change.secret;
    return isDiff ? [line, ...fileLines(change, colors)].join('\n') : line;
  };
  return listed.map(linesOf);
}

function contextOf(change: Item['change']): string {
  return change.kind === 'key' ? '(key)' : printable(change.context);
}

function fileLines({ before, after }: FileChange, colors: Colors): string[] {
  if (before === undefined || after === undefined) return [];
  const lines = diffLines(before, after);
  if (lines === undefined) return [colors.dim('      | content replaced')];
  const shown = lines.slice(0, MAX_DIFF_LINES).map((line) => {
    const paint = line.startsWith('+') ? colors.green : line.startsWith('-') ? colors.red : colors.dim;
    return `      ${colors.dim('|')} ${paint(printableLine(line))}`;
  });
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, colors.dim(`      | … ${more} more lines`)] : shown;
}

function findingLines(plan: MaskedPlan, colors: Colors): string[] {
  const refused = refusals(plan);
  const lines = [
    ...warnings(plan).flatMap((finding) => problem({ label: colors.yellow('warning'), finding, colors })),
    ...refused.flatMap((finding) => problem({ label: colors.red('refused'), finding, colors })),
  ];
  if (refused.length > 0) lines.push(colors.red('This plan is refused: an apply sends nothing.'));
  return lines.length === 0 ? [] : [...lines, ''];
}

function problem({ label, finding, colors }: { label: string; finding: Finding; colors: Colors }): string[] {
  const place = whereOf(finding);
  const where = place === undefined ? '' : `${printable(place)} `;
  return [
    `${where}${label} ${finding.code}: ${printable(finding.message)}`,
    ...hintLines(finding.hint, colors),
  ];
}

function hintLines(hint: string | undefined, colors: Colors): string[] {
  return hint === undefined ? [] : [colors.dim(`  ${printable(hint)}`)];
}

/** More than anybody mends in one go; JSON has them all. */
const MAX_DIAGNOSTICS = 500;

/** One mistake: `file:line:column error code: message`, the other place, and what to do. */
export function textDiagnostics(diagnostics: readonly Diagnostic[], options: { color: boolean }): string {
  const colors = picocolors.createColors(options.color);
  const shown = diagnostics.slice(0, MAX_DIAGNOSTICS);
  const more = diagnostics.length - shown.length;
  const rest = more > 0 ? [`… and ${counted(more, 'more mistake')}.`] : [];
  return shown
    .flatMap(({ severity, code, message, hint, place, file, related }) => [
      `${colors.bold(printable(String(place ?? file ?? '')))} ${severity === 'error' ? colors.red('error') : colors.yellow('warning')} ${code}: ${printable(message)}`,
      ...(related === undefined ? [] : [colors.dim(`  The other place: ${printable(String(related))}`)]),
      ...hintLines(hint, colors),
    ])
    .concat(rest)
    .map((line) => `${line}\n`)
    .join('');
}

function widest(listed: Item[], limit: number, text: (item: Item) => string): number {
  return listed.reduce((width, item) => {
    const { length } = text(item);
    // What is longer than the limit stands out of line, and does not push the others away.
    return length > limit ? width : Math.max(width, length);
  }, 0);
}

function pad(text: string, width: number): string {
  return text.padEnd(width);
}

/** What `validate` says of a project without mistakes. */
export function textValid({
  keys,
  values,
  files,
  documents,
}: Record<'keys' | 'values' | 'files' | 'documents', number>): string {
  const what = `${counted(keys, 'key')} with ${counted(values, 'value')} and ${counted(files, 'file')}`;
  return `Valid: ${what}, declared in ${counted(documents, 'document')}.\n`;
}

// How an apply ended, or was declared dead, in a sentence or two.

/** Of an apply that the server offers no read to verify with. */
export function unverifiedText(counts?: CountsCheck): string {
  const reason = 'Applied, not verified: the server offers no read.';
  if (counts === undefined) return reason;
  const { expected, found } = counts;
  if (isAsExpected(counts)) return `${reason} Its counts are as expected: ${sizeOf(found)}.`;
  return `${reason} Its counts are not as expected: ${sizeOf(found)} instead of ${sizeOf(expected)}. Others may have changed the repository, or hold values of the same keys.`;
}

/** @param pushSince ISO 8601: the last push of the apply began then or later */
export function unlockedText({ removed }: { removed?: { text: string; pushSince?: string } }): string {
  if (removed === undefined) return 'No apply is in the way: there is nothing to unlock.\n';
  const { text, pushSince } = removed;
  const sent = pushSince === undefined ? '' : `, sent at ${pushSince} or later`;
  return `Unlocked: the apply ${printable(text)}, counts as dead. The next apply takes over, and knows what it began.
The server may still be working on its last push${sent}. A push can take many minutes: see that the server is done with it, then apply.
`;
}

export function isAsExpected({ expected, found }: CountsCheck): boolean {
  return expected.keys === found.keys && expected.values === found.values;
}

function sizeOf({ keys, values }: ItemCounts): string {
  return `${counted(keys, 'key')} and ${counted(values, 'value')}`;
}
