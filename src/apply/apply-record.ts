// The record of an apply: refuses what cannot be recorded, and begins, extends and finishes it around the pushes.
import { isDeepStrictEqual } from 'node:util';
import { CommandError, EXIT } from '../errors.ts';
import { isWorkflow } from '../lib/workflow.ts';
import { shortCommit, shownTime } from '../model/apply-entry.ts';
import {
  countChanges,
  type Finding,
  hasRefusals,
  holdsSecret,
  howToUpdate,
  isRead,
  type Plan,
  withFindings,
} from '../model/plan.ts';
import type { State, Vdt } from '../model/state.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { phasesOf } from '../plan/push-batches.ts';
import { gitErrorOf, ignoreGitError } from '../record/git-result.ts';
import {
  type ApplyRecord,
  begin,
  close,
  extend,
  finish,
  type HeldApply,
  isClosed,
  recordDone,
  type Recording,
  type RecordPlace,
  withdraw,
} from '../record/record.ts';
import { beginningOf, runningApply } from '../record/running.ts';
import {
  countsInSummary,
  readsText,
  type RecordedTypes,
  summaryOf,
} from '../record/record-format.ts';
import type { MoveResult } from '../record/refs.ts';
import { pushLimit, PushUnknown } from '../remote/pusher.ts';
import { actorOf } from './change-comment.ts';
import {
  appliedCommit,
  branchAppliedText,
  isUnpushed,
  type Lineage,
  notFollowing,
} from './lineage.ts';
import { contentElsewhere } from './content-elsewhere.ts';
import { tryAgain } from './git-files.ts';
import { leftSecrets } from './left-secrets.ts';
import type { PlanResult, Prepared } from './prepare.ts';
import {
  neededToReach,
  notRecorded,
  recordInClone,
  runningFinding,
  whyNotMoved,
} from './records.ts';
import { isBest, UNCHANGED_FIRST } from './renamed-project.ts';
import type { Runtime } from './runtime.ts';
import type { TargetRow } from './targets.ts';
import { forgetLine, moveLine } from '../record/command-lines.ts';
import { fitText } from '../core/applied.ts';

// --- What is refused before a person is asked -----------------------------------------------------------------------

/** With refusals for what cannot be recorded, or may undo a newer apply. Throws if origin is out of reach. */
export async function refuseUnrecordable(prepared: Prepared): Promise<Plan> {
  const { plan } = prepared.result;
  const { record, problem } = prepared.lastApplied;
  const isSending = plan.changes.length > 0;
  // Without changes, too: what the other project file declared is not known to be managed.
  const orphan = orphaned(prepared);
  if (!isSending && problem === undefined) return withSaid(plan, 'refusal', [orphan]);
  if (record?.unreachable !== undefined)
    throw notRecorded({ outcome: 'unreachable', reason: record.unreachable }, prepared.runtime);
  const older = await olderCommit(prepared);
  // With nothing to send, renewing the record is all that it does. Otherwise it waits for its turn to begin.
  const running = isSending ? undefined : runningNow(prepared);
  const said = [uncommitted(prepared), orphan, await inClone(prepared), older, running];
  const refused = withFindings(withSaid(plan, 'refusal', said), ...elsewhere(prepared));
  return withSaid(refused, 'warning', [older === undefined ? await unmerged(prepared) : undefined]);
}

function runningNow({
  lastApplied: { record },
  connection,
  runtime,
}: Prepared): RecordFinding | undefined {
  const now = connection.http.now();
  const running = record && runningApply(record, { now, ...attemptOf(runtime) });
  return running && runningFinding(running, now);
}

function attemptOf({ run, env }: Runtime): Pick<Recording, 'run' | 'attempt'> {
  return { run, attempt: run === undefined ? undefined : env.GITHUB_RUN_ATTEMPT };
}

function elsewhere({ project, runtime }: Prepared): Finding[] {
  return contentElsewhere(project, runtime.merge);
}

/** For a plan: what an apply will be refused for, and what it may be refused for. @param mayBeOlder whether the applied commit will be another one */
export async function warnOfRecord(
  plan: Plan,
  prepared: Prepared,
  mayBeOlder: boolean,
): Promise<Plan> {
  const { record } = prepared.lastApplied;
  const now = prepared.connection.http.now();
  const running = record && runningApply(record, { now });
  const isSending = plan.changes.length > 0;
  const older = isSending && !mayBeOlder ? await olderCommit(prepared) : undefined;
  const merge = isSending && mayBeOlder ? await prepared.mergeLineage() : undefined;
  const said = withSaid(plan, 'refusal', [orphaned(prepared)]);
  const refused = isSending ? withFindings(said, ...elsewhere(prepared)) : said;
  return withSaid(refused, 'warning', [
    running && runningFinding(running, now),
    await inClone(prepared),
    older && { ...older, message: `An apply of this commit will be refused. ${older.message}` },
    merge?.kind === 'branch' ? { code: 'older-commit', ...branchAppliedText(merge) } : undefined,
  ]);
}

