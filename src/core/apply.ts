// Applies a plan that was shown: begins the record, looks again, pushes, verifies, and finishes the record.
import { isDeepStrictEqual } from 'node:util';
import { CommandError, EXIT } from '../errors.ts';
import { counted } from '../lib/text.ts';
import type { Outcome } from '../model/outcome.ts';
import { ACTIONS, type Change, hasRefusals, isCounted, isRead, type Plan } from '../model/plan.ts';
import { type CountsCheck, type ItemCounts, sizeText } from '../model/server-reads.ts';
import { repositoryText } from '../model/targets.ts';
import { phasesOf } from '../plan/push-batches.ts';
import { expectedCounts } from '../plan/verify-push.ts';
import { countsInSummary } from '../record/record-format.ts';
import { followedBy, lastOfStage } from '../record/recorded-apply.ts';
import { readAgain } from '../remote/touched-read.ts';
import { countsOf, infoOf } from '../remote/wire.ts';
import type { ShownPlan } from './known.ts';
import { senderOf } from './record-sentences.ts';
import {
  beforePush,
  beginApply,
  closeArrived,
  finishApply,
  type OpenApply,
  recordUnchanged,
  type RecordedOutcome,
  unlessClosed,
  whileBegun,
} from './recording.ts';
import { replan } from './replan.ts';
import { sendPlan } from './send.ts';
import type { ApplyWorld, Caller, World } from './world.ts';

/** What became of an apply. */
export interface Applied extends RecordedOutcome {
  outcome: Outcome;
  plan: Plan;
  /** Why it has this outcome, in full sentences. */
  reason?: string;
  /** Where only the counts of the server could be compared. */
  counts?: CountsCheck | undefined;
}

/**
 * Applies what was prepared, shown and approved. `remarks` are about the push and the record alone. Throws
 * {@link CommandError}, whose exit code tells whether something was sent.
 */
export async function apply(world: ApplyWorld, shown: ShownPlan): Promise<Applied> {
  const { options, lastApplied } = shown;
  const closed = await closeArrived(world, shown);
  const current = closed
    ? { ...shown, lastApplied: { ...lastApplied, record: closed.record } }
    : shown;
  const { plan, open } = await beginApply(world, current);
  if (hasRefusals(plan)) return { plan, remarks: [], outcome: 'refused' };
  if (plan.changes.length === 0) {
    const recorded = { recorded: closed?.recorded, ...(await recordUnchanged(world, current)) };
    return { ...recorded, ...nothingSent(shown, world.caller, recorded) };
  }
  const { remarks, outcome, ...checked } = await whileBegun(world, open, async () => {
    const sent = await push(world, shown, open);
    // Before it is recorded as done: what has not arrived stays begun.
    return {
      ...sent,
      outcome: options.verify
        ? await verify(world, shown).catch((error: unknown) => unlessClosed(world, open, error))
        : ('unchecked' as const),
    };
  });
  const finished = await finishApply(world, open, lastApplied);
  const isOpen = open !== undefined && finished.recorded === undefined;
  if (isOpen && outcome !== 'verified') throw leftOpen(finished);
  const done = finished.recorded === undefined ? plan : withSender(plan, shown, world.caller);
  return {
    ...checked,
    ...finished,
    plan: done,
    remarks: [...remarks, ...finished.remarks],
    outcome,
  };
}

function nothingSent(
  shown: ShownPlan,
  caller: Caller,
  { recorded }: RecordedOutcome,
): Pick<Applied, 'outcome' | 'plan' | 'reason'> {
  const { plan } = shown;
  const reason = appliedBefore(shown, caller);
  if (reason !== undefined) return { plan, outcome: 'applied-before', reason };
  if (recorded === undefined) return { plan, outcome: 'nothing' };
  const taken = withSender(plan, shown, caller);
  return { plan: taken, outcome: taken.sentBy === undefined ? 'nothing' : 'taken-over' };
}

/** That an earlier attempt of this run has applied this commit, which a run may not have lived to tell. */
function appliedBefore(
  { lastApplied: { record }, head, stage }: ShownPlan,
  caller: Caller,
): string | undefined {
  const { run, attempt, source, summary = '' } = (record && lastOfStage(record, stage)) ?? {};
  const isOfRun =
    run !== undefined && run === caller.run && attempt !== caller.env.GITHUB_RUN_ATTEMPT;
  const counts = countsInSummary(summary);
  // It may have recorded the commit alone.
  const isSent = counts === undefined || ACTIONS.some((action) => counts[action] > 0);
  if (!isOfRun || !isSent || source !== head?.commit || record?.begun.length !== 0)
    return undefined;
  const what = counts === undefined ? '' : summary.slice(summary.lastIndexOf(':'));
  return `Attempt ${attempt} of this run had already applied this commit${what}.`;
}

