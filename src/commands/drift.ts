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
import { withDeletedBefore } from '../apply/deleted-before.ts';
import { driftUnknown, nothingApplied, serverNotRead } from '../apply/drift-unknown.ts';
import { withOwners } from '../core/owners.ts';
import { planOf } from '../plan/make-plan.ts';
import { type Prepared, prepare } from '../apply/prepare.ts';
import { type TargetOptions, withoutMissingEnv } from '../apply/project.ts';
import { runningFinding } from '../core/record-sentences.ts';
import type { TargetRow } from '../apply/targets.ts';
import type { Runtime } from '../apply/runtime.ts';

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
  const prepared = await prepare(options, runtime, { missingEnv: 'warning' });
  prepared.close();
  const { result } = prepared;
  const plan = await driftOf(prepared);
  const isLast = looks <= 1 || !plan.drift.some(isCounted);
  if (!isLast && (await isOvertaken(prepared))) return drift(options, runtime, looks - 1);
  return {
    name: options.target,
    plan,
    outcome: plan.drift.some(isCounted) ? 'drifted' : 'clean',
    warnings: withoutMissingEnv(result.warnings),
    remarks: result.remarks,
    applied: options.lastApplied === undefined ? prepared.lastApplied.record?.done : undefined,
  };
}

/** Of several apply runs in a row, the warning about the running one says the rest. */
const MAX_LOOKS = 3;

/** Whether an apply began or ended since the record was read: what it sent would be taken for the work of others. */
async function isOvertaken({ lastApplied, project }: Prepared): Promise<boolean> {
  const { place, record } = lastApplied;
  const { git: repository } = project;
  if (repository === undefined || place === undefined || record === undefined) return false;
  const now = await readRecord({ ...place, repository }).catch(ignoreGitError);
  return now !== undefined && now.unreachable === undefined && now.head !== record.head;
}

async function driftOf(prepared: Prepared): Promise<Plan> {
  const { project, input, connection, otherProjects } = prepared;
  const { reason, record } = prepared.lastApplied;
  const { lastApplied, begun } = input.applied;
  const orphan = begun === undefined ? orphaned(prepared) : undefined;
  if (lastApplied === undefined && orphan)
    throw driftUnknown(reason, `${orphan.message} ${orphan.hint}`);
  if (lastApplied === undefined) throw nothingApplied(prepared.lastApplied, project);
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
  const owned = await withOwners(prepared.world, prepared, asDesired);
  const { approval: _, ...plan } = planOf(owned.compared);
  const moving = { ...input, others: owned.input.others ?? [] };
  const now = connection.http.now();
  const running = record && runningApply(record, { now });
  const found: Plan = {
    ...plan,
    isDrift: true,
    prune: input.policy.prune,
    onDrift: input.policy.onDrift,
    changes: [],
    drift: plan.drift.filter((change) => !hasMoved(change, moving)),
    findings:
      running === undefined ? [] : [{ severity: 'warning', ...runningFinding(running, now) }],
  };
  return withDeletedBefore(found, prepared);
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
  const there = find(live, change).row;
  return (
    isOverride(change) &&
    there !== undefined &&
    isSame(appliedRow(desired, addressIn(change)), there)
  );
}
