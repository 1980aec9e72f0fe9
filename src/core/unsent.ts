// What becomes of an apply that sent nothing, or whose record is left open, and whose changes it took over.
import { CommandError, EXIT } from '../errors.ts';
import { ACTIONS, isRead, type Plan } from '../model/plan.ts';
import { countsInSummary } from '../record/record-format.ts';
import { lastOfStage } from '../record/recorded-apply.ts';
import type { ShownPlan } from './plan-facts.ts';
import type { RecordedOutcome } from './recording.ts';
import { senderOf } from './record-sentences.ts';
import type { ApplyOutcome } from './target-rows.ts';
import type { Caller } from './world.ts';

export function nothingSent(
  shown: ShownPlan,
  caller: Caller,
  { recorded }: RecordedOutcome,
): Pick<ApplyOutcome, 'outcome' | 'plan' | 'reason'> {
  const { plan } = shown;
  const reason = appliedBefore(shown, caller);
  if (reason !== undefined) return { plan, outcome: 'applied-before', reason };
  if (recorded === undefined) return { plan, outcome: 'nothing' };
  const taken = withSender(plan, shown, caller);
  return { plan: taken, outcome: taken.sentBy === undefined ? 'nothing' : 'taken-over' };
}

/** That an earlier attempt of this run has applied this commit, which a run may not have lived to tell. */
function appliedBefore(
  {
    lastApplied: {
      recorded: { record },
    },
    commit,
    stage,
  }: ShownPlan,
  caller: Caller,
): string | undefined {
  const { run, attempt, source, summary = '' } = (record && lastOfStage(record, stage)) ?? {};
  const isOfRun =
    run !== undefined && run === caller.run && attempt !== caller.env.GITHUB_RUN_ATTEMPT;
  const counts = countsInSummary(summary);
  // It may have recorded the commit alone.
  const isSent = counts === undefined || ACTIONS.some((action) => counts[action] > 0);
  if (!isOfRun || !isSent || source !== commit || record?.begun.length !== 0) return undefined;
  const what = counts === undefined ? '' : summary.slice(summary.lastIndexOf(':'));
  return `Attempt ${attempt} of this run had already applied this commit${what}.`;
}

/** The plan of an apply that is recorded, and that has so taken over what others sent. */
export function withSender(
  plan: Plan,
  {
    lastApplied: {
      recorded: { record },
    },
    followed,
  }: ShownPlan,
  caller: Caller,
): Plan {
  const { alreadySent, live } = plan;
  if (alreadySent === undefined || record === undefined || !isRead(live)) return plan;
  const begun = followed.filter(({ state }) => state === 'begun');
  return { ...plan, sentBy: senderOf(begun, caller) };
}

/** Nothing shows that the push has arrived, and the record does not say that it was accepted. */
export function leftOpen({ remarks, stillOpen }: RecordedOutcome): CommandError {
  const { message = remarks.join(' '), hint = 'Apply again.' } = stillOpen ?? {};
  return new CommandError({
    code: 'record-open',
    message: `${message} The push was not verified either.`,
    hint,
    exitCode: EXIT.unknown,
  });
}