/** The plan of an apply that is recorded, and that has so taken over what others sent. */
function withSender(
  plan: Plan,
  { lastApplied: { record }, stage }: ShownPlan,
  caller: Caller,
): Plan {
  const { alreadySent, live } = plan;
  if (alreadySent === undefined || record === undefined || !isRead(live)) return plan;
  const begun = followedBy(record, stage).filter(({ state }) => state === 'begun');
  return { ...plan, sentBy: senderOf(begun, caller) };
}

/** Nothing shows that the push has arrived, and the record does not say that it was accepted. */
function leftOpen({ remarks, stillOpen }: RecordedOutcome): CommandError {
  const { message = remarks.join(' '), hint = 'Apply again.' } = stillOpen ?? {};
  return new CommandError({
    code: 'record-open',
    message: `${message} The push was not verified either.`,
    hint,
    exitCode: EXIT.unknown,
  });
}

/** Sends what is left of the plan after a look at the server, and counts what it did where nothing can be read. */
async function push(
  world: ApplyWorld,
  shown: ShownPlan,
  open: OpenApply | undefined,
): Promise<{ remarks: string[]; counts: CountsCheck | undefined }> {
  const { options, input, plan, readAt } = shown;
  const of = phasesOf(plan).length;
  // May wait for origin, so the server is read again after it.
  if (open !== undefined) await beforePush(world, open, { index: 0, of, limit: open.limit });
  await world.tell(`Pushing ${counted(plan.changes.length, 'change')}`);
  // A person, a review, another target or a slow origin takes time.
  const left = await stillPlanned(world, shown, world.now().getTime() - readAt.getTime());
  const remarks = await pushUntilTaken(world, { ...shown, open }, left);
  // Before it is recorded: without a read, later plans take from the record that everything has arrived.
  const counts =
    options.verify && !isRead(input.liveSource) ? await compareCounts(world, shown) : undefined;
  return { remarks, counts };
}

/**
 * What is left of a plan that is no longer fresh, so that changes made meanwhile are not overwritten. Throws
 * {@link CommandError}, before anything is sent, if the plan has changed.
 * @param age milliseconds since it was read
 */
async function stillPlanned(world: World, shown: ShownPlan, age: number): Promise<Plan> {
  const { plan } = shown;
  const { changes } = plan;
  const again = readAgain(changes, { isPushed: false, age });
  if (!isRead(plan.live) || again === 'nothing') return plan;
  const fresh = await replan(world, shown, { changes, again, mayBeUnread: true });
  if (isPartOf(fresh, plan)) return { ...plan, changes: fresh.changes };
  throw new CommandError({
    code: 'changed-meanwhile',
    message: 'The repository on the server changed after this apply was planned; nothing was sent.',
    hint: 'Apply again to plan from the current state.',
  });
}

/** Milliseconds before the second, third and fourth attempt. */
const PAUSES = [1000, 2000, 4000];

/**
 * Retries only temporary refusals (such as a simultaneous write), after a fresh read, and only if the rest is part of
 * the plan that was shown. Returns sentences about the pushes. Throws {@link CommandError} unless everything was
 * accepted; its exit code tells whether something was sent.
 * @param plan what is left of the plan that was shown
 */
async function pushUntilTaken(
  world: ApplyWorld,
  applying: ShownPlan & { open: OpenApply | undefined },
  plan: Plan,
): Promise<string[]> {
  let left = plan;
  if (left.changes.length === 0) return [];
  for (let attempt = 1; ; attempt++) {
    const { rejected, remarks } = await sendPlan(world, applying, left);
    const again = attempt > 1 ? [`The server accepted the push on attempt ${attempt}.`] : [];
    if (rejected === undefined) return [...again, ...remarks];
    const pause = PAUSES[attempt - 1];
    if (!rejected.isPassing || pause === undefined || !isRead(plan.live))
      throw afterAttempts(rejected.error, attempt);
    void world.tell(`Rejected temporarily; attempt ${attempt + 1} of ${PAUSES.length + 1}`);
    await world.pause(pause);
    const fresh = await replan(world, applying, { changes: plan.changes }).catch(() => undefined);
    if (!isPartOf(fresh, plan)) throw afterAttempts(rejected.error, attempt);
    if (fresh.changes.length === 0) return again;
    left = fresh;
  }
}

