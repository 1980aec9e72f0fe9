// A plan as Markdown for the job summary. No value can break out of its code span.
import type { Diagnostic } from '../model/diagnostic.ts';
import { addressOf, type Finding } from '../model/plan.ts';
import { baseLines, SAFETY_TITLE, safetyText } from './base.ts';
import {
  closingLine,
  driftItems,
  driftTitle,
  type Item,
  items,
  othersLines,
  refusals,
  rewrittenLine,
  SYMBOLS,
  warnings,
  whereOf,
} from './describe.ts';
import { diffLines } from './file-diff.ts';
import { printable, printableLine } from './printable.ts';
import type { MaskedPlan } from './redact.ts';

/** GitHub drops a summary of more than 1 MiB as a whole. */
const MAX_BYTES = 1_000_000;
const MAX_DIFF_LINES = 200;

/**
 * @param heading what the command did, for example `Plan` or `Applied`
 */
export function markdownPlan(plan: MaskedPlan, heading: string): string {
  const head = [
    `### ${heading}${plan.target.name === '' ? '' : `: ${code(`${plan.target.account}/${plan.target.name}`)}`}`,
    ...safetyParagraph(plan),
    `**${closingLine(plan)}**`,
    ...baseLines(plan),
    ...[rewrittenLine(plan) ?? []].flat(),
    ...plan.notes,
    ...othersLines({ ...plan, unmanagedItems: [] }).map((line) => line.replace(/:$/, '.')),
    ...findings('Refused', refusals(plan)),
    ...findings('Warnings', warnings(plan)),
  ];
  const drift = driftItems(plan).map(itemLines);
  const title = drift.length === 0 ? [] : [`\n**${driftTitle(plan)}**\n\n`];
  return withinBudget(head, [...items(plan.changes).map(itemLines), ...title, ...drift]);
}

/** Whole items up to the budget; the rest is counted, never cut in the middle. */
function withinBudget(head: string[], blocks: string[]): string {
  const start = head.map((paragraph) => `${paragraph}\n\n`).join('');
  let size = Buffer.byteLength(start);
  const shown: string[] = [];
  for (const block of blocks) {
    size += Buffer.byteLength(block);
    if (size > MAX_BYTES - 200) break;
    shown.push(block);
  }
  const left = blocks.length - shown.length;
  const more =
    left === 0 ? '' : `\n… and ${left.toLocaleString('en')} more changes: see the plan in the log.\n`;
  return `${start}${shown.join('')}${more}`;
}

function safetyParagraph({ safety = [] }: MaskedPlan): string[] {
  if (safety.length === 0) return [];
  const lines = safety.map((change) => {
    const where = whereOf(change);
    const effect = change.effect === undefined ? '' : ` **${change.effect}**`;
    return `- ${code(change.setting)} ${code(safetyText(change))}${effect}${where === undefined ? '' : ` (${code(where)})`}\n`;
  });
  return [`**${SAFETY_TITLE}**\n\n${lines.join('').trimEnd()}`];
}

function itemLines({ change, text, remark }: Item): string {
  const context = change.kind === 'key' ? '' : ` ${code(change.context)}`;
  const where = whereOf(change);
  const notes = [...(remark === undefined ? [] : [remark]), ...(where === undefined ? [] : [code(where)])];
  const line = `- ${code(SYMBOLS[change.action])} ${code(addressOf(change))}${context} ${code(text)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}\n`;
  if (change.kind !== 'file' || change.secret || change.before === undefined || change.after === undefined)
    return line;
  const lines = diffLines(change.before, change.after)?.slice(0, MAX_DIFF_LINES).map(printableLine) ?? [
    'content replaced',
  ];
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return `${line}\n  ${fence}diff\n${lines.map((one) => `  ${one}\n`).join('')}  ${fence}\n\n`;
}

/** Mistakes in the project's files, for a summary without a plan. */
export function markdownDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const blocks = diagnostics.map(({ code: name, message, hint, place, file }) =>
    findingLine({ code: name, message, where: String(place ?? file ?? ''), hint }),
  );
  return withinBudget([`### Mistakes in the project's files: nothing was sent`], blocks);
}

function findings(title: string, list: Finding[]): string[] {
  if (list.length === 0) return [];
  const lines = list.map((finding) =>
    findingLine({ ...finding, where: whereOf(finding) ?? '', hint: finding.hint }),
  );
  return [`**${title}**\n\n${lines.join('').trimEnd()}`];
}

function findingLine(line: {
  code: string;
  message: string;
  where: string;
  hint: string | undefined;
}): string {
  const { code: name, message, where, hint } = line;
  const place = where === '' ? '' : `${code(where)} `;
  return `- ${place}${code(name)} ${code(message)}${hint === undefined ? '' : ` ${code(hint)}`}\n`;
}

/** A code span that any text fits into: fenced by one backtick more than its longest run. */
function code(text: string): string {
  const shown = printable(text);
  const fence = '`'.repeat(longestRun(shown) + 1);
  const space = shown === '' || /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
