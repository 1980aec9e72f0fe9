// Whether another apply is under way, and what is said of it.
import type { Applying } from '../baseline/announcement.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { Finding, Plan } from '../model/plan.ts';
import { duration } from '../model/push-time.ts';
import type { Baseline } from './baseline.ts';

/** An announcement counts until it expires; one that does not say when, until somebody unlocks. */
export function isRunning(applying: Applying | undefined, now: Date): applying is Applying {
  return applying !== undefined && (applying.until === undefined || now < applying.until);
}

/** The announcement of a run that died: the next one takes it over. */
export function deadApplying(applying: Applying | undefined, now: Date): Applying | undefined {
  return isRunning(applying, now) ? undefined : applying;
}

export function runningFinding(applying: Applying, now: Date): Omit<Finding, 'severity'> {
  const { problem, until } = applying;
  if (problem !== undefined || until === undefined) {
    return {
      code: 'apply-running',
      message: `Another apply announced itself, and what it announced cannot be read${problem === undefined ? '' : ` (${problem})`}.`,
      hint: 'Wait for it. If no apply is running, remove it with `confighub-sync unlock`.',
    };
  }
  return {
    code: 'apply-running',
    message: `Another apply may still be running: ${described(applying, now)}.`,
    hint: `Wait for it. At ${until.toISOString()} it counts as dead, unless it gives another sign of life, and the next apply takes over. If you know that it is dead, run \`confighub-sync unlock\` (in a workflow, \`command: unlock\`).`,
  };
}

/** `announced 9 minutes ago by ada, last sign of life 2 minutes ago, commit 0123456789, https://github.com/…/runs/42`. */
export function described({ since, renewed, actor, source, run }: Applying, now: Date): string {
  const ago = (time: Date) =>
    `${duration(Math.max(0, Math.round((now.getTime() - time.getTime()) / 1000)))} ago`;
  const parts = [
    `announced${since === undefined ? '' : ` ${ago(since)}`}${actor === undefined ? '' : ` by ${actor}`}`,
    renewed && `last sign of life ${ago(renewed)}`,
    source && `commit ${shortCommit(source)}`,
    run,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** The plan of somebody who only looks: what another apply is about to change is not in it. */
export function withRunningWarning(plan: Plan, { baseline, now }: { baseline: Baseline; now: Date }): Plan {
  const applying = baseline.applied?.applying;
  if (!isRunning(applying, now)) return plan;
  const warning = { severity: 'warning', ...runningFinding(applying, now) } as const;
  return { ...plan, findings: [...plan.findings, warning] };
}