type RecordFinding = Omit<Finding, 'severity'>;

function withSaid(
  plan: Plan,
  severity: Finding['severity'],
  said: readonly (RecordFinding | undefined)[],
): Plan {
  return withFindings(plan, ...said.flatMap((one) => (one ? [{ severity, ...one }] : [])));
}

function uncommitted({ differences, runtime }: Prepared): RecordFinding | undefined {
  if (differences === undefined || differences.uncommitted.length === 0) return undefined;
  const setting = isWorkflow(runtime.env) ? ' and set `record: false` in its project file' : '';
  return {
    code: 'not-committed',
    message: `An apply pushes what is committed, and these files differ from the commit: ${differences.uncommitted.join(', ')}.`,
    hint: `Commit them, then apply again. To apply generated files, copy the project to a folder outside Git${setting}: apply runs are not recorded there, so nothing is pruned and drift is not detected.`,
  };
}

/** A project file that no longer exists has a record, and nobody can tell whether this one continues it. */
export function orphaned({
  lastApplied: { place, orphans: [orphan, other] = [] },
  target,
}: Prepared): RecordFinding | undefined {
  if (place === undefined || orphan === undefined) return undefined;
  const { path, fit } = orphan;
  const own = place.projectFile;
  const isHeir = fit !== undefined && isBest(fit, own);
  const forget = `If it was removed for good, run \`${forgetLine(path, target)}\`: what it declared then stays on the server.`;
  return {
    code: 'record-orphaned',
    message: `It is not clear whether ${own} continues ${path}, which no longer exists and has an apply record: ${fitText(fit)}${fit?.heir !== undefined && other ? `, but it may also continue ${other.path}` : ''}.`,
    hint: `${isHeir ? `If ${own} continues it, run \`${moveLine(path, own, target)}\`.` : UNCHANGED_FIRST} ${forget}`,
  };
}

async function inClone({
  lastApplied: { place, record },
  options,
  project,
  result,
}: Prepared): Promise<RecordFinding | undefined> {
  if (place === undefined || record === undefined || record.former !== undefined) return undefined;
  const files = result.plan.changes.length > 0 ? undefined : project.files;
  return recordInClone(place, record, options.untrusted, files);
}

/**
 * The last applied commits must be ancestors of this one, so that re-running an old job does not undo newer applies.
 * What an approval lifts is a finding of the plan itself: see `apply/elsewhere.ts`.
 */
async function olderCommit({
  options,
  head,
  lineage,
  project: { git },
}: Prepared): Promise<RecordFinding | undefined> {
  if (options.allowOlder || head === undefined) return undefined;
  const found = await lineage();
  const message = notFollowing(found, head.commit);
  if (message === undefined || found.kind === 'left') return undefined;
  if (found.kind === 'behind') return behindBranch(found);
  if (found.kind === 'unknown' && git?.outage !== undefined)
    return { code: 'older-commit', message, hint: tryAgain(git), liftedBy: 'allow-older' };
  const hint = found.kind === 'diverged' ? DIVERGED : OLDER;
  return { code: 'older-commit', message, hint, liftedBy: 'allow-older' };
}

const OLDER =
  'Apply the newest commit: an older one would undo what was applied since. To roll back on purpose, apply once with --allow-older (input `allow-older: true`).';
const DIVERGED =
  'Merge that commit into this branch, then apply the merge. To apply this commit all the same, apply once with --allow-older (input `allow-older: true`). If each environment has a branch of its own, give each branch its own project file and `scope`.';

/** Whoever needs to roll back knows `--allow-older`: on a branch that is out of date, it would undo the work of others. */
function behindBranch({
  apply,
  trusted: { branch },
}: Extract<Lineage, { kind: 'behind' }>): RecordFinding {
  return {
    code: 'older-commit',
    message: `${appliedCommit(apply)} is on \`${branch}\` and not on this branch: an apply would undo it.`,
    hint: `To update the branch, ${howToUpdate({ base: branch })}. Then apply again.`,
  };
}

