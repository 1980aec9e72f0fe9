// The record of an apply around its pushes: begins, extends and finishes it, and says what went wrong with it.
import { isDeepStrictEqual } from 'node:util';
import { CommandError, EXIT } from '../errors.ts';
import { isWorkflow } from '../lib/workflow.ts';
import { shortCommit, shownTime } from '../model/apply-entry.ts';
import {
  countChanges,
  hasRefusals,
  holdsSecret,
  isRead,
  type Plan,
  withFindings,
} from '../model/plan.ts';
import type { AppliedStage } from '../model/stages.ts';
import { rowsIn, type State, type Vdt } from '../model/state.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { phasesOf } from '../plan/push-batches.ts';
import { gitErrorOf, ignoreGitError } from '../record/git-result.ts';
import {
  countsInSummary,
  readsText,
  stageFact,
  type RecordedTypes,
  summaryOf,
} from '../record/record-format.ts';
import {
  type ApplyRecord,
  beginningOf,
  lastOfStage,
  type RecordedApply,
  runningApply,
} from '../record/recorded-apply.ts';
import type { MoveResult } from '../record/refs.ts';
import { pushLimit, PushUnknown } from '../remote/pusher.ts';
import { countingBeside, doneWith, isAlikeWith } from './applied-parts.ts';
import { partsWithChosen } from './applied.ts';
import type { ShownPlan } from './plan-facts.ts';
import { remainingSecrets } from './remaining-secrets.ts';
import { type Lineage, notFollowing } from './lineage.ts';
import {
  begin,
  close,
  extend,
  finish,
  type HeldApply,
  isClosed,
  recordDone,
  type Recording,
  withdraw,
} from './record.ts';
import {
  neededToReach,
  notRecorded,
  type RecordFinding,
  runningFinding,
  whyNotMoved,
} from './record-sentences.ts';
import type { ApplyWorld, Caller, Records } from './world.ts';

/** The apply of others that may still be running. */
export function runningNow(
  {
    lastApplied: {
      recorded: { record },
    },
  }: Pick<ShownPlan, 'lastApplied'>,
  now: Date,
  caller: Caller,
): RecordFinding | undefined {
  const running = record && runningApply(record, { now, ...attemptOf(caller) });
  return running && runningFinding(running, now);
}

function attemptOf({ run, env }: Caller): Pick<Recording, 'run' | 'attempt'> {
  return { run, attempt: run === undefined ? undefined : env.GITHUB_RUN_ATTEMPT };
}

/** Files that differ from the commit. */
export function uncommittedFinding(
  { differences }: Pick<ShownPlan, 'differences'>,
  { env }: Caller,
): RecordFinding | undefined {
  if (differences === undefined || differences.uncommitted.length === 0) return undefined;
  const setting = isWorkflow(env) ? ' and set `record: false` in its project file' : '';
  return {
    code: 'not-committed',
    message: `An apply pushes what is committed, and these files differ from the commit: ${differences.uncommitted.join(', ')}.`,
    hint: `Commit them, then apply again. To apply generated files, copy the project to a folder outside Git${setting}: apply runs are not recorded there, so nothing is pruned and drift is not detected.`,
  };
}

export interface OpenApply {
  held: HeldApply;
  /** Milliseconds that the current push may take. */
  limit: number;
}

/** Milliseconds between the end of the longest push and the time when another apply may begin. */
const MARGIN = 60_000;

/**
 * Begins the record, before anything is sent. The plan gets a refusal if another apply is running or came first; without
 * a place for a record, nothing is begun. Throws {@link CommandError} if origin does not take the record.
 */
export async function beginApply(
  world: ApplyWorld,
  shown: ShownPlan,
): Promise<{ plan: Plan; open?: OpenApply }> {
  const { plan, options } = shown;
  const { place, record } = shown.lastApplied.recorded;
  if (plan.changes.length === 0 || hasRefusals(plan) || place === undefined || record === undefined)
    return { plan };
  await world.tell('Recording the start of this apply');
  const started = world.serverTime();
  const limit = pushLimit(options, phasesOf(plan)[0]?.length ?? 0);
  const until = new Date(started.getTime() + limit + MARGIN);
  const description = descriptionOf(shown, world.caller, started);
  if (description === undefined) return { plan };
  const result = await begin(world, place, record, { ...description, until }).catch(refusedBy);
  if (result.outcome === 'begun') return { plan, open: { held: result.held, limit } };
  if ('reason' in result) throw notRecorded(result, world.caller);
  const finding =
    result.outcome === 'running' ? runningFinding(result.running, started) : OVERTAKEN;
  return { plan: withFindings(plan, { severity: 'refusal', ...finding }) };
}

