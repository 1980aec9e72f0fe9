// What the CLI prints of a plan and of an apply: text, JSON, Markdown and HTML.
import type { ApplyResult } from '../../commands/apply.ts';
import type { TargetResult } from '../../commands/targets.ts';
import type { PlanResult } from '../../commands/plan.ts';
import { hasRefusals } from '../../model/plan.ts';
import { phasesOf } from '../../plan/push-batches.ts';
import { pushBody } from '../../remote/push-body.ts';
import { htmlPlan } from '../../render/html/page.ts';
import { json, jsonPlan } from '../../render/json.ts';
import { planComment } from '../../render/markdown/comment.ts';
import { type TargetPage, targetsComment } from '../../render/markdown/targets.ts';
import { plannedKind } from '../../render/markdown/status.ts';
import { MASK, mask } from '../../render/mask.ts';
import { printable } from '../../render/printable.ts';
import {
  isAsExpected,
  recordedText,
  textDiagnostics,
  type TextOptions,
  textPlan,
  unverifiedText,
} from '../../render/text.ts';
import type { Flags, Terminal } from './terminal.ts';

/** Without links to lines: where the repository is on the web is unknown. */
export function markdownOf({ plan, commit, removedAt }: PlanResult): string {
  const status = { kind: plannedKind(plan), ...(commit !== undefined && { commit: { sha: commit } }) };
  return planComment(mask(plan), { status, removedAt, fullPlan: { text: 'the JSON plan (`--json`)' } });
}

/** @param notes about the targets of the project file */
export function markdownOfTargets(results: readonly TargetResult<PlanResult>[], notes: readonly string[]): string {
  const commit = results.flatMap((one) => ('result' in one ? (one.result.commit ?? []) : []))[0];
  const status = commit === undefined ? {} : { commit: { sha: commit } };
  return targetsComment(results.map(targetPage), { status, notes, fullPlan: { text: 'the JSON plan (`--json`)' } });
}

function targetPage(one: TargetResult<PlanResult>): TargetPage {
  const name = one.target;
  if ('error' in one) {
    const { message: reason, hint, diagnostics } = one.error;
    return { name, kind: 'failed', reason, hint, diagnostics };
  }
  const { plan, removedAt } = one.result;
  return { name, kind: plannedKind(plan), plan: mask(plan), removedAt };
}

export function pageOf({ plan, commit, removedAt }: PlanResult): string {
  return htmlPlan(mask(plan), { removedAt, ...(commit !== undefined && { status: { commit: { sha: commit } } }) });
}

const OUTCOMES: Record<Exclude<ApplyResult['outcome'], 'unverified'>, string> = {
  nothing: '',
  refused: 'Refused: nothing was sent.\n',
  declined: 'Not applied: nothing was sent.\n',
  verified: 'Applied and verified.\n',
  unchecked: 'Applied, not verified (--no-verify).\n',
};

export function printOutcome(terminal: Terminal, { outcome, counts, recorded }: ApplyResult): void {
  const text = outcome === 'unverified' ? `${unverifiedText(counts)}\n` : OUTCOMES[outcome];
  if (counts === undefined || isAsExpected(counts)) terminal.out(text);
  else terminal.error(`warning: ${text}`);
  terminal.advise(recordedText(recorded, { isSent: outcome !== 'nothing' }));
}

export function printWarnings(
  terminal: Terminal,
  { warnings = [], remarks }: Pick<PlanResult, 'remarks'> & Partial<Pick<PlanResult, 'warnings'>>,
): void {
  terminal.error(textDiagnostics(warnings, terminal));
  for (const remark of remarks) terminal.error(`warning: ${printable(remark)}\n`);
}

export function linesFor({ color, width }: Terminal, { effects }: Flags): TextOptions {
  return { color, width, ...(effects && { effects }) };
}

export function printPlan(
  terminal: Terminal,
  flags: Flags,
  { plan, changeComment, outcome, counts }: PlanResult & Partial<ApplyResult>,
): void {
  const masked = mask(plan);
  const pushes = pushesOf({ plan, changeComment }, flags);
  if (flags.json) terminal.out(jsonPlan(masked, { pushes, outcome, counts }));
  else
    terminal.out(
      [...(pushes ?? []).map((push) => `${json(push)}\n`), textPlan(masked, linesFor(terminal, flags))].join(''),
    );
}

/** The bodies that an apply would send, if they are asked for. */
export function pushesOf(
  { plan, changeComment }: Pick<PlanResult, 'plan' | 'changeComment'>,
  { showPush }: Flags,
): object[] | undefined {
  if (!showPush) return undefined;
  const isSent = plan.changes.length > 0 && !hasRefusals(plan);
  return (isSent ? phasesOf(plan) : []).map((changes) =>
    pushBody({ ...mask({ ...plan, changes: [...changes] }), passwordOf: () => MASK }, changeComment),
  );
}
