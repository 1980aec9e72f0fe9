// Plans and mistakes as text for a terminal or a log.
import picocolors from 'picocolors';
import { counted, withCommas } from '../lib/text.ts';
import { shownTime } from '../model/apply-entry.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { type Change, type Effects, type Finding, isCounted, type Plan } from '../model/plan.ts';
import { type CountsCheck, sizeText } from '../model/server-reads.ts';
import { changeLines } from './change-lines.ts';
import { findingPlace, items, partsOf, safetyText, whereOf } from './describe.ts';
import { textElements } from './element-counts.ts';
import type { Colors } from './file-diff.ts';
import { type MaskedPlan, mask } from './mask.ts';
import { DEFAULT_WIDTH, printable } from './printable.ts';
import { contextsOf, goneText, RENAMED, type Rename } from './renames.ts';
import {
  baseLines,
  closingLine,
  driftLine,
  driftTitle,
  howToApprove,
  othersLines,
  refusals,
  restoredTitle,
  rewrittenLines,
  warnings,
} from './sentences.ts';

export interface TextOptions {
  color: boolean;
  /** Columns. */
  width?: number;
  /** How much to say about who receives each change; by default one line. */
  effects?: Effects | undefined;
  /** Flags that an approval repeats, as a shell reads them. */
  repeated?: string | undefined;
}

export function textPlan(plan: MaskedPlan, options: TextOptions): string {
  const { color, width = DEFAULT_WIDTH, effects = 'short', repeated } = options;
  const colors = picocolors.createColors(color);
  const { renames, ...parts } = partsOf(plan);
  const linesOf = (changes: readonly Change[]) => changeLines(items(changes, effects), { colors, width, effects });
  const titled = (title: string, changes: readonly Change[]) => {
    const lines = linesOf(changes);
    return lines.length === 0 ? [] : [`${title}:`, ...lines, ''];
  };
  const listed = linesOf(parts.others);
  const others = othersParts(plan).map((line) => colors.dim(printable(line)));
  const lines = [
    ...headLines(plan, colors),
    ...safetyLines(plan, colors),
    ...textElements(plan),
    ...titled(restoredTitle(plan), parts.restored),
    ...listed,
    ...(listed.length > 0 ? [''] : []),
    ...renameLines(renames, colors),
    ...titled(driftTitle(plan), parts.kept),
    ...(others.length > 0 ? [...others, ''] : []),
    ...findingLines(plan, { colors, repeated }),
    ...rewrittenLines(plan),
    ...baseLines(plan),
    colors.bold(closingLine(plan)),
    '',
  ];
  return lines.join('\n');
}

function renameLines(renames: readonly Rename[], colors: Colors): string[] {
  if (renames.length === 0) return [];
  const lines = renames.flatMap((rename) => {
    const { from, to, created } = rename;
    const where = whereOf(created[0] ?? {});
    const notes = where === undefined ? '' : `  ${colors.dim(printable(where))}`;
    const what = printable(`  ${from} → ${to}  ${contextsOf(rename).join(', ')}`);
    return [`${colors.yellow(what)}${notes}`, `      ${colors.red(printable(goneText(rename)))}`];
  });
  return [`${RENAMED}:`, ...lines, ''];
}

/** Items that the plan does not touch; unmanaged ones by name, if they were requested. */
function othersParts(plan: MaskedPlan): string[] {
  const { unmanagedItems } = plan;
  if (unmanagedItems === undefined) return othersLines(plan, ' (--unmanaged lists them).');
  const names = unmanagedItems.map((item) => {
    if (item.kind === 'key') return `  ${item.key} (key)`;
    return `  ${item.kind === 'file' ? item.path : item.key}  ${item.context}`;
  });
  return [...othersLines(plan, ':'), ...names];
}

/** Only the drift. */
export function textDrift(plan: MaskedPlan, { color, width = DEFAULT_WIDTH, effects = 'short' }: TextOptions): string {
  const colors = picocolors.createColors(color);
  const listed = items(plan.drift.filter(isCounted), effects);
  const lines = [
    ...headLines(plan, colors),
    ...changeLines(listed, { colors, width, effects }),
    ...(listed.length > 0 ? [''] : []),
    colors.bold(driftLine(plan)),
  ];
  return `${lines.join('\n')}\n`;
}

/** After a push that could not be verified: what differs from the files. */
export function textDiffers(differs: Plan, options: TextOptions): string {
  return `Differences after the push (live → desired):\n\n${textPlan(mask(differs), options)}`;
}

/** The address of the target, after its name in a project file with several. */
export function targetLine({ url, account, name, declaredAs }: Plan['target'], colors: Colors): string {
  const repository = name === '' ? 'Repository not configured' : `${account}/${name}`;
  const where = url === '' ? '' : ` at ${printable(url)}`;
  if (declaredAs === undefined) return `${colors.bold(printable(repository))}${where}`;
  return `${colors.bold(printable(declaredAs))}: ${printable(repository)}${where}`;
}

function headLines({ target, notes }: MaskedPlan, colors: Colors): string[] {
  return [targetLine(target, colors), ...notes.map((note) => colors.dim(printable(note))), ''];
}

function safetyLines({ safety = [] }: MaskedPlan, colors: Colors): string[] {
  if (safety.length === 0) return [];
  const nameWidth = Math.max(...safety.map(({ setting }) => setting.length));
  const lines = safety.map((change) => {
    const { setting, effect, ...where } = change;
    const notes = [effect, whereOf(where)].filter((note) => note !== undefined).map(printable);
    const paint = effect === 'looser' ? colors.red : colors.yellow;
    return `${paint(`  ! ${setting.padEnd(nameWidth)}  ${printable(safetyText(change))}`)}  ${colors.dim(notes.join('  '))}`;
  });
  return ['This branch changes safety settings:', ...lines.map((line) => line.trimEnd()), ''];
}

