// drift: what changed on the server since the last apply. Only reads.
import { someOf } from '../lib/text.ts';
import { type Change, isCounted, isOverride, isRead, type Plan } from '../model/plan.ts';
import { appliedRow, isSame } from '../plan/causes.ts';
import { addressIn, find, isDeclaredIn } from '../plan/find-item.ts';
import type { PlanInput } from '../plan/input.ts';
import { ignoreGitError } from '../record/git-result.ts';
import { readRecord } from '../record/record.ts';
import { runningApply } from '../record/recorded-apply.ts';
import { INVALID_VALUE } from '../remote/read-live.ts';
import { orphaned } from '../core/unrecordable.ts';
import { withDeletedBefore } from '../core/deleted-before.ts';
import { driftUnknown, nothingApplied, serverNotRead } from '../core/drift-unknown.ts';
import { withOwners } from '../core/owners.ts';
import { planOf } from '../plan/make-plan.ts';
import type { ShownPlan } from '../core/plan-facts.ts';
import { plan as planFrom } from '../core/plan.ts';
import { shownPlan } from '../core/shown-plan.ts';
import { type OpenedTarget, openTarget } from '../world/open-target.ts';
import { type TargetOptions, withoutMissingEnv } from '../project/open-project.ts';
import { runningFinding } from '../core/record-sentences.ts';
import type { TargetRow } from '../core/target-rows.ts';
import type { Runtime } from '../runtime.ts';

/**
 * `plan.drift` has the differences, and the plan has no changes. Throws {@link CommandError} if nothing was applied, or without a read
 * of the server: unknown drift is not "no drift".
 */
export async function drift(
  options: TargetOptions,
  runtime: Runtime,
  looks = MAX_LOOKS,
): Promise<TargetRow> {
  // The record is compared with live, so the variables of this process do not matter.
  const opened = await openTarget(options, runtime, { missingEnv: 'warning' });
  const shown = await shownIn(opened);
  const plan = await driftOf(opened, shown);
  const isLast = looks <= 1 || !plan.drift.some(isCounted);
  if (!isLast && (await isOvertaken(opened, shown))) return drift(options, runtime, looks - 1);
  return {
    name: options.target,
    plan,
    outcome: plan.drift.some(isCounted) ? 'drifted' : 'clean',
    warnings: withoutMissingEnv(shown.warnings),
    remarks: shown.remarks,
    applied:
      options.lastApplied === undefined ? shown.lastApplied.recorded.record?.done : undefined,
  };
}

async function shownIn({ world, options, remarks, close }: OpenedTarget): Promise<ShownPlan> {
  try {
    const planned = await planFrom(world, options);
    return await shownPlan(world, planned, { remarks, isApply: false });
  } finally {
    close();
  }
}

/** Of several apply runs in a row, the warning about the running one says the rest. */
const MAX_LOOKS = 3;

/** Whether an apply began or ended since the record was read: what it sent would be taken for the work of others. */
async function isOvertaken(
  { project }: OpenedTarget,
  {
    lastApplied: {
      recorded: { place, record },
    },
  }: ShownPlan,
): Promise<boolean> {
  const { git: repository } = await project;
  if (repository === undefined || place === undefined || record === undefined) return false;
  const now = await readRecord({ ...place, repository }).catch(ignoreGitError);
  return now !== undefined && now.unreachable === undefined && now.head !== record.head;
}

async function driftOf({ world, connection }: OpenedTarget, shown: ShownPlan): Promise<Plan> {
  const { files, input, otherProjects } = shown;
  const {
    reason,
    recorded: { record },
  } = shown.lastApplied;
  const { lastApplied, begun } = input.applied;
  const orphan = begun === undefined ? orphaned(shown) : undefined;
  if (lastApplied === undefined && orphan)
    throw driftUnknown(reason, `${orphan.message} ${orphan.hint}`);
  if (lastApplied === undefined) throw nothingApplied(shown.lastApplied, files);
  if (!isRead(input.liveSource)) throw serverNotRead(connection.reads);
  const { unread = [] } = input.server;
  if (unread.length > 0)
    throw driftUnknown(`the server cannot show ${someOf(unread, { most: 5 })}`, INVALID_VALUE);
  // With the last applied state as desired, what remains of a plan is drift: what others added stays, and what an unfinished apply
  // sent is a change of this project.
  const policy = { ...input.policy, onDrift: 'keep', prune: 'none' } as const;
  const asDesired = {
    ...input,
    desired: lastApplied,
    policy,
    others: otherProjects.inFiles,
    approval: undefined,
  };
  const owned = await withOwners(world, shown, asDesired);
  const { approval: _, ...plan } = planOf(owned.compared);
  const moving = { ...input, others: owned.input.others ?? [] };
  const now = world.serverTime();
  const running = record && runningApply(record, { now });
  const driftPlan: Plan = {
    ...plan,
    isDrift: true,
    prune: input.policy.prune,
    onDrift: input.policy.onDrift,
    changes: [],
    drift: plan.drift.filter((change) => !hasMoved(change, moving)),
    findings:
      running === undefined ? [] : [{ severity: 'warning', ...runningFinding(running, now) }],
  };
  return withDeletedBefore(world, driftPlan, shown);
}

/**
 * Whether the files say that this project no longer has an item, which another one has applied since, or that it has it
 * from now on as it is. Then it was not changed by others.
 */
function hasMoved(
  change: Change,
  { desired, live, others = [] }: Pick<PlanInput, 'desired' | 'live' | 'others'>,
): boolean {
  const isApplied = others.some(
    ({ source, state }) => source === 'record' && isDeclaredIn(state, change),
  );
  if (!isDeclaredIn(desired, change)) return isApplied;
  const liveRow = find(live, change).row;
  return (
    isOverride(change) &&
    liveRow !== undefined &&
    isSame(appliedRow(desired, addressIn(change)), liveRow)
  );
}
