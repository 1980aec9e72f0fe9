// apply: plan, check, announce, push, record, verify.
import { CommandError } from '../errors.ts';
import type { Outcome } from '../model/outcome.ts';
import { parseForce } from '../model/force.ts';
import { hasRefusals, isRead, type Plan } from '../model/plan.ts';
import type { CountsCheck } from '../model/server-reads.ts';
import type { Options } from '../options.ts';
import { announceApply, whileAnnounced } from './announce.ts';
import { withForce, withReviews } from './approval.ts';
import { refuseUnreviewed } from './plan-file.ts';
import { type PlanResult, prepare, type Prepared } from './prepare.ts';
import { compareCounts, pushUntilTaken, stillPlanned, verify } from './push.ts';
import { record, type Recorded, refuseOlder, withRecordRenamed } from './record.ts';
import type { Runtime } from './runtime.ts';
import type { Stop } from './stop.ts';
import { uncommittedWarning } from './work-tree.ts';

/**
 * `declined`: a person was asked, and did not want it. `verified`: read again, and nothing differs. `unverified`: the
 * server offers no read to verify with. `unchecked`: verification is off (`--no-verify`).
 */

export interface ApplyResult extends PlanResult {
  outcome: Outcome;
  /** Where this apply wrote a record; absent: nowhere, or a remark says where. */
  recorded?: Recorded['where'];
  /** Where only the counts of the server could be compared. */
  counts?: CountsCheck;
}

export interface ApplyRuntime extends Runtime {
  /** Asks a person to approve a plan that only limits refuse; absent: not interactive. */
  approve?: (result: PlanResult) => Promise<boolean>;
  /** Asks a person before any other plan is sent; absent: not interactive. */
  confirm?: (result: PlanResult) => Promise<boolean>;
  /** Called with the plan before anything is announced or sent; waits until it is the turn of this apply. */
  proceed?: (result: PlanResult) => Promise<Proceed>;
  /** Called before an apply announces itself: until then a signal may end the process as usual. */
  heedStop?: () => Stop;
}

/** `stop`: nothing is sent. `asked`: go on, and a person has taken the time to answer. */
export type Proceed = 'stop' | 'go' | 'asked';

type OnPlan = (result: PlanResult) => Promise<void>;

/** @param onPlan gets the plan before anything is sent, so that it is shown whatever happens to the push */
export async function apply(options: Options, runtime: ApplyRuntime, onPlan: OnPlan): Promise<ApplyResult> {
  refuseComparison(options);
  const use = (prepared: Prepared) => applyPlan(prepared, { options, runtime, onPlan });
  return prepare(options, { runtime, isApply: true, use });
}

interface Applying {
  options: Options;
  runtime: ApplyRuntime;
  onPlan: OnPlan;
}

async function applyPlan(planned: Prepared, applying: Applying): Promise<ApplyResult> {
  const { options, runtime } = applying;
  const { checkout, result } = planned;
  // Before a person is asked, they are told if the commit is not what they apply.
  const prepared = result.plan.changes.length === 0 ? planned : withRemarks(planned, uncommittedWarning(checkout));
  const reviewed = await withReviews(prepared, { options, runtime, isApply: true });
  const approved = await withApproval(reviewed, applying);
  const plan = await check(approved, applying);
  const isApproved = approved !== reviewed;
  const mustAsk = isSending(plan) && !isApproved && runtime.confirm !== undefined;
  const toConfirm = { ...approved.result, plan };
  if (mustAsk && !(await runtime.confirm?.(toConfirm))) return { ...toConfirm, outcome: 'declined' };
  const proceed = await runtime.proceed?.(toConfirm);
  if (proceed === 'stop') return { ...toConfirm, outcome: hasRefusals(plan) ? 'refused' : 'declined' };
  // A person takes time, and so do the forge and other targets.
  const hasWaited = isApproved || mustAsk || proceed === 'asked';
  return pushAndRecord(
    { ...approved, result: toConfirm },
    { ...applying, hasWaited, isOld: hasWaited || approved !== prepared || proceed !== undefined },
  );
}

