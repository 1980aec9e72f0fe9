// Executes the plan of one target: begins the record, looks again, pushes, verifies, and finishes the record.
import { isDeepStrictEqual } from 'node:util';
import { CommandError, EXIT } from '../errors.ts';
import { counted } from '../lib/text.ts';
import { ACTIONS, type Change, hasRefusals, isCounted, isRead, type Plan } from '../model/plan.ts';
import { type CountsCheck, type ItemCounts, sizeText } from '../model/server-reads.ts';
import { repositoryText } from '../model/targets.ts';
import { phasesOf } from '../plan/push-batches.ts';
import { expectedCounts } from '../plan/verify-push.ts';
import { createPusher } from '../remote/pusher.ts';
import { readAgain } from '../remote/touched-read.ts';
import { countsInSummary } from '../record/record-format.ts';
import { countsOf, infoOf } from '../remote/wire.ts';
import {
  beforePush,
  beginApply,
  closeArrived,
  finishApply,
  recordUnchanged,
  unlessClosed,
  whileBegun,
} from './apply-record.ts';
import { applicationName } from './change-comment.ts';
import type { PlanResult, Prepared } from './prepare.ts';
import { senderOf } from './records.ts';
import { replan } from './replan.ts';
import type { TargetRow } from './targets.ts';
import { type Applying, sendPlan } from './send.ts';
import type { StopSignals } from './stop.ts';

/**
 * Applies what was prepared, shown and approved. `remarks` are about the push and the record alone. Throws
 * {@link CommandError}, whose exit code tells whether something was sent.
 * @param stop absent: a signal ends the process as usual
 */
export async function execute(
  prepared: Prepared,
  stop?: StopSignals,
): Promise<TargetRow & PlanResult> {
  const { options, result, lastApplied } = prepared;
  if (lastApplied.place !== undefined) lastApplied.place.repository.stop = stop?.atOnce;
  const closed = await closeArrived(prepared);
  const current = closed
    ? { ...prepared, lastApplied: { ...lastApplied, record: closed.record } }
    : prepared;
  const { plan, open } = await beginApply(current);
  const row = { ...result, name: options.target, plan, remarks: [] };
  if (hasRefusals(plan)) return { ...row, outcome: 'refused' };
  if (plan.changes.length === 0) {
    const recorded = { recorded: closed?.recorded, ...(await recordUnchanged(current)) };
    const reason = appliedBefore(prepared);
    if (reason !== undefined) return { ...row, ...recorded, outcome: 'applied-before', reason };
    if (recorded.recorded === undefined) return { ...row, ...recorded, outcome: 'nothing' };
    const taken = withSender(plan, prepared);
    return {
      ...row,
      ...recorded,
      plan: taken,
      outcome: taken.sentBy === undefined ? 'nothing' : 'taken-over',
    };
  }
  const { remarks, outcome, ...checked } = await whileBegun(open, async () => {
    const sent = await push({ ...prepared, open, stop });
    // Before it is recorded as done: what has not arrived stays begun.
    return {
      ...sent,
      outcome: options.verify
        ? await verify(prepared).catch((error: unknown) => unlessClosed(open, error))
        : ('unchecked' as const),
    };
  });
  const finished = await finishApply(open, prepared.runtime);
  const isOpen = open !== undefined && finished.recorded === undefined;
  if (isOpen && outcome !== 'verified') throw leftOpen(finished);
  const done = finished.recorded === undefined ? plan : withSender(plan, prepared);
  return {
    ...row,
    ...checked,
    ...finished,
    plan: done,
    remarks: [...remarks, ...finished.remarks],
    outcome,
  };
}

/** That an earlier attempt of this run has applied this commit, which a run may not have lived to tell. */
function appliedBefore({ lastApplied: { record }, head, runtime }: Prepared): string | undefined {
  const { run, attempt, source, summary = '' } = record?.done ?? {};
  const isOfRun =
    run !== undefined && run === runtime.run && attempt !== runtime.env.GITHUB_RUN_ATTEMPT;
  const counts = countsInSummary(summary);
  // It may have recorded the commit alone.
  const isSent = counts === undefined || ACTIONS.some((action) => counts[action] > 0);
  if (!isOfRun || !isSent || source !== head?.commit || record?.begun.length !== 0)
    return undefined;
  const what = counts === undefined ? '' : summary.slice(summary.lastIndexOf(':'));
  return `Attempt ${attempt} of this run had already applied this commit${what}.`;
}