/** Later apply runs of the branch that it is merged into may take this commit for one of another branch. */
async function unmerged({
  project: { git },
  options,
  runtime,
  head,
}: Prepared): Promise<RecordFinding | undefined> {
  if (git === undefined || head === undefined) return undefined;
  const commit = shortCommit(head.commit);
  const into = runtime.facts?.mergesInto;
  if (into !== undefined)
    return {
      code: 'unmerged-commit',
      message: `This applies a pull request before its merge: \`${into}\` does not contain commit ${commit}, and never will after a squash or rebase merge.`,
      hint: `Use \`command: auto\`, which plans a pull request and applies its merge. Until \`${into}\` contains this commit, an apply of \`${into}\` that changes something is refused (\`older-commit\`).`,
    };
  if (!(await isUnpushed(git, head.commit, options))) return undefined;
  return {
    code: 'unmerged-commit',
    message: `No branch at origin contains this commit, ${commit}.`,
    hint: 'Push it, and if it is on a branch, merge it with a merge commit. Until the default branch contains it, an apply there that changes something is refused (`older-commit`).',
  };
}

// --- Around the pushes ----------------------------------------------------------------------------------------------

export interface OpenApply {
  held: HeldApply;
  /** The clock of the configuration server. */
  now: () => Date;
  /** Milliseconds that the current push may take. */
  limit: number;
}

/** Milliseconds between the end of the longest push and the time when another apply may begin. */
const MARGIN = 60_000;

/**
 * Begins the record, before anything is sent. The plan gets a refusal if another apply is running or came first; without
 * a place for a record, nothing is begun. Throws {@link CommandError} if origin does not take the record.
 */
export async function beginApply(prepared: Prepared): Promise<{ plan: Plan; open?: OpenApply }> {
  const { plan } = prepared.result;
  const { connection, runtime } = prepared;
  const { place, record } = prepared.lastApplied;
  if (plan.changes.length === 0 || hasRefusals(plan) || place === undefined || record === undefined)
    return { plan };
  await runtime.onStep('Recording the start of this apply');
  const now = () => connection.http.now();
  const started = now();
  const limit = pushLimit(connection, phasesOf(plan)[0]?.length ?? 0);
  const until = new Date(started.getTime() + limit + MARGIN);
  const description = await descriptionOf(prepared, started);
  if (description === undefined) return { plan };
  const result = await begin(place, record, { ...description, until }).catch(refusedBy);
  if (result.outcome === 'begun') return { plan, open: { held: result.held, now, limit } };
  if ('reason' in result) throw notRecorded(result, runtime);
  const finding =
    result.outcome === 'running' ? runningFinding(result.running, started) : OVERTAKEN;
  return { plan: withFindings(plan, { severity: 'refusal', ...finding }) };
}

/**
 * The record once an apply is closed that may still be running, if it has nothing left to do: the server has exactly
 * what it began. `undefined`: there is none, or nobody can tell.
 */
export async function closeArrived(
  prepared: Prepared,
): Promise<({ record: ApplyRecord } & RecordedOutcome) | undefined> {
  const { lastApplied, connection, result, runtime } = prepared;
  const { place, record } = lastApplied;
  if (place === undefined || record === undefined || hasRefusals(result.plan)) return undefined;
  const now = connection.http.now();
  if (runningApply(record, { now, ...attemptOf(runtime) }) === undefined || !hasArrived(prepared))
    return undefined;
  const closed = await close(place, record, now).catch(ignoreGitError);
  return closed && { record: closed, ...recordedAt(place) };
}

/**
 * Whether live is as the newest unfinished apply declared it, and differs from the last one by as many changes as that
 * began: it may also have been about to undo what others did. Secrets are not compared.
 */
function hasArrived({ lastApplied: { begun, record }, input }: Prepared): boolean {
  const [[desired], [top]] = [begun, record?.begun ?? []];
  const isAllRead = isRead(input.liveSource) && (input.server.unread ?? []).length === 0;
  if (desired === undefined || top === undefined || !isAllRead) return false;
  const policy = { ...input.policy, onDrift: 'overwrite' } as const;
  const { changes, alreadySent = [] } = makePlan({ ...input, desired, policy });
  const isAll =
    changes.length === 0 &&
    isDeepStrictEqual(countChanges(alreadySent), countsInSummary(top.summary));
  return isAll && !alreadySent.some(holdsSecret);
}

/** Git itself failed, for example because the disk is full. */
function refusedBy(error: unknown): { outcome: 'refused'; reason: string } {
  return { outcome: 'refused', reason: gitErrorOf(error).message };
}

const OVERTAKEN: RecordFinding = {
  code: 'apply-overtaken',
  message: 'Another apply finished while this one was being planned.',
  hint: 'Apply again to plan from the current state.',
};