function isSending(plan: Plan): boolean {
  return !hasRefusals(plan) && plan.changes.length > 0;
}

interface Pushing extends Applying {
  /** A person was asked: everything is read again before the push. */
  hasWaited: boolean;
  /** Time has passed since the plan was made. */
  isOld: boolean;
}

async function pushAndRecord(prepared: Prepared, pushing: Pushing): Promise<ApplyResult> {
  const { options, runtime, onPlan, hasWaited } = pushing;
  const { input, result: planned, reads } = prepared;
  const isToSend = isSending(planned.plan);
  const checkout = isToSend ? await withRecordRenamed(prepared.checkout, runtime.now()) : prepared.checkout;
  const source = { ...prepared, checkout };
  const stop = runtime.heedStop?.();
  const { plan, lease } = await announceApply(checkout, { plan: planned.plan, runtime });
  const result = { ...planned, plan };
  const { git } = checkout.project;
  const push = async () => {
    await onPlan(result);
    if (!isSending(plan)) return { remarks: [] };
    // Announcing at origin takes time, whether it succeeds or not.
    const isOld = git?.origin === true || pushing.isOld;
    const left = isOld ? await stillPlanned(source, { plan, hasWaited }) : plan;
    const { changeComment } = planned;
    const remarks = await pushUntilTaken(source, { plan: left, changeComment, lease, options, runtime, stop });
    // Before it is recorded: without a read, later plans take from the record that everything has arrived.
    const counts = options.verify && !isRead(input.liveSource) ? await compareCounts(source, plan) : undefined;
    return { remarks, ...(counts && { counts }) };
  };
  const { remarks: pushed, ...counted } = await whileAnnounced(push, { git, lease, now: runtime.now });
  if (hasRefusals(plan)) return { ...result, outcome: 'refused' };
  const isSent = plan.changes.length > 0;
  // The server is read while Git writes the record.
  const verifying = isSent && options.verify ? verify(source, plan) : undefined;
  verifying?.catch(() => undefined);
  // Recorded before it is verified: an accepted push is recorded whatever the verification finds.
  const done = { checkout, input, plan, reads };
  const { remarks, where } = await record(done, { runtime, held: lease?.held, options });
  const recorded = where === undefined ? {} : { recorded: where };
  if (!isSent) return { ...result, remarks, ...recorded, outcome: 'nothing' };
  const outcome = (await verifying) ?? 'unchecked';
  // The remarks of the plan were shown with it.
  return { ...result, remarks: [...pushed, ...remarks], ...recorded, ...counted, outcome };
}

function withRemarks(prepared: Prepared, remarks: readonly string[]): Prepared {
  const { result } = prepared;
  return { ...prepared, result: { ...result, remarks: [...result.remarks, ...remarks] } };
}

function refuseComparison({ into, offline }: Options): void {
  if (into === undefined && !offline) return;
  throw new CommandError({
    code: 'bad-option',
    message: '`into` and `offline` are for plans only. Remove them, or run plan.',
  });
}

/** The plan with the refusals that only an apply has. */
async function check(
  { checkout, result }: Pick<Prepared, 'checkout' | 'result'>,
  { options, runtime }: Pick<Applying, 'options' | 'runtime'>,
): Promise<Plan> {
  return refuseUnreviewed(await refuseOlder(result.plan, checkout, options), options, runtime.cwd);
}

/** The same object if no approval is needed or possible, the approval is refused, or it would not be enough. */
async function withApproval(prepared: Prepared, applying: Pick<Applying, 'options' | 'runtime'>): Promise<Prepared> {
  const { options, runtime } = applying;
  const { force: text } = prepared.result.plan;
  if (runtime.approve === undefined || options.force !== undefined || text === undefined) return prepared;
  const approved = await withForce(prepared, { ...applying, force: parseForce(text) });
  if (hasRefusals(await check(approved, applying))) return prepared;
  return (await runtime.approve(prepared.result)) ? approved : prepared;
}
