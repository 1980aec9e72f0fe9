// What is said about records: of applies that others have begun, and why an apply cannot be recorded.
import { CommandError } from '../errors.ts';
import { shortCommit, shownTime } from '../model/apply-entry.ts';
import type { Finding } from '../model/plan.ts';
import { type ApplyRecord, type RecordedApply, runningApply } from '../record/record.ts';
import type { MoveResult } from '../record/refs.ts';
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

const PERSIST = '`persist-credentials` of actions/checkout (or `github-token` of this action)';

export function notRecorded({ outcome, reason }: Extract<MoveResult, { reason: string }>): CommandError {
  if (outcome === 'unreachable') return unreachable(reason);
  return new CommandError({
    code: 'not-recorded',
    message: `This apply cannot be recorded, so nothing was sent: origin rejected its record (${reason}).`,
    hint: /matches more than one/.test(reason)
      ? 'Remove the branch or tag at origin that is named like the record.'
      : `In a workflow, the job needs \`permissions: contents: write\`${isAnonymous(reason) ? `, and ${PERSIST}` : ''}. Elsewhere, check that you may push to \`refs/confighub-sync/*\`. To apply without a record, without a lock and without pruning, set \`record: false\` in the project file.`,
  });
}

export function unreachable(reason: string): CommandError {
  return new CommandError({
    code: 'not-recorded',
    message: `This apply cannot be recorded, so nothing was sent: origin cannot be reached (${reason}).`,
    hint: `${neededToReach(reason).trim()} To apply without a record, without a lock and without pruning, set \`record: false\` in the project file.`,
  });
}

/** Advice to append to a warning. */
export function neededToReach(reason: string): string {
  return isAnonymous(reason)
    ? ` In a workflow, set ${PERSIST}. Elsewhere, set up a credential helper for Git.`
    : ' Check its address (`git remote get-url origin`), the network, and your access.';
}

function isAnonymous(reason: string): boolean {
  return /could not read (Username|Password)|terminal prompts disabled|Authentication/i.test(reason);
}