/**
 * The record once an apply is closed that may still be running, if it has nothing left to do: the server has exactly
 * what it began. `undefined`: there is none, or nobody can tell.
 */
export async function closeArrived(
  world: ApplyWorld,
  shown: ShownPlan,
): Promise<({ record: ApplyRecord } & RecordedOutcome) | undefined> {
  const { lastApplied, plan } = shown;
  const { place, record } = lastApplied.recorded;
  if (place === undefined || record === undefined || hasRefusals(plan)) return undefined;
  const now = world.serverTime();
  if (runningApply(record, { now, ...attemptOf(world.caller) }) === undefined || !hasArrived(shown))
    return undefined;
  const closed = await close(world, place, record, now).catch(ignoreGitError);
  return closed && { record: closed, ...recordedAt(lastApplied) };
}

/**
 * Whether live is as the newest unfinished apply declared it, and differs from the last one by as many changes as that
 * began: it may also have been about to undo what others did. If it is an apply of this stage, the rows of others do not
 * count. Secrets are not compared.
 */
function hasArrived({ lastApplied: { parts, recorded }, input, stage }: ShownPlan): boolean {
  const [[newestPart], [newestBegun]] = [parts, recorded.record?.begun ?? []];
  const desired = newestPart && doneWith(parts, newestPart);
  const isAllRead = isRead(input.liveSource) && (input.server.unread ?? []).length === 0;
  if (desired === undefined || newestBegun === undefined || !isAllRead) return false;
  const policy = { ...input.policy, onDrift: 'overwrite' } as const;
  const isOfThisStage =
    stage?.name === newestBegun.stage?.name &&
    isDeepStrictEqual(stage?.contexts, newestBegun.stage?.contexts);
  const begunInput =
    input.stage && isOfThisStage
      ? input.stage.inputOfStage({ ...input.stage.whole, desired, policy })
      : { ...input, desired, policy };
  const { changes, alreadySent = [] } = makePlan(begunInput);
  const sent = countChanges(alreadySent);
  // What it deleted for an earlier stage is of that stage again, now that it is gone.
  if (isOfThisStage && newestBegun.stage)
    sent.delete += [...rowsIn(newestBegun.stage.taken)].filter(
      ({ context }) => context !== '',
    ).length;
  const isAllThatBegan =
    changes.length === 0 && isDeepStrictEqual(sent, countsInSummary(newestBegun.summary));
  return isAllThatBegan && !alreadySent.some(holdsSecret);
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
  world: ApplyWorld,
  open: OpenApply,
  { index, of, limit }: { index: number; of: number; limit: number },
): Promise<void> {
  const { held } = open;
  open.limit = limit;
  const isLockedLongEnough = () =>
    Date.parse(held.message.until ?? '') >= world.serverTime().getTime() + limit;
  let isExtended = index === 0;
  while (!isExtended || !isLockedLongEnough()) {
    const now = world.serverTime();
    const until = new Date(now.getTime() + limit + MARGIN);
    const extended = await extend(world, held, { until, now }).catch(refusedBy);
    if (extended.outcome !== 'moved') throw applyLost(extended, index, of);
    isExtended = true;
  }
}

function applyLost(
  result: Exclude<MoveResult, { outcome: 'moved' }>,
  index: number,
  count: number,
): CommandError {
  const why =
    'reason' in result
      ? `its record could not be extended (${result.reason})`
      : 'another apply took over, or someone ran `unlock`';
  const sent = `after ${index} of ${count} ${count === 1 ? 'push' : 'pushes'}, and did not send the rest`;
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
  world: ApplyWorld,
  open: OpenApply | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // As far as possible: a record that is left open is over when its time is.
    if (open !== undefined) await endRecordAfter(world, error, open).catch(ignoreGitError);
    throw error;
  }
}

async function endRecordAfter(
  world: ApplyWorld,
  error: unknown,
  { held, limit }: OpenApply,
): Promise<void> {
  // Every error after a push that may have arrived has the exit code `unknown`.
  const hasSentNothing = error instanceof CommandError && error.exitCode !== EXIT.unknown;
  if (hasSentNothing) await withdraw(world, held);
  else {
    const mayStillRun = error instanceof PushUnknown && error.mayStillRun;
    const now = world.serverTime();
    const until = mayStillRun
      ? new Date(now.getTime() + limit + MARGIN)
      : new Date(beginningOf(held.message));
    await extend(world, held, { until, now });
  }
}

