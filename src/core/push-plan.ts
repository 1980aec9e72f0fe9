// Pushes a plan: looks at the server again before the first push, and after each one that it rejects for now.
import { isDeepStrictEqual } from 'node:util';
import { CommandError } from '../errors.ts';
import { counted } from '../lib/text.ts';
import { type Change, hasRefusals, isRead, type Plan } from '../model/plan.ts';
import type { CountsCheck } from '../model/server-reads.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { PlanInput } from '../plan/input.ts';
import { phasesOf } from '../plan/push-batches.ts';
import { whatToReread } from '../remote/touched-read.ts';
import type { ShownPlan } from './plan-facts.ts';
import { beforePush, type OpenApply } from './recording.ts';
import { inputAgain, replan } from './replan.ts';
import { sendPlan } from './send.ts';
import { compareCounts } from './verify.ts';
import type { ApplyWorld, World } from './world.ts';

/** Sends what is left of the plan after a look at the server, and counts what it did where nothing can be read. */
export async function pushPlan(
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
  const { plan, input } = shown;
  const { changes } = plan;
  const contextsToReread = whatToReread(changes, { isPushed: false, age });
  if (!isRead(plan.live) || contextsToReread === 'nothing') return plan;
  const readNow = await inputAgain(world, shown, { changes, contextsToReread, mayBeUnread: true });
  // Comparing what was read takes much less time than planning again.
  if (readNow !== undefined && isSameRead(readNow, input)) return plan;
  const fresh = readNow && makePlan(readNow);
  if (isPartOf(fresh, plan)) return { ...plan, changes: fresh.changes };
  throw new CommandError({
    code: 'changed-meanwhile',
    message: 'The repository on the server changed after this apply was planned; nothing was sent.',
    hint: 'Apply again to plan from the current state.',
  });
}

function isSameRead(now: PlanInput, before: PlanInput): boolean {
  const read = ({ live, server }: PlanInput) => [live, server.absentKeys, server.unread];
  return isDeepStrictEqual(read(now), read(before));
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
    const attemptRemark =
      attempt > 1 ? [`The server accepted the push on attempt ${attempt}.`] : [];
    if (rejected === undefined) return [...attemptRemark, ...remarks];
    const pause = PAUSES[attempt - 1];
    if (!rejected.isPassing || pause === undefined || !isRead(plan.live))
      throw afterAttempts(rejected.error, attempt);
    void world.tell(`Rejected temporarily; attempt ${attempt + 1} of ${PAUSES.length + 1}`);
    await world.pause(pause);
    const fresh = await replan(world, applying, { changes: plan.changes }).catch(() => undefined);
    if (!isPartOf(fresh, plan)) throw afterAttempts(rejected.error, attempt);
    if (fresh.changes.length === 0) return attemptRemark;
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
