// What is said of an apply record: of apply runs that did not finish, and of a record that cannot be read or written.
import { CommandError } from '../errors.ts';
import { listed } from '../lib/text.ts';
import { isWorkflow } from '../lib/workflow.ts';
import { shortCommit, shownTime } from '../model/apply-entry.ts';
import type { Finding } from '../model/plan.ts';
import type { ProcessEnvironment } from '../options.ts';
import { isOutage } from '../record/outage.ts';
import { type ApplyRecord, type RecordedApply, runningApply } from '../record/recorded-apply.ts';
import type { MoveResult } from '../record/refs.ts';
import { duration } from '../semantics/push-time.ts';

/** What an apply is refused for, or what is noted on it. */
export type RecordFinding = Omit<Finding, 'severity'>;

/** Sentences about the unfinished work of others, which this apply takes over, or the next one. */
export function unfinishedRemarks(
  { begun, done }: Pick<ApplyRecord, 'begun' | 'done'>,
  { now, isApply, followed }: { now: Date; isApply: boolean; followed: readonly RecordedApply[] },
): string[] {
  const nextSentence = isApply
    ? 'This apply takes over its work, unless it is refused.'
    : 'The next apply takes over its work.';
  const left = runningApply({ begun }, { now }) === undefined ? begun : begun.slice(1);
  const kept = done?.kept.filter(({ state }) => state === 'begun') ?? [];
  return [...left, ...kept].map((apply) => {
    const isTaken = apply.stage === undefined || followed.includes(apply);
    const then = isTaken
      ? nextSentence
      : `The next apply of ${apply.stage?.name} takes over its work.`;
    return `An earlier ${applyText(apply)} did not finish: it may have sent all, some or none of its changes. ${then}`;
  });
}

function applyText({ source, actor, stage }: RecordedApply): string {
  const to = stage === undefined ? '' : ` (stage ${stage.name})`;
  return `apply of commit ${shortCommit(source)}${to}${actor === undefined ? '' : ` by ${actor}`}`;
}

/** Whose unfinished work an apply took over: `attempt 1 of this run`, or the commit and the run. */
export function senderOf(
  begun: readonly RecordedApply[],
  { run: thisRun }: { run?: string | undefined },
): string {
  return listed(
    begun.map((apply) => {
      const { run, attempt } = apply;
      if (thisRun !== undefined && run === thisRun && attempt !== undefined)
        return `attempt ${attempt} of this run`;
      return `an ${applyText(apply)}${run === undefined ? '' : ` (${run})`}`;
    }),
  );
}

export function runningFinding(
  { apply, until }: NonNullable<ReturnType<typeof runningApply>>,
  now: Date,
): RecordFinding {
  if (until === undefined) {
    const says =
      apply.until === undefined
        ? 'does not say when it ends'
        : `says that it ends at '${apply.until}', which is not a valid time`;
    return {
      code: 'apply-running',
      message: `Another apply has started, and its record ${says}: ${described(apply, now)}.`,
      hint: 'Wait for it to finish. If no apply is running, run `confighub-sync unlock`.',
    };
  }
  return {
    code: 'apply-running',
    message: `Another apply may still be running: ${described(apply, now)}.`,
    hint: `Wait for it to finish, at the latest at ${shownTime(until.toISOString())}: then the next apply takes over. If it is no longer running, run \`confighub-sync unlock\` (in a workflow, \`command: unlock\`).`,
  };
}

/** `apply of commit 0123456789 by ada, started 9 minutes ago, https://github.com/…/runs/42`. */
export function described(apply: RecordedApply, now: Date): string {
  const { since, run } = apply;
  const seconds = Math.round((now.getTime() - Date.parse(since)) / 1000);
  const started = Number.isNaN(seconds) ? [] : [`started ${duration(Math.max(0, seconds))} ago`];
  return [applyText(apply), ...started, ...(run === undefined ? [] : [run])].join(', ');
}

const PERSIST = '`persist-credentials` of actions/checkout (or `github-token` of this action)';

type NotMoved = Extract<MoveResult, { reason: string }>;
/** Where it is said: in a workflow, a person does other things. */
type RecordsPlace = { env: ProcessEnvironment };

/** Why a ref was not moved, as the end of a sentence. */
export function whyNotMoved({ outcome, reason }: NotMoved): string {
  return `origin ${outcome === 'unreachable' ? 'could not be reached' : 'rejected its record'} (${reason})`;
}

export function notRecorded(moved: NotMoved, where: RecordsPlace): CommandError {
  const { outcome, reason } = moved;
  const isOut = outcome === 'unreachable';
  if (isOut && isOutage(reason, where.env)) return originOut(reason, where);
  const needed = isOut
    ? neededToReach(reason, where)
    : `In a workflow, the job needs \`permissions: contents: write\`${isAnonymous(reason) ? `, and ${PERSIST}` : ''}. Elsewhere, check that you may push to \`refs/confighub-sync/*\`.`;
  return new CommandError({
    code: 'not-recorded',
    message: `This apply cannot be recorded, so nothing was sent: ${whyNotMoved(moved)}.`,
    hint: /matches more than one/.test(reason)
      ? 'Remove the branch or tag at origin that has the name of the record.'
      : `${needed} To apply without a record, without a lock and without pruning, set \`record: false\` in the project file.`,
  });
}

/** What to do so that origin can be reached. */
export function neededToReach(reason: string, where: RecordsPlace): string {
  if (isOutage(reason, where.env)) return tryAgain(where);
  return isAnonymous(reason)
    ? `In a workflow, set ${PERSIST}. Elsewhere, set up a credential helper for Git.`
    : 'Check its address (`git remote get-url origin`), the network, and your access.';
}

function isAnonymous(reason: string): boolean {
  return /could not read (Username|Password)|terminal prompts disabled|Authentication/i.test(
    reason,
  );
}

/** What to do after an outage of origin. */
export function tryAgain({ env }: RecordsPlace): string {
  return isWorkflow(env) ? 'Run this job again.' : 'Try again.';
}

/** @param reason that of an outage */
export function originOut(reason: string, runtime: RecordsPlace): CommandError {
  return new CommandError({
    code: 'origin-unreachable',
    message: `Nothing was sent: origin could not be reached (${reason}).`,
    hint: tryAgain(runtime),
  });
}