/** Throws the error of a look at the server, unless another apply has seen there all that this one began. */
export async function unlessClosed(
  world: Records,
  open: OpenApply | undefined,
  error: unknown,
): Promise<'verified'> {
  const isClosedByOther =
    open !== undefined && (await isClosed(world, open.held.message).catch(ignoreGitError));
  if (isClosedByOther !== true) throw error;
  return 'verified';
}

/** Where a record was written, and sentences about problems. */
export interface RecordedOutcome {
  /** Absent: nowhere, or a remark says where. */
  recorded?: 'origin' | 'local' | undefined;
  /** It was applied, and its record could not be finished: until when it locks others, and what to do. */
  stillOpen?: { message: string; hint: string } | undefined;
  remarks: string[];
}

/** After the pushes were accepted. If nothing is recorded, the record is still open. */
export async function finishApply(
  world: ApplyWorld,
  open: OpenApply | undefined,
  lastApplied: ShownPlan['lastApplied'],
): Promise<RecordedOutcome> {
  if (open === undefined) return { remarks: [] };
  const finishResult = await finish(world, open.held).catch(refusedBy);
  if (finishResult.outcome === 'moved') return recordedAt(lastApplied);
  if ('reason' in finishResult)
    return { remarks: [], stillOpen: stillOpenProblem(finishResult, open.held, world.caller) };
  const why = 'another apply took over, or someone removed the record';
  return {
    remarks: [
      `The server has accepted these changes, but this apply is not recorded as done, because ${why}.`,
    ],
  };
}

/** An apply that is done, and that locks all others as long as its record says that it may be running. */
function stillOpenProblem(
  finishResult: Extract<MoveResult, { reason: string }>,
  { message }: HeldApply,
  { env }: Caller,
) {
  const { run, attempt, until = '' } = message;
  // As `runningApply` has it.
  const rerunHint = run !== undefined && Number(attempt) > 0 ? 'run this job again, or ' : '';
  const unlockHint = isWorkflow(env)
    ? 'start the workflow with `command: unlock`'
    : 'run `confighub-sync unlock`';
  return {
    message: `The server has accepted these changes, but this apply could not be recorded as done, because ${whyNotMoved(finishResult)}. Other apply runs may be refused until ${shownTime(until)}.`,
    hint: `To release them earlier, ${rerunHint}${unlockHint}.`,
  };
}

function recordedAt({ recorded: { isShared } }: ShownPlan['lastApplied']): RecordedOutcome {
  return { recorded: isShared ? 'origin' : 'local', remarks: [] };
}

/** Records an apply that had nothing to send, unless the record says the same already. */
export async function recordUnchanged(
  world: ApplyWorld,
  shown: ShownPlan,
): Promise<RecordedOutcome> {
  const { options, lastApplied } = shown;
  const { place, record } = lastApplied.recorded;
  const nothingRecorded = (...remarks: string[]): RecordedOutcome => ({ remarks });
  if (place === undefined || record === undefined) return nothingRecorded();
  const { unreachable: reason } = record;
  if (reason !== undefined)
    return nothingRecorded(
      `Nothing was recorded: origin could not be reached (${reason}). ${neededToReach(reason, world.caller)}`,
    );
  const description = descriptionOf(shown, world.caller, world.serverTime());
  if (description === undefined) return nothingRecorded();
  // Under a former name, the ids are those of other paths. And if an apply did not finish, the last one that is done is not
  // all that was applied: recording this one ends the other, too.
  const isComparable = record.former === undefined && record.begun.length === 0;
  const lastApply = lastOfStage(record, shown.stage);
  const hasSameFiles = isComparable && isDeepStrictEqual(lastApply?.ids, description.ids);
  // What a stage leaves to a later one depends on the server, too.
  const isRecordedAlready =
    hasSameFiles &&
    isStillSo(lastApply, description.stage, lastApplied.parts) &&
    lastApply?.reads === description.reads &&
    lastApplied.recorded.unusable?.problem === undefined;
  if (isRecordedAlready && lastApply?.source === description.source) return nothingRecorded();
  const lineage = record.problem === undefined ? await shown.lineage() : FOLLOWING;
  const movesToThisBranch = lineage.kind === 'left' && declaresSameItems(shown);
  if (isRecordedAlready && !movesToThisBranch) return nothingRecorded();
  const obstacle =
    uncommittedFinding(shown, world.caller) ??
    shown.differences?.elsewhere[0] ??
    (record.former === undefined
      ? await world.recordInClone(record, { isUnchanged: true })
      : undefined);
  if (obstacle !== undefined)
    return nothingRecorded(`Nothing was recorded. ${obstacle.message} ${obstacle.hint}`);
  const running = runningNow(shown, world.serverTime(), world.caller);
  if (running !== undefined)
    return nothingRecorded(`Nothing was recorded. ${running.message} ${running.hint}`);
  const olderRemark =
    movesToThisBranch || options.allowOlder ? undefined : notFollowing(lineage, description.source);
  if (olderRemark !== undefined)
    return nothingRecorded(`${olderRemark} The record is left unchanged.`);
  // Nothing was applied: a commit of another branch would make the next one of this branch look older.
  const source =
    hasSameFiles && !movesToThisBranch && lastApply ? lastApply.source : description.source;
  const moveResult = await recordDone(world, place, record, { ...description, source }).catch(
    refusedBy,
  );
  if (moveResult.outcome === 'moved') return recordedAt(lastApplied);
  if (!('reason' in moveResult))
    return nothingRecorded('Another apply was recorded at the same time, and its record was kept.');
  return nothingRecorded(
    `Nothing was recorded: ${whyNotMoved(moveResult)}. ${notRecorded(moveResult, world.caller).hint}`,
  );
}