function afterAttempts(error: CommandError, attempts: number): CommandError {
  if (attempts === 1) return error;
  return error.reworded({
    message: `${error.message} Tried ${attempts} times, each time after reading the server again.`,
  });
}

/** Without new refusals. The changes of a plan are sorted, so a part of it has them in the same order. */
function isPartOf(fresh: Plan | undefined, shown: Plan): fresh is Plan {
  if (fresh === undefined || hasRefusals(fresh)) return false;
  const planned = shown.changes.map(withoutAffected);
  let next = 0;
  return fresh.changes.every((change) => {
    const wanted = withoutAffected(change);
    while (next < planned.length && !isDeepStrictEqual(wanted, planned[next])) next++;
    return next++ < planned.length;
  });
}

/** Which applications a change affects depends on other values, too. What is sent does not. */
function withoutAffected(change: Change): object {
  return { ...change, affects: undefined };
}

/** Reads again after an accepted push. Throws {@link CommandError} with exit code 4 if something differs. */
async function verify(world: World, shown: ShownPlan): Promise<'verified' | 'unverified'> {
  if (!isRead(shown.input.liveSource)) return 'unverified';
  const replanning = { changes: shown.plan.changes, isPushed: true };
  const after = await replan(world, shown, replanning).catch((error: unknown) => {
    throw error instanceof CommandError ? unverified(error) : error;
  });
  if (after === undefined) throw unverified();
  if (after.changes.every((change) => change.rewritten)) return 'verified';
  const { length } = after.changes.filter(isCounted);
  throw new CommandError({
    code: 'verify-failed',
    message: `The server accepted the push, but ${counted(length, 'change')} ${length === 1 ? 'is' : 'are'} still missing after it.`,
    hint: 'Plan again to see what is missing. Another client may have changed the repository at the same time.',
    exitCode: EXIT.unknown,
    differs: after,
  });
}

function unverified(cause?: CommandError): CommandError {
  const { message = 'The configuration repository can no longer be read.', hint } = cause ?? {};
  const after =
    'Once the server can be read, plan again: the plan should show `No changes.` If it does not, apply again.';
  return new CommandError({
    code: 'unverified',
    message: `The server accepted the push, but it could not be verified: ${message}`,
    hint: hint === undefined ? after : `${hint} ${after}`,
    exitCode: EXIT.unknown,
    cause,
  });
}

/** After an accepted push; `undefined`: not known. Throws with exit code 4 if the counts show that it has not arrived. */
async function compareCounts(world: World, shown: ShownPlan): Promise<CountsCheck | undefined> {
  const { target, options, lastApplied, otherProjects, listing, input, plan } = shown;
  const before = listing?.counts;
  const hasOthers = otherProjects.inFiles.length + otherProjects.recorded.length > 0;
  // What was created may have existed, and what was deleted may have been gone.
  const isUncertain =
    input.applied.begun !== undefined || lastApplied.chosen !== undefined || hasOthers;
  if (before === undefined || isUncertain) return undefined;
  const expected = expectedCounts(before, plan.changes, input);
  if (expected === undefined) return undefined;
  // A failed read does not fail the apply: the push was accepted.
  const info = infoOf(await world.repositories().catch(() => []), target.repository);
  const found = info && countsOf(info);
  if (found === undefined) return undefined;
  if (!isShort({ before, expected, found })) return { expected, found };
  const repository = repositoryText(target.repository);
  const why =
    options.token === undefined
      ? 'Others may have changed the repository.'
      : `The token may belong to another repository, which the push has then changed: check that it is a token of ${repository}.`;
  throw new CommandError({
    code: 'verify-failed',
    message: `The server accepted the push, but the counts of ${repository} do not show it: ${sizeText(found)} instead of ${sizeText(expected)}.`,
    hint: `${why} Then apply again: it writes again everything that this apply has sent.`,
    exitCode: EXIT.unknown,
  });
}

/**
 * Whether nothing has changed, or values are missing. More than expected may be the work of others, and fewer keys are
 * usual where other projects have values under the same keys.
 */
function isShort({ before, expected, found }: CountsCheck & { before: ItemCounts }): boolean {
  const isUnchanged = isDeepStrictEqual(found, before) && !isDeepStrictEqual(expected, before);
  return isUnchanged || found.values < expected.values;
}