/** The plan of an apply that is recorded, and that has so taken over what others sent. */
function withSender(plan: Plan, { lastApplied: { record }, runtime }: Prepared): Plan {
  const { alreadySent, live } = plan;
  if (alreadySent === undefined || record === undefined || !isRead(live)) return plan;
  return { ...plan, sentBy: senderOf(record, runtime) };
}

/** Nothing shows that the push has arrived, and the record does not say that it was accepted. */
function leftOpen({
  remarks,
  stillOpen,
}: Pick<TargetRow & PlanResult, 'remarks' | 'stillOpen'>): CommandError {
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
  applying: Applying,
): Promise<{ remarks: string[]; counts: CountsCheck | undefined }> {
  const { options, input, result, open, readAt, runtime } = applying;
  const of = phasesOf(result.plan).length;
  // May wait for origin, so the server is read again after it.
  if (open !== undefined) await beforePush(open, { index: 0, of, limit: open.limit });
  await runtime.onStep(`Pushing ${counted(result.plan.changes.length, 'change')}`);
  // A person, a review, another target or a slow origin takes time.
  const left = await stillPlanned(applying, runtime.now().getTime() - readAt.getTime());
  const remarks = await pushUntilTaken(applying, left);
  // Before it is recorded: without a read, later plans take from the record that everything has arrived.
  const counts =
    options.verify && !isRead(input.liveSource) ? await compareCounts(applying) : undefined;
  return { remarks, counts };
}

/**
 * What is left of a plan that is no longer fresh, so that changes made meanwhile are not overwritten. Throws
 * {@link CommandError}, before anything is sent, if the plan has changed.
 * @param age milliseconds since it was read
 */
async function stillPlanned(prepared: Prepared, age: number): Promise<Plan> {
  const { plan } = prepared.result;
  const { changes } = plan;
  const again = readAgain(changes, { isPushed: false, age });
  if (!isRead(plan.live) || again === 'nothing') return plan;
  const fresh = await replan(prepared, { changes, again, mayBeUnread: true });
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
async function pushUntilTaken(applying: Applying, plan: Plan): Promise<string[]> {
  const { options, runtime, connection, target, stop } = applying;
  const pusher = createPusher(connection, {
    repository: target.repository,
    applicationName: applicationName(options.applicationName),
    signal: stop?.atOnce,
  });
  let left = plan;
  if (left.changes.length === 0) return [];
  for (let attempt = 1; ; attempt++) {
    const { rejected, remarks } = await sendPlan(applying, left, pusher);
    const again = attempt > 1 ? [`The server accepted the push on attempt ${attempt}.`] : [];
    if (rejected === undefined) return [...again, ...remarks];
    const pause = PAUSES[attempt - 1];
    if (!rejected.isPassing || pause === undefined || !isRead(plan.live))
      throw afterAttempts(rejected.error, attempt);
    runtime.onStep(`Rejected temporarily; attempt ${attempt + 1} of ${PAUSES.length + 1}`);
    await runtime.pause(pause);
    const fresh = await replan(applying, { changes: plan.changes }).catch(() => undefined);
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
async function verify(prepared: Prepared): Promise<'verified' | 'unverified'> {
  if (!isRead(prepared.input.liveSource)) return 'unverified';
  const replanning = { changes: prepared.result.plan.changes, isPushed: true };
  const after = await replan(prepared, replanning).catch((error: unknown) => {
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
async function compareCounts(prepared: Prepared): Promise<CountsCheck | undefined> {
  const { target, world, connection, lastApplied, otherProjects, listing, input, result } =
    prepared;
  const before = listing?.counts;
  const hasOthers = otherProjects.inFiles.length + otherProjects.recorded.length > 0;
  // What was created may have existed, and what was deleted may have been gone.
  const isUncertain =
    input.applied.begun !== undefined || lastApplied.chosen !== undefined || hasOthers;
  if (before === undefined || isUncertain) return undefined;
  const expected = expectedCounts(before, result.plan.changes, input);
  if (expected === undefined) return undefined;
  // A failed read does not fail the apply: the push was accepted.
  const info = infoOf(await world.repositories().catch(() => []), target.repository);
  const found = info && countsOf(info);
  if (found === undefined) return undefined;
  if (!isShort({ before, expected, found })) return { expected, found };
  const repository = repositoryText(target.repository);
  const why =
    connection.token === undefined
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
