// What the CLI prints of a plan and of an apply: text, JSON, Markdown and HTML.
import type { ApplyResult } from '../../commands/apply.ts';
import type { PlanResult } from '../../commands/prepare.ts';
import type { TargetResult } from '../../commands/targets.ts';
import { EXIT, type ExitStatus } from '../../errors.ts';
import { OUTCOMES } from '../../model/outcome.ts';
import { type Change, hasRefusals, isCounted, nameOf, type Plan } from '../../model/plan.ts';
import { nameMatcher } from '../../model/secrets.ts';
import { phasesOf } from '../../plan/push-batches.ts';
import { pushBody } from '../../remote/push-body.ts';
import { htmlPlan } from '../../render/html/page.ts';
import { json, jsonPlan } from '../../render/json.ts';
import { planComment } from '../../render/markdown/comment.ts';
import { plannedKind } from '../../render/markdown/status.ts';
import { targetsComment } from '../../render/markdown/targets.ts';
import type { TargetPage } from '../../render/markdown/targets-table.ts';
import { MASK, mask } from '../../render/mask.ts';
import { isReceivedIn } from '../../render/received.ts';
import { isAsExpected, recordedText, type TextOptions, textPlan, unverifiedText } from '../../render/text.ts';
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

export function pageOf({ plan, commit, removedAt }: PlanResult, { repeated }: Flags): string {
  return htmlPlan(mask(plan), {
    removedAt,
    repeated,
    ...(commit !== undefined && { status: { commit: { sha: commit } } }),
  });
}

export function printOutcome(terminal: Terminal, { outcome, counts, recorded }: ApplyResult): void {
  const text = OUTCOMES[outcome].line ?? `${unverifiedText(counts)}\n`;
  if (counts === undefined || isAsExpected(counts)) terminal.out(text);
  else terminal.error(`warning: ${text}`);
  terminal.advise(recordedText(recorded, { isSent: outcome !== 'nothing' }));
}

/** What is shown never changes what is planned. */
export function linesFor(
  { color, width }: Terminal,
  { effects, repeated, summary, receivedIn, args = [] }: Flags,
  levels: readonly string[],
): TextOptions {
  const isNamed = args.length === 0 ? () => true : nameMatcher(args);
  const isShown = (change: Change) =>
    isNamed(nameOf(change)) && (receivedIn === undefined || isReceivedIn(change, { context: receivedIn, levels }));
  const isFiltered = receivedIn !== undefined || args.length > 0;
  return {
    color,
    width,
    effects,
    repeated,
    ...(summary && { isSummary: true as const }),
    ...(isFiltered && { isShown }),
  };
}

export function printPlan(
  terminal: Terminal,
  flags: Flags,
  { plan, changeComment, outcome, counts }: PlanResult & Partial<ApplyResult>,
  isApply = false,
): void {
  const masked = mask(plan);
  const pushes = pushesOf({ plan, changeComment }, flags);
  if (flags.json) terminal.out(jsonPlan(masked, { pushes, outcome, counts }));
  else
    terminal.out(
      `${pushesText(pushes)}${textPlan(masked, { ...linesFor(terminal, flags, plan.target.levels), isApply })}`,
    );
}

/** Comes before the plan. */
export function pushesText(pushes: readonly object[] = []): string {
  return pushes.map((push) => `${json(push)}\n`).join('');
}

/** The exit status of a plan that is only shown. */
export function statusOf(plan: Plan, { detailedExitcode }: Flags): ExitStatus {
  if (hasRefusals(plan)) return EXIT.refused;
  return detailedExitcode && [...plan.changes, ...plan.drift].some(isCounted) ? EXIT.changes : EXIT.done;
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