/** Whether a record of what a stage leaves and takes now would say the same, or nothing that counts. */
function isStillSo(
  last: RecordedApply | undefined,
  stage: AppliedStage | undefined,
  parts: ShownPlan['lastApplied']['parts'],
): boolean {
  const isSaid = isDeepStrictEqual(stageFact(last?.stage), stageFact(stage));
  return (
    isSaid || (last?.stage !== undefined && stage !== undefined && isAlikeWith(stage, last, parts))
  );
}

const FOLLOWING: Lineage = { kind: 'following' };

/** Whether the record declares the same items as the files, perhaps with other texts: nothing is disowned if it moves. */
function declaresSameItems({ files, lastApplied: { parts } }: ShownPlan): boolean {
  const declared = addressesIn(files.state);
  return parts.every(({ state }) => isDeepStrictEqual(addressesIn(state), declared));
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
function descriptionOf(shown: ShownPlan, caller: Caller, now: Date): Recording | undefined {
  const { files, options, commit: head, differences, input, reads, masks, plan, stage } = shown;
  const { actor = 'unknown', lastApplied } = shown;
  if (head === undefined || differences === undefined) return undefined;
  const kept = countingBeside(
    { apply: { state: 'done', stage }, state: files.state },
    partsWithChosen(lastApplied),
    files.project.stages.map(({ name }) => name),
  );
  const recording = {
    // What it takes over is its own: nothing else in the history says it.
    summary: summaryOf(
      shortCommit(head),
      countChanges([...plan.changes, ...(plan.alreadySent ?? [])]),
    ),
    source: head,
    ...attemptOf(caller),
    actor,
    approved: plan.approved,
    approvedBy: plan.approved === undefined ? undefined : (plan.approvedBy ?? [actor]).join(', '),
    reads: readsText(reads),
    ids: differences.ids,
    types: undeclaredTypes(files.state, input),
    attributes: differences.attributes,
    secrets: remainingSecrets({
      former: masks?.former ?? 'unknown',
      input,
      plan,
      isVerified: options.verify,
    }),
    stage,
    now,
  };
  const named = namedApply(lastApplied, recording);
  return { ...recording, kept: kept.flatMap(({ apply }) => ('id' in apply ? apply : named)) };
}

/** The commit that `--last-applied` names, as an apply of everything; none if its documents are not known. */
function namedApply(
  { chosen, recorded: { place } }: ShownPlan['lastApplied'],
  { types, attributes, secrets, now }: Pick<Recording, 'types' | 'attributes' | 'secrets' | 'now'>,
): Recording['kept'] {
  if (chosen?.documents === undefined || place === undefined) return [];
  const { commit, ids } = chosen.documents;
  const [time, summary] = [now.toISOString(), `Apply ${shortCommit(commit)}`];
  const identity = { state: 'done', id: commit, source: commit, commit, summary } as const;
  const facts = { types, attributes, secrets, ids, tookOver: [] };
  return [{ ...identity, ...facts, projectFile: place.projectFile, since: time, time }];
}

/** What later plans need if the server cannot be read: types that no document declares. */
function undeclaredTypes({ items }: State, { live }: PlanInput): RecordedTypes {
  const types = [...items].flatMap(([id, item]): [string, Vdt][] => {
    const vdt = item.vdt === undefined && !item.absent ? live.items.get(id)?.vdt : undefined;
    return vdt === undefined || vdt === 'Text' ? [] : [[id, vdt]];
  });
  return new Map(types);
}
