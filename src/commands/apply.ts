// apply: plan, check, announce, push, record, verify.
import { CommandError } from '../errors.ts';
import { parseForce } from '../model/force.ts';
import { hasRefusals, type Plan } from '../model/plan.ts';
import type { CountsCheck } from '../model/server-reads.ts';
import type { Options } from '../options.ts';
import { makePlan } from '../plan/make-plan.ts';
import { announceApply, whileAnnounced } from './announce.ts';
import { changeComment } from './change-comment.ts';
import { completeApply, type CompletedApply, completedText } from './complete-apply.ts';
import { refuseUnreviewed } from './plan-file.ts';
import { type PlanResult, resultOf } from './plan.ts';
import { prepare, type Prepared } from './prepare.ts';
import type { Stop } from './stop.ts';
import { pushUntilTaken, stillPlanned, verify } from './push.ts';
import { record, refuseOlder, uncommitted, withRecordRenamed } from './record.ts';
import type { Runtime } from './runtime.ts';

/**
 * `verified`: read again, and nothing differs. `unverified`: the server offers no read to verify with. `unchecked`:
 * nobody asked for it (`--no-verify`).
 */
export type Outcome = 'nothing' | 'refused' | 'verified' | 'unverified' | 'unchecked';

export interface ApplyResult extends PlanResult {
  outcome: Outcome;
  /** Where nothing but the counts of the server could be compared. */
  counts?: CountsCheck;
}

/** What an apply asks and tells besides. */
export interface ApplyRuntime extends Runtime {
  /** Asks whether a plan that only limits refuse is to be applied all the same; absent: there is nobody to ask. */
  approve?: (result: PlanResult) => Promise<boolean>;
  /** Called when an apply has completed the record of an earlier one, whose outcome was not known. */
  onCompleted?: (completed: CompletedApply) => Promise<void>;
  /** Called before an apply leaves its first trace: until then a signal may end the process as always. */
  heedStop?: () => Stop;
}

/** @param onPlan gets the plan before anything is sent, so that it is seen whatever becomes of the push */
export async function apply(
  options: Options,
  runtime: ApplyRuntime,
  onPlan: (result: PlanResult) => Promise<void>,
): Promise<ApplyResult> {
  const check = async (prepared: Prepared) =>
    refuseUnreviewed(await refuseOlder(prepared, options), options, runtime.cwd);
  const use = async (asked: Prepared): Promise<ApplyResult> => {
    const approved = await withApproval(asked, { options, runtime, check });
    // Git looks at the work tree while it is asked for other things.
    const looking = uncommitted(approved);
    looking.catch(() => undefined);
    const checked = await check(approved);
    const isSending = !hasRefusals(checked) && checked.changes.length > 0;
    const prepared = isSending ? await withRecordRenamed(approved, runtime.now()) : approved;
    const stop = runtime.heedStop?.();
    const { plan, lease } = await announceApply(prepared, { plan: checked, runtime });
    const result = { ...resultOf(prepared), plan };
    const push = async () => {
      await onPlan({ ...result, remarks: [...result.remarks, ...(await looking)] });
      if (hasRefusals(plan) || plan.changes.length === 0) return [];
      // Held or not: origin was asked, and that takes its time.
      const hasWaited = approved !== asked;
      const isOld = prepared.project.git?.origin === true || hasWaited;
      const left = isOld ? await stillPlanned(prepared, { plan, hasWaited }) : plan;
      return pushUntilTaken(prepared, { plan: left, lease, options, runtime, stop });
    };
    const pushed = await whileAnnounced(push, { ...prepared.project, lease, now: runtime.now });
    if (hasRefusals(plan)) return { ...result, outcome: 'refused' };
    const isSent = plan.changes.length > 0;
    // Read while Git writes.
    const verifying = isSent && options.verify ? verify(prepared, plan) : undefined;
    verifying?.catch(() => undefined);
    // Recorded before it is verified: what the server took is ours, whatever reading says afterwards.
    const recorded = await record(prepared, { runtime, held: lease?.held, options });
    if (!isSent) return { ...result, remarks: recorded, outcome: 'nothing' };
    const verified = (await verifying) ?? { outcome: 'unchecked' as const };
    // The plan's own remarks were seen with it; these are about what came after.
    return { ...result, remarks: [...pushed, ...recorded], ...verified };
  };
  refuseComparison(options);
  const useFirst = async (asked: Prepared): Promise<ApplyResult> => {
    const completed = await completeApply(asked, { options, runtime });
    if (completed === undefined) return use(asked);
    await runtime.onCompleted?.(completed);
    // The record is another one now.
    return prepare(options, { runtime, use: (again) => use(withRemark(again, completed)) });
  };
  return prepare(options, { runtime, use: useFirst });
}

function withRemark(prepared: Prepared, completed: CompletedApply): Prepared {
  return { ...prepared, remarks: [...prepared.remarks, completedText(completed)] };
}

/** What looks at a plan from a branch's side has no part in what is pushed. */
function refuseComparison({ base, offline }: Options): void {
  if (base === undefined && !offline) return;
  throw new CommandError({
    code: 'bad-option',
    message: '`base` and `offline` are for plans only. Remove them, or run plan.',
  });
}

interface Asking {
  options: Options;
  runtime: ApplyRuntime;
  /** What else an apply finds when it begins. */
  check: (prepared: Prepared) => Promise<Plan>;
}

/** As it was where nothing is to be asked, nobody can be, the approval was given otherwise, or the answer is no. */
async function withApproval(prepared: Prepared, asking: Asking): Promise<Prepared> {
  const { options, runtime, check } = asking;
  const { force: text } = prepared.plan;
  if (runtime.approve === undefined || options.force !== undefined || text === undefined) return prepared;
  const approved = await approvedBy(text, { prepared, ...asking });
  if (hasRefusals(await check(approved))) return prepared;
  return (await runtime.approve(resultOf(prepared))) ? approved : prepared;
}

async function approvedBy(
  text: string,
  { prepared, options, runtime }: { prepared: Prepared } & Pick<Asking, 'options' | 'runtime'>,
): Promise<Prepared> {
  const force = parseForce(text);
  const input = { ...prepared.input, ...(force && { force }) };
  const plan = makePlan(input);
  const { head, project } = prepared;
  const comment = await changeComment(options, { git: project.git, head, plan, runtime });
  return { ...prepared, input, plan, changeComment: comment };
}
