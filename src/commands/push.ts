// Pushing a plan: once more where a refusal may pass, and read again when it is taken.
import { isDeepStrictEqual } from 'node:util';
import { CommandError, EXIT } from '../errors.ts';
import { hasRefusals, isCounted, isRead, type Plan } from '../model/plan.ts';
import type { CountsCheck } from '../model/server-reads.ts';
import type { Options } from '../options.ts';
import { expectedCounts } from '../plan/verify-push.ts';
import { createPusher } from '../remote/pusher.ts';
import { countsOf, infoOf } from '../remote/wire.ts';
import { applicationName } from './change-comment.ts';
import type { Lease } from './lease.ts';
import type { Prepared } from './prepare.ts';
import type { Stop } from './stop.ts';
import { planAgain } from './replan.ts';
import type { Runtime } from './runtime.ts';
import { sendPlan } from './send.ts';

/** What was sent did not have the effect that it should have; `differs` is masked by whoever shows it. */
class VerifyError extends CommandError {
  override readonly differs: Plan;

  constructor(differs: Plan) {
    const { length } = differs.changes.filter(isCounted);
    super({
      code: 'verify-failed',
      message: `The server accepted the push, but ${length} ${length === 1 ? 'change is' : 'changes are'} still missing after it.`,
      hint: 'The repository may have been changed at the same time. Plan again.',
      exitStatus: EXIT.unknown,
    });
    this.differs = differs;
  }
}

/** Milliseconds before the second, third and fourth attempt. */
const PAUSES = [1000, 2000, 4000];

export interface Verification {
  outcome: 'verified' | 'unverified';
  /** Where counting is all that can be done. */
  counts?: CountsCheck;
}

/**
 * Reads again after a push that was taken. Throws {@link CommandError} with status 4 where something differs.
 * @param plan what was pushed
 */
export async function verify(prepared: Prepared, plan: Plan): Promise<Verification> {
  if (!isRead(prepared.input.liveSource))
    return { outcome: 'unverified', ...(await countAgain(prepared, plan)) };
  const after = await readAfter(prepared, plan);
  if (after.changes.some((change) => !change.rewritten)) throw new VerifyError(after);
  return { outcome: 'verified' };
}

/** The push was taken: that the server cannot be asked afterwards is no reason to doubt it. */
async function countAgain(
  { listing, input, target, reader }: Prepared,
  { changes }: Plan,
): Promise<{ counts?: CountsCheck }> {
  const { announced, live, liveSource } = input;
  const before = listing?.counts;
  const expected =
    before && expectedCounts(before, { changes, live, liveSource, isAfterUnknown: announced !== undefined });
  if (expected === undefined) return {};
  const all = await reader.repositories().catch(() => []);
  const info = infoOf(all, target.repository);
  const found = info && countsOf(info);
  return found === undefined ? {} : { counts: { expected, found } };
}

/**
 * What is left of the plan: announcing takes as long as origin does, a person as long as they like, and what others
 * changed meanwhile must not be written over. After a person was waited for everything is read again. Throws {@link CommandError}, and nothing was sent, where the plan would be another one by now.
 */
export async function stillPlanned(
  prepared: Prepared,
  { plan, hasWaited }: { plan: Plan; hasWaited: boolean },
): Promise<Plan> {
  if (!isRead(plan.live)) return plan;
  const fresh = await planAgain(prepared, hasWaited ? {} : { changes: plan.changes });
  if (fresh === undefined || hasRefusals(fresh) || !isPartOf(fresh, plan)) throw changedMeanwhile();
  return { ...plan, changes: fresh.changes };
}

function changedMeanwhile(): CommandError {
  return new CommandError({
    code: 'changed-meanwhile',
    message:
      'The repository changed while this apply was waiting for its announcement or for approval; nothing was sent.',
    hint: 'Apply again to plan from the current state.',
  });
}

/**
 * Tries again only after a refusal that may pass (somebody else wrote at the same moment), after a fresh read, and
 * only if what is left is part of the plan that was shown. Answers with sentences about the pushes; throws {@link CommandError} for every end but a good one, its exit status says whether
 * something was sent.
 */
export async function pushUntilTaken(
  prepared: Prepared,
  {
    plan,
    options,
    runtime,
    lease,
    stop,
  }: {
    plan: Plan;
    lease: Lease | undefined;
    options: Options;
    runtime: Runtime;
    stop: Stop | undefined;
  },
): Promise<string[]> {
  const pusher = createPusher(prepared.connection, {
    repository: prepared.target.repository,
    applicationName: await applicationName(options.applicationName),
    signal: stop?.atOnce,
  });
  runtime.onStep(`Pushing ${plan.changes.length} changes`);
  let left = plan;
  if (left.changes.length === 0) return [];
  for (let attempt = 1; ; attempt++) {
    const { onStep } = runtime;
    const { refused, remarks } = await sendPlan(prepared, { plan: left, pusher, lease, stop, onStep });
    const again = attempt > 1 ? [`The server accepted the push on attempt ${attempt}.`] : [];
    if (refused === undefined) return [...again, ...remarks];
    const pause = PAUSES[attempt - 1];
    if (!refused.isPassing || pause === undefined || !isRead(plan.live))
      throw afterAttempts(refused.error, attempt);
    runtime.onStep(`Refused temporarily; attempt ${attempt + 1} of ${PAUSES.length + 1}`);
    await runtime.pause(pause);
    const fresh = await planAgain(prepared, { changes: plan.changes }).catch(() => undefined);
    if (fresh === undefined || hasRefusals(fresh) || !isPartOf(fresh, plan))
      throw afterAttempts(refused.error, attempt);
    if (fresh.changes.length === 0) return again;
    left = fresh;
  }
}

/** The last refusal, with how often it was tried. */
function afterAttempts(error: CommandError, attempts: number): CommandError {
  if (attempts === 1) return error;
  const message = `${error.message} Tried ${attempts} times, each time after a fresh read.`;
  const { code, hint, exitStatus, places } = error;
  return new CommandError({ code, message, hint, exitStatus, places, cause: error });
}

/** Plans have their changes in one order, so that what is left stands in the order in which it was shown. */
function isPartOf(fresh: Plan, shown: Plan): boolean {
  let next = 0;
  return fresh.changes.every((change) => {
    while (next < shown.changes.length && !isDeepStrictEqual(change, shown.changes[next])) next++;
    return next++ < shown.changes.length;
  });
}

async function readAfter(prepared: Prepared, { changes }: Plan): Promise<Plan> {
  try {
    const after = await planAgain(prepared, { changes, isPushed: true });
    if (after !== undefined) return after;
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause;
    throw unverified(cause.message, cause);
  }
  throw unverified('The repository can no longer be read.');
}

function unverified(message: string, cause?: unknown): CommandError {
  return new CommandError({
    code: 'unverified',
    message: `The server accepted the push, but it could not be verified: ${message}`,
    hint: 'Plan again: the plan should show `No changes.`',
    exitStatus: EXIT.unknown,
    cause,
  });
}