/** Before a push: it may begin only if no other apply can begin until it has ended, however long origin takes. */
export async function beforePush(
  open: OpenApply,
  { index, of, limit }: { index: number; of: number; limit: number },
): Promise<void> {
  const { held, now } = open;
  open.limit = limit;
  const isLong = () => Date.parse(held.message.until ?? '') >= now().getTime() + limit;
  let isSaid = index === 0;
  while (!isSaid || !isLong()) {
    const until = new Date(now().getTime() + limit + MARGIN);
    const extended = await extend(held, { until, now: now() }).catch(refusedBy);
    if (extended.outcome !== 'moved') throw lost(extended, index, of);
    isSaid = true;
  }
}

function lost(
  result: Exclude<MoveResult, { outcome: 'moved' }>,
  index: number,
  of: number,
): CommandError {
  const why =
    'reason' in result
      ? `its record could not be extended (${result.reason})`
      : 'another apply took over, or someone ran `unlock`';
  const sent = `after ${index} of ${of} ${of === 1 ? 'push' : 'pushes'}, and did not send the rest`;
  return new CommandError({
    code: 'apply-lost',
    message: `This apply stopped ${index === 0 ? 'before its push, and changed nothing on the server' : sent}: ${why}.`,
    hint:
      'reason' in result
        ? 'Check that origin can be reached and written, then apply again.'
        : 'Wait for the other apply to finish, if there is one, then apply again.',
    exitCode: index === 0 ? EXIT.error : EXIT.unknown,
  });
}

/**
 * Runs what an apply sends. If it fails, its record says what is known: nothing was sent (as before), the server may
 * still be at work (extended once), or it has ended and its outcome is for the next apply to read.
 */
export async function whileBegun<Result>(
  open: OpenApply | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // As far as possible: a record that is left open is over when its time is.
    if (open !== undefined) await endAfter(error, open).catch(ignoreGitError);
    throw error;
  }
}

async function endAfter(error: unknown, { held, now, limit }: OpenApply): Promise<void> {
  if (error instanceof CommandError && error.exitCode !== EXIT.unknown) await withdraw(held);
  else {
    const mayStillRun = error instanceof PushUnknown && error.mayStillRun;
    const until = mayStillRun
      ? new Date(now().getTime() + limit + MARGIN)
      : new Date(beginningOf(held.message));
    await extend(held, { until, now: now() });
  }
}

/** Throws the error of a look at the server, unless another apply has seen there all that this one began. */
export async function unlessClosed(
  open: OpenApply | undefined,
  error: unknown,
): Promise<'verified'> {
  const { place, message } = open?.held ?? {};
  const isSeen = place && message && (await isClosed(place, message).catch(ignoreGitError));
  if (isSeen !== true) throw error;
  return 'verified';
}

/** Where a record was written, and sentences about problems. */
type RecordedOutcome = Pick<TargetRow, 'recorded' | 'stillOpen'> & Pick<PlanResult, 'remarks'>;

/** After the pushes were accepted. If nothing is recorded, the record is still open. */
export async function finishApply(
  open: OpenApply | undefined,
  runtime: Runtime,
): Promise<RecordedOutcome> {
  if (open === undefined) return { remarks: [] };
  const finished = await finish(open.held).catch(refusedBy);
  if (finished.outcome === 'moved') return recordedAt(open.held.place);
  if ('reason' in finished)
    return { remarks: [], stillOpen: stillOpen(finished, open.held, runtime) };
  const why = 'another apply took over, or someone removed the record';
  return {
    remarks: [
      `The server has accepted these changes, but this apply is not recorded as done, because ${why}.`,
    ],
  };
}

/** An apply that is done, and that locks all others as long as its record says that it may be running. */
function stillOpen(
  finished: Extract<MoveResult, { reason: string }>,
  { message }: HeldApply,
  { env }: Runtime,
) {
  const { run, attempt, until = '' } = message;
  // As `runningApply` has it.
  const again = run !== undefined && Number(attempt) > 0 ? 'run this job again, or ' : '';
  const unlock = isWorkflow(env)
    ? 'start the workflow with `command: unlock`'
    : 'run `confighub-sync unlock`';
  return {
    message: `The server has accepted these changes, but this apply could not be recorded as done, because ${whyNotMoved(finished)}. Other apply runs may be refused until ${shownTime(until)}.`,
    hint: `To release them earlier, ${again}${unlock}.`,
  };
}

function recordedAt({ repository }: RecordPlace): RecordedOutcome {
  return { recorded: repository.origin ? 'origin' : 'local', remarks: [] };
}

