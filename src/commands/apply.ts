// apply: prepare the plans of all targets, then announce, push, record and verify one after the other.
import { CommandError, EXIT, type ExitStatus } from '../errors.ts';
import { bothEnded } from '../lib/parallel.ts';
import { counted } from '../lib/text.ts';
import { parseForce } from '../model/force.ts';
import { OUTCOMES, type Outcome } from '../model/outcome.ts';
import { hasRefusals, isRead } from '../model/plan.ts';
import type { CountsCheck } from '../model/server-reads.ts';
import type { Options } from '../options.ts';
import { announceApply, whileAnnounced } from './announce.ts';
import { withForce, withReviews } from './approval.ts';
import type { Lease } from './lease.ts';
import { refuseUnreviewed } from './plan-file.ts';
import { type PlanResult, prepare, type Prepared, type PrepareRuntime } from './prepare.ts';
import { compareCounts, pushUntilTaken, stillPlanned, verify } from './push.ts';
import { record, type Recorded, refuseOlder, withRecordRenamed } from './record.ts';
import type { Runtime } from './runtime.ts';
import type { Stop } from './stop.ts';
import { resultsOf, settled, type TargetOptions, type TargetResult } from './targets.ts';
import { uncommittedWarning } from './work-tree.ts';

export interface ApplyResult extends PlanResult {
  outcome: Outcome;
  /** Where this apply wrote a record; absent: nowhere, or a remark says where. */
  recorded?: Recorded['where'];
  /** Where only the counts of the server could be compared. */
  counts?: CountsCheck;
}

/** The plans of an apply, open until they are closed. */
export interface Preparation {
  targets: readonly TargetResult<Prepared>[];
  close: () => void;
}

/** Plans for all targets. Nothing is sent to any if one of the plans is refused or could not be made. */
export async function prepareTargets(targets: readonly TargetOptions[], runtime: PrepareRuntime): Promise<Preparation> {
  const prepared = await resultsOf(targets, (options) => prepareApply(options, runtime));
  const close = () => {
    for (const one of prepared) if ('result' in one) one.result.close();
  };
  return { targets: prepared, close };
}

/** The plan of one target, with the refusals that only an apply has. The caller closes it. */
export async function prepareApply(options: Options, runtime: PrepareRuntime): Promise<Prepared> {
  refuseComparison(options);
  const planned = await prepare(options, runtime, { isApply: true });
  try {
    const { checkout, result } = planned;
    // Before a person is asked, they are told if the commit is not what they apply.
    const uncommitted = result.plan.changes.length === 0 ? [] : uncommittedWarning(checkout);
    const told = { ...planned, result: { ...result, remarks: [...result.remarks, ...uncommitted] } };
    return await checked(await withReviews(told, { runtime, isApply: true }), runtime);
  } catch (error) {
    planned.close();
    throw error;
  }
}

/** The plan with the approval that it asks for; `undefined`: it asks for none, or that would not be enough. */
export async function withApproval(prepared: Prepared, runtime: PrepareRuntime): Promise<Prepared | undefined> {
  const { options, result } = prepared;
  const force = result.plan.force === undefined ? undefined : parseForce(result.plan.force);
  if (force === undefined || options.force !== undefined) return undefined;
  const approved = await checked(await withForce(prepared, force, runtime), runtime);
  return hasRefusals(approved.result.plan) ? undefined : approved;
}

export interface Executing {
  runtime: Runtime;
  /** Absent: a signal ends the process as usual. */
  stop?: Stop | undefined;
  /** A person was asked: everything is read again before the push. */
  hasWaited?: boolean;
}

/** `attempted: false`: only its plan was made, because another target was refused or failed. */
export type AppliedTarget = TargetResult<ApplyResult> & { attempted: boolean };

/** Applies one target after the other, up to the first that fails, and tells what became of each. */
export async function* executeTargets(
  targets: readonly TargetResult<Prepared>[],
  executing: Executing,
): AsyncGenerator<AppliedTarget> {
  let isStopped = isRefused(targets);
  for (const one of targets) {
    if ('error' in one || isStopped) yield* leaveTargets([one]);
    else {
      const applied = { ...(await settled(one.target, execute(one.result, executing))), attempted: true };
      isStopped = !isDone(applied);
      yield applied;
    }
  }
}

/** What becomes of the targets if nothing is to be sent. */
export function leaveTargets(targets: readonly TargetResult<Prepared>[]): AppliedTarget[] {
  return targets.map((one) => {
    const { target } = one;
    if ('error' in one) return { target, error: one.error, attempted: false };
    return { target, result: notSent(one.result), attempted: false };
  });
}

/** Whether nothing is sent to any target, because one of the plans is refused or could not be made. */
export function isRefused(targets: readonly TargetResult<Prepared>[]): boolean {
  return targets.some((one) => 'error' in one || hasRefusals(one.result.result.plan));
}

export function isSending(targets: readonly TargetResult<Prepared>[]): boolean {
  return !isRefused(targets) && targets.some((one) => 'result' in one && one.result.result.plan.changes.length > 0);
}