function findingLines(
  plan: MaskedPlan,
  { colors, repeated }: { colors: Colors } & Pick<TextOptions, 'repeated'>,
): string[] {
  const refused = refusals(plan);
  const hints = new Hints(colors);
  const lines = [
    ...warnings(plan).flatMap((finding) => problem({ label: colors.yellow('warning'), finding, hints })),
    ...refused.flatMap((finding) => problem({ label: colors.red('refused'), finding, hints })),
  ];
  const how = howToApprove(plan, repeated);
  if (how !== undefined) lines.push(printable(how));
  if (refused.length > 0) lines.push(colors.red('This plan is refused: an apply would send nothing.'));
  return lines.length === 0 ? [] : [...lines, ''];
}

function problem({ label, finding, hints }: { label: string; finding: Finding; hints: Hints }): string[] {
  const place = findingPlace(finding);
  const where = place === undefined ? '' : `${printable(place)} `;
  return [`${where}${label} ${finding.code}: ${printable(finding.message)}`, ...hints.linesOf(finding)];
}

/** Hints below their findings. The same one for the same code is shown once. */
class Hints {
  readonly #colors: Colors;
  readonly #shown = new Set<string>();

  constructor(colors: Colors) {
    this.#colors = colors;
  }

  linesOf({ code, hint }: { code: string; hint?: string | undefined }): string[] {
    const id = `${code} ${hint}`;
    if (hint === undefined || this.#shown.has(id)) return [];
    this.#shown.add(id);
    return [this.#colors.dim(`  ${printable(hint)}`)];
  }
}

/** JSON has all of them. */
const MAX_DIAGNOSTICS = 500;

/** For each mistake: `file:line:column error code: message`, the related place, and a hint. */
export function textDiagnostics(diagnostics: readonly Diagnostic[], options: { color: boolean }): string {
  const colors = picocolors.createColors(options.color);
  const hints = new Hints(colors);
  const shown = diagnostics.slice(0, MAX_DIAGNOSTICS);
  const more = diagnostics.length - shown.length;
  const rest = more > 0 ? [`… and ${counted(more, 'more mistake')}.`] : [];
  return shown
    .flatMap(({ severity, code, message, hint, place, file, related }) => [
      `${colors.bold(printable(String(place ?? file ?? '')))} ${severity === 'error' ? colors.red('error') : colors.yellow('warning')} ${code}: ${printable(message)}`,
      ...(related === undefined ? [] : [colors.dim(`  See also: ${printable(String(related))}`)]),
      ...hints.linesOf({ code, hint }),
    ])
    .concat(rest)
    .map((line) => `${line}\n`)
    .join('');
}

/** The output of `validate` for a project without mistakes. */
export function textValid({
  keys,
  values,
  files,
  documents,
  hasSources,
}: Record<'keys' | 'values' | 'files' | 'documents', number> & { hasSources: boolean }): string {
  const what = `${counted(keys, 'key')} with ${counted(values, 'value')} and ${counted(files, 'file')}`;
  return `Valid: ${what}, declared in ${counted(documents, hasSources ? 'file' : 'document')}.\n`;
}

/** Asked before a plan is sent. */
export function applyQuestion({ changes, target }: Plan): string {
  const { length } = changes.filter(isCounted);
  const repository = printable(`${target.account}/${target.name}`);
  if (length === 0) return `Rewrite ${counted(changes.length, 'item')} in ${repository}?`;
  return `Apply ${length === 1 ? 'this change' : `these ${withCommas(length)} changes`} to ${repository}?`;
}

export const ONLY_HERE =
  'Recorded in this clone only, because it has no remote `origin`. Other clones, such as that of a workflow, have no record.\n';

/** What an apply says about its record, if that is news. */
export function recordedText(where: 'origin' | 'local' | undefined, { isSent }: { isSent: boolean }): string {
  const what = where !== undefined && !isSent ? 'Recorded; nothing was sent.\n' : '';
  return where === 'local' ? `${what}${ONLY_HERE}` : what;
}

/** The outcome of an apply that could not be read back. */
export function unverifiedText(counts?: CountsCheck): string {
  const reason = 'Applied, not verified: the server offers no way to read it.';
  if (counts === undefined) return reason;
  const { expected, found } = counts;
  if (isAsExpected(counts)) return `${reason} The counts are as expected: ${sizeText(found)}.`;
  return `${reason} The counts are not as expected: ${sizeText(found)} instead of ${sizeText(expected)}. Others may have changed the repository, or have values under the same keys.`;
}

/** @param pushSince ISO 8601: the last push of the apply began then or later, if there was one */
export function unlockedText({ removed }: { removed?: { text: string; pushSince?: string | undefined } }): string {
  if (removed === undefined) return 'Nothing to unlock.\n';
  const { text, pushSince } = removed;
  const since = pushSince === undefined ? '' : ` since ${shownTime(pushSince)}`;
  return `Unlocked: the apply ${printable(text)}, now counts as dead. The next apply takes over and accounts for its changes.
It may have sent a push${since}, which the server may still be processing. A push can take many minutes: make sure that the server is done before you apply again.
`;
}

export function isAsExpected({ expected, found }: CountsCheck): boolean {
  return expected.keys === found.keys && expected.values === found.values;
}
