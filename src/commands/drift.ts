// drift: what changed on the server since the last apply. Only reads.
import { CommandError } from '../errors.ts';
import { someOf } from '../lib/text.ts';
import { isCounted, isRead, type Plan } from '../model/plan.ts';
import { GIVE_TOKEN } from '../model/server-reads.ts';
import { makePlan } from '../plan/make-plan.ts';
import { INVALID_VALUE } from '../remote/read-live.ts';
import { type Prepared, prepare } from '../apply/prepare.ts';
import { type TargetOptions, withoutMissingEnv } from '../apply/project.ts';
import type { Row } from '../apply/targets.ts';
import type { Runtime } from '../apply/runtime.ts';

/**
 * `plan.drift` has the differences, and the plan has no changes. Throws {@link CommandError} without a baseline or a read
 * of the server: unknown drift is not "no drift".
 */
export async function drift(options: TargetOptions, runtime: Runtime): Promise<Row> {
  // The record is compared with live, so the variables of this process do not matter.
  const prepared = await prepare(options, runtime, { missingEnv: 'warning' });
  prepared.close();
  const { result } = prepared;
  const plan = driftOf(prepared);
  return {
    name: options.target,
    plan,
    outcome: plan.drift.some(isCounted) ? 'drifted' : 'clean',
    warnings: withoutMissingEnv(result.warnings),
    remarks: result.remarks,
  };
}

function driftOf({ project, baseline: { reason }, input }: Prepared): Plan {
  const { baseline } = input.applied;
  if (baseline === undefined) throw unknown(reason, project.git === undefined ? USE_GIT : APPLY_FIRST);
  if (!isRead(input.liveSource)) throw unknown(NOT_READ, GIVE_TOKEN);
  const { unread = [] } = input.server;
  if (unread.length > 0) throw unknown(`the server cannot show ${someOf(unread, { most: 5 })}`, INVALID_VALUE);
  // With the baseline as desired, what remains of a plan is drift. Items created by others are shown, not deleted.
  const { begun: _, ...applied } = input.applied;
  const policy = { ...input.policy, onDrift: 'keep', prune: 'managed' } as const;
  const asDesired = { ...input, desired: baseline, applied, policy, purpose: 'drift' } as const;
  const { force: __, ...plan } = makePlan({ ...asDesired, force: undefined });
  return { ...plan, changes: [], findings: [] };
}

const APPLY_FIRST = 'Apply once, or pass the last applied commit with --baseline.';
const USE_GIT =
  'Run `git init` in the project folder, commit the files, and apply once. `confighub-sync plan` shows differences without a record.';
const NOT_READ = 'the server offers neither the export nor, with a token, `pull`';

function unknown(why: string, hint: string): CommandError {
  return new CommandError({ code: 'drift-unknown', message: `Cannot determine drift: ${why}.`, hint });
}
