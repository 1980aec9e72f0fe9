// Announces an apply before anything is sent: as a lock, a statement of intent, and a test that it can be recorded.
import {
  announce,
  type AnnounceResult,
  type Applying,
  markOver,
  readApplying,
  withdraw,
} from '../record/announcement.ts';
import { neededFor } from '../record/applied-record.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { fetchCommits, refusedBy } from '../record/refs.ts';
import { CommandError, EXIT } from '../errors.ts';
import { someOf } from '../lib/text.ts';
import { type Finding, hasRefusals, isRead, type Plan, withFindings } from '../model/plan.ts';
import { deadApplying, isRunning, Lease, LIFETIME, runningFinding } from './lease.ts';
import type { Checkout } from './prepare.ts';
import { entryOf } from './record.ts';
import type { Runtime } from './runtime.ts';
import { PushUnknown } from './send.ts';

export interface Announced {
  /** With an additional refusal if the apply must not continue. */
  plan: Plan;
  /** Absent: nothing was announced, because there is nothing to send or no place to announce it. */
  lease?: Lease;
}

interface Announcing {
  plan: Plan;
  runtime: Pick<Runtime, 'now' | 'every' | 'onStep' | 'actor' | 'run'>;
}

/** An empty or refused plan is not announced. */
export async function announceApply(checkout: Checkout, { plan, runtime }: Announcing): Promise<Announced> {
  const { project, baseline } = checkout;
  const { ref, applied } = baseline;
  if (plan.changes.length === 0 || hasRefusals(plan)) return { plan };
  if (project.git === undefined || ref === undefined || applied === undefined) return { plan };
  const now = runtime.now();
  if (isRunning(applied.applying, now)) return { plan: refused(plan, runningFinding(applied.applying, now)) };
  runtime.onStep('Announcing the apply');
  const { git } = project;
  const { left, ...entry } = await entryOf({ checkout, plan }, { git, applied, runtime });
  if (!isRead(plan.live) && left.length > 0) return { plan: refused(plan, notCommitted(left)) };
  const until = new Date(now.getTime() + LIFETIME);
  const dead = deadApplying(applied.applying, now);
  const result = await announce(git, { ...entry, ref, applied, dead, now, until }).catch(refusedBy);
  if (result.outcome === 'announced') return { plan, lease: new Lease(git, result.held, runtime) };
  const finding = await findingOf(result, { git, plan, now });
  return { plan: finding === undefined ? plan : refused(plan, finding) };
}

function refused(plan: Plan, finding: Omit<Finding, 'severity'>): Plan {
  return withFindings(plan, { severity: 'refusal', ...finding });
}

type Failure = Exclude<AnnounceResult, { outcome: 'announced' }>;

async function findingOf(
  result: Failure,
  { git, plan, now }: { git: GitRepository; plan: Plan; now: Date },
): Promise<Omit<Finding, 'severity'> | undefined> {
  if (result.outcome === 'overtaken') return OVERTAKEN;
  if (result.outcome === 'running') {
    const running = await whoIsRunning(git, result);
    return running === undefined ? OVERTAKEN : runningFinding(running, now);
  }
  const isBlind = !isRead(plan.live);
  const deletes = plan.changes.some(({ action }) => action === 'delete');
  return deletes || isBlind ? notAnnounced(result, isBlind) : undefined;
}

async function whoIsRunning(
  git: GitRepository,
  { commit, where }: Extract<Failure, { outcome: 'running' }>,
): Promise<Applying | undefined> {
  if (commit === undefined) return undefined;
  if (where === 'origin') await fetchCommits(git, [commit]);
  return readApplying(git, { where, commit });
}

const OVERTAKEN = {
  code: 'apply-overtaken',
  message: 'Another apply finished while this one was being planned.',
  hint: 'Apply again to plan from the current state.',
} as const;

function notCommitted(left: readonly string[]): Omit<Finding, 'severity'> {
  const files = left.length === 1 ? 'an uncommitted file' : 'uncommitted files';
  return {
    code: 'not-committed',
    message: `This apply would push ${files}: ${someOf(left, { most: 3 })}. Without reading the server, later plans rely on the record, which at origin contains only committed files.`,
    hint: 'Commit them, then apply again.',
  };
}

function notAnnounced(
  { outcome, reason }: Extract<Failure, { reason: string }>,
  isBlind: boolean,
): Omit<Finding, 'severity'> {
  const why = outcome === 'refused' ? 'origin rejected its refs' : 'origin cannot be reached';
  return {
    code: 'not-announced',
    message: `This plan ${isBlind ? 'was made without reading the server' : 'deletes items'}, and the apply cannot be recorded: ${why} (${reason}). ${isBlind ? 'Later plans rely on the record.' : 'Without the record, later plans cannot tell what this project may delete.'}`,
    hint: `In a workflow, the job needs ${neededFor(reason)}.${isBlind ? '' : ' A plan without deletes can still be applied.'}`,
  };
}

/** Runs what an announced apply sends, then renews, withdraws or ends the announcement according to its outcome. */
export async function whileAnnounced<Result>(
  work: () => Promise<Result>,
  { git, lease, now }: { git: GitRepository | undefined; lease: Lease | undefined; now: () => Date },
): Promise<Result> {
  try {
    const result = await work();
    await lease?.end();
    return result;
  } catch (error) {
    if (git !== undefined && lease !== undefined) await endAfter(error, { git, lease, now: now() });
    throw error;
  }
}

/** As far as possible: an announcement that is left expires. */
async function endAfter(
  error: unknown,
  { git, lease, now }: { git: GitRepository; lease: Lease; now: Date },
): Promise<void> {
  // The server may still be processing the push, so the next apply must wait too.
  const mayStillRun = error instanceof PushUnknown && error.mayStillRun;
  if (mayStillRun) await lease.renew();
  await lease.end();
  if (mayStillRun) return;
  const { held } = lease;
  const isKnown = error instanceof CommandError;
  if (isKnown && error.exitStatus !== EXIT.unknown) await withdraw(git, { held, now });
  else await markOver(git, { held, now });
}