/** Records an apply that had nothing to send, unless the record says the same already. */
export async function recordUnchanged(prepared: Prepared): Promise<RecordedOutcome> {
  const { options, lastApplied, runtime } = prepared;
  const { place, record } = lastApplied;
  const notDone = (...remarks: string[]): RecordedOutcome => ({ remarks });
  if (place === undefined || record === undefined) return notDone();
  const { unreachable: reason } = record;
  if (reason !== undefined)
    return notDone(
      `Nothing was recorded: origin could not be reached (${reason}). ${neededToReach(reason, runtime)}`,
    );
  const description = await descriptionOf(prepared, prepared.connection.http.now());
  if (description === undefined) return notDone();
  // Under a former name, the ids are those of other paths.
  const isOwn = record.former === undefined && record.begun.length === 0;
  const isSame = isOwn && isDeepStrictEqual(record.done?.ids, description.ids);
  const isKnown =
    isSame && record.done?.reads === description.reads && lastApplied.problem === undefined;
  if (isKnown && record.done?.source === description.source) return notDone();
  const lineage = record.problem === undefined ? await prepared.lineage() : FOLLOWING;
  const isMoved = lineage.kind === 'left' && declaresSame(prepared);
  if (isKnown && !isMoved) return notDone();
  const cannot = uncommitted(prepared) ?? elsewhere(prepared)[0] ?? (await inClone(prepared));
  if (cannot !== undefined)
    return notDone(`Nothing was recorded. ${cannot.message} ${cannot.hint}`);
  const running = runningNow(prepared);
  if (running !== undefined)
    return notDone(`Nothing was recorded. ${running.message} ${running.hint}`);
  const older =
    isMoved || options.allowOlder ? undefined : notFollowing(lineage, description.source);
  if (older !== undefined) return notDone(`${older} The record is left unchanged.`);
  // Nothing was applied: a commit of another branch would make the next one of this branch look older.
  const source = isSame && !isMoved && record.done ? record.done.source : description.source;
  const moved = await recordDone(place, record, { ...description, source }).catch(refusedBy);
  if (moved.outcome === 'moved') return recordedAt(place);
  if (!('reason' in moved))
    return notDone('Another apply was recorded at the same time, and its record was kept.');
  return notDone(
    `Nothing was recorded: ${whyNotMoved(moved)}. ${notRecorded(moved, runtime).hint}`,
  );
}

const FOLLOWING: Lineage = { kind: 'following' };

/** Whether the record declares the same items as the files, perhaps with other texts: nothing is disowned if it moves. */
function declaresSame({ project, lastApplied: { parts } }: Prepared): boolean {
  const own = addressesIn(project.state);
  return parts.every(({ state }) => isDeepStrictEqual(addressesIn(state), own));
}

function addressesIn({ items }: State): Set<string> {
  return new Set(
    [...items].flatMap(([id, { absent, rows }]) => [
      JSON.stringify([id, absent]),
      ...[...rows].map(([context, row]) => JSON.stringify([id, context, row.absent])),
    ]),
  );
}

/** `undefined` where nothing is committed. */
async function descriptionOf(
  { project, options, runtime, head, differences, input, reads, masks, result: { plan } }: Prepared,
  now: Date,
): Promise<Recording | undefined> {
  if (head === undefined || differences === undefined) return undefined;
  const actor = (await actorOf(runtime, project.git)) ?? 'unknown';
  return {
    // What it takes over is its own: nothing else in the history says it.
    summary: summaryOf(
      shortCommit(head.commit),
      countChanges([...plan.changes, ...(plan.alreadySent ?? [])]),
    ),
    source: head.commit,
    ...attemptOf(runtime),
    actor,
    ...(plan.approved !== undefined && {
      approved: plan.approved,
      approvedBy: (plan.approvedBy ?? [actor]).join(', '),
    }),
    reads: readsText(reads),
    ids: differences.ids,
    types: undeclaredTypes(project.state, input),
    attributes: new Map([...project.conversions].filter(([path]) => differences.ids.has(path))),
    secrets: leftSecrets({
      former: masks?.former ?? 'unknown',
      input,
      plan,
      isVerified: options.verify,
    }),
    now,
  };
}

/** What later plans need if the server cannot be read: types that no document declares. */
function undeclaredTypes({ items }: State, { live }: PlanInput): RecordedTypes {
  const types = [...items].flatMap(([id, item]): [string, Vdt][] => {
    const vdt = item.vdt === undefined && !item.absent ? live.items.get(id)?.vdt : undefined;
    return vdt === undefined || vdt === 'Text' ? [] : [[id, vdt]];
  });
  return new Map(types);
}
