// What plans and applies say of an apply that others have begun.
import { shortCommit, shownTime } from '../model/apply-entry.ts';
import type { Finding } from '../model/plan.ts';
import { type ApplyRecord, type RecordedApply, runningApply } from '../record/record.ts';
import { duration } from '../semantics/push-time.ts';

/** Sentences about the unfinished work of others that the next apply takes over. */
export function unfinishedRemarks({ begun }: Pick<ApplyRecord, 'begun'>, now: Date): string[] {
  const left = runningApply({ begun }, { now }) === undefined ? begun : begun.slice(1);
  return left.map(({ source, actor }) => {
    const by = actor === undefined ? '' : ` by ${actor}`;
    return `An earlier apply of commit ${shortCommit(source)}${by} did not finish: all of it, a part or nothing may be on the server. The next apply takes over its work.`;
  });
}

export function runningFinding(
  { apply, until }: NonNullable<ReturnType<typeof runningApply>>,
  now: Date,
): Omit<Finding, 'severity'> {
  if (until === undefined) {
    const says = apply.until === undefined ? 'does not say when it ends' : `ends at '${apply.until}', which cannot be`;
    return {
      code: 'apply-running',
      message: `Another apply has begun, and its record ${says}: ${described(apply, now)}.`,
      hint: 'Wait for it to finish. If no apply is running, run `confighub-sync unlock`.',
    };
  }
  return {
    code: 'apply-running',
    message: `Another apply may still be running: ${described(apply, now)}.`,
    hint: `Wait for it to finish, at the latest at ${shownTime(until.toISOString())}: then the next apply takes over. If it is no longer running, run \`confighub-sync unlock\` (in a workflow, \`command: unlock\`).`,
  };
}

/** `begun 9 minutes ago by ada, commit 0123456789, https://github.com/…/runs/42`. */
export function described({ since, actor, source, run }: RecordedApply, now: Date): string {
  const seconds = Math.round((now.getTime() - Date.parse(since)) / 1000);
  const ago = Number.isNaN(seconds) ? '' : ` ${duration(Math.max(0, seconds))} ago`;
  const parts = [`begun${ago}${actor === undefined ? '' : ` by ${actor}`}`, `commit ${shortCommit(source)}`, run];
  return parts.filter((part) => part !== undefined).join(', ');
}