function isDone(applied: AppliedTarget): boolean {
  return 'result' in applied && OUTCOMES[applied.result.outcome].isDone;
}

/** What became of a target whose plan was made, and that is not applied. */
export function notSent({ result }: Prepared): ApplyResult {
  return { ...result, remarks: [], outcome: hasRefusals(result.plan) ? 'refused' : 'declined' };
}

/**
 * Applies what was prepared, shown and approved. `remarks` are about the push and the record alone. Throws
 * {@link CommandError}, whose exit status tells whether something was sent.
 */
export async function execute(prepared: Prepared, executing: Executing): Promise<ApplyResult> {
  const { options, input, result: planned, reads } = prepared;
  const { runtime } = executing;
  const isToSend = planned.plan.changes.length > 0;
  const checkout = isToSend ? await withRecordRenamed(prepared.checkout, runtime.now()) : prepared.checkout;
  const { git } = checkout.project;
  const { plan, lease } = await announceApply(checkout, { plan: planned.plan, runtime });
  const result = { ...planned, plan };
  if (hasRefusals(plan)) return { ...result, remarks: [], outcome: 'refused' };
  const source = { ...prepared, checkout, result };
  const sending = async () => (isToSend ? push(source, { ...executing, lease }) : { remarks: [] });
  const { remarks: pushed, ...counted } = await whileAnnounced(sending, { git, lease, now: runtime.now });
  const recording = record({ checkout, input, plan, reads }, { runtime, held: lease?.held, options });
  // The server is read while Git writes the record, which is written whatever is found.
  const verifying = isToSend && options.verify ? verify(source, plan) : undefined;
  const [{ remarks, where }, verified = 'unchecked'] = await bothEnded(recording, verifying);
  const recorded = where === undefined ? {} : { recorded: where };
  const outcome = isToSend ? verified : 'nothing';
  return { ...result, remarks: [...pushed, ...remarks], ...recorded, ...counted, outcome };
}

/** Sends what is left of the plan after a look at the server, and counts what it did where nothing can be read. */
async function push(
  source: Prepared,
  { lease, runtime, stop, hasWaited = false }: Executing & { lease: Lease | undefined },
): Promise<{ remarks: string[]; counts?: CountsCheck }> {
  const { options, checkout, input, result } = source;
  const { plan, changeComment } = result;
  await runtime.onStep(`Pushing ${counted(plan.changes.length, 'change')}`);
  // Announcing at origin takes time, whether it succeeds or not.
  const isOld = hasWaited || checkout.project.git?.origin === true;
  const left = isOld ? await stillPlanned(source, { plan, hasWaited }) : plan;
  const remarks = await pushUntilTaken(source, { plan: left, changeComment, lease, options, runtime, stop });
  // Before it is recorded: without a read, later plans take from the record that everything has arrived.
  const counts = options.verify && !isRead(input.liveSource) ? await compareCounts(source, plan) : undefined;
  return { remarks, ...(counts && { counts }) };
}

function refuseComparison({ into, offline }: Options): void {
  if (into === undefined && !offline) return;
  throw new CommandError({
    code: 'bad-option',
    message: '`into` and `offline` are for plans only. Remove them, or run plan.',
  });
}

/** The plan with the refusals that only an apply has. */
async function checked(prepared: Prepared, { cwd }: PrepareRuntime): Promise<Prepared> {
  const { checkout, options, result } = prepared;
  const plan = refuseUnreviewed(await refuseOlder(result.plan, checkout, options), options, cwd);
  return { ...prepared, result: { ...result, plan } };
}

/** Whether something was sent to the server of the target. */
export function isSent(applied: AppliedTarget): boolean {
  if ('error' in applied) return applied.error.exitStatus === EXIT.unknown;
  return OUTCOMES[applied.result.outcome].result === 'applied';
}

/** Of all targets together: once something was sent anywhere, a failure means that the result is partial. */
export function exitStatusOf(applied: readonly AppliedTarget[]): ExitStatus {
  const failures = applied.filter((one) => !isDone(one));
  if (failures.length === 0) return EXIT.done;
  if (applied.some(isSent)) return EXIT.unknown;
  const errors = failures.flatMap((one) => ('error' in one ? [one.error.exitStatus] : []));
  return errors[0] ?? EXIT.refused;
}

export const UNCHANGED = 'no changes';

/** Whether a later apply continues: something was sent, and not all is done. */
export function isPartial(applied: readonly AppliedTarget[]): boolean {
  return applied.some(isSent) && !applied.every(isDone);
}

/** What became of a target, in a few words. */
export function outcomeText(one: AppliedTarget): string {
  if ('error' in one) {
    const isUnknown = one.error.exitStatus === EXIT.unknown;
    return `${isUnknown ? 'failed, partly or with an unknown outcome' : 'failed'}: ${one.error.code}`;
  }
  const { outcome, plan, recorded } = one.result;
  if (one.attempted && outcome === 'nothing' && recorded === undefined) return UNCHANGED;
  if (one.attempted || outcome === 'refused') return OUTCOMES[outcome].words;
  return plan.changes.length > 0 ? 'not attempted' : UNCHANGED;
}
