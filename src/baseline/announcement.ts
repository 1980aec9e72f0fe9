// [edge] The announcement of an apply: lock, intent, and test of the permission to write refs, in one commit.
import { randomUUID } from 'node:crypto';
import type { GitRepository } from './git-repository.ts';
import { commitTree, type Files, OWN_INTENT, readFiles, readMessage, writeTree } from './git-snapshot.ts';
import { GitError } from './git.ts';
import { type ApplyRecord, parseRecord } from './record-format.ts';
import { applyingRef } from './ref-names.ts';
import { moveRefs, type PushOutcome, refValues, type Where } from './refs.ts';

export interface AnnounceRequest
  extends Pick<ApplyRecord, 'summary' | 'source' | 'projectFile' | 'run' | 'actor'> {
  /** Of the baseline. */
  ref: string;
  /** The baseline that the plan was made with. */
  applied: { where: Where; commit?: string | undefined; atOrigin?: string | undefined };
  /** The announcement of a dead run, to be taken over. */
  dead: Applying | undefined;
  files: ReadonlyMap<string, Uint8Array>;
  now: Date;
  until: Date;
}

/** An announcement of one's own. */
export interface Held {
  ref: string;
  where: Where;
  commit: string;
  tree: string;
  files: ReadonlyMap<string, Uint8Array>;
  record: ApplyRecord;
  /** What was there before: the announcement of a dead run. */
  dead: Applying | undefined;
  since: Date;
}

export type AnnounceResult =
  | { outcome: 'announced'; held: Held }
  /** Somebody else announced an apply; `commit` is theirs, if it is still there. */
  | { outcome: 'running'; commit: string | undefined; where: Where }
  /** Somebody else has applied since the baseline was read. */
  | { outcome: 'overtaken' }
  | { outcome: 'refused' | 'unreachable'; reason: string };

/** Creates `applying`, only if nobody has, or takes over the dead one that was seen. Throws GitError. */
export async function announce(repository: GitRepository, request: AnnounceRequest): Promise<AnnounceResult> {
  const where = repository.origin ? 'origin' : 'local';
  const held = await prepared(repository, { ...request, where });
  const { ref, commit, dead } = held;
  const moved = await moveRefs(repository, { where, moves: [{ ref, commit, expected: dead?.commit }] });
  if (moved.outcome === 'conflict') return { outcome: 'running', commit: moved.values.get(ref), where };
  if (moved.outcome !== 'moved') return moved;
  // Whoever came and went between the read and now had applied something that this plan does not know.
  const after = await refValues(repository, { where, refs: [request.ref] });
  const { applied } = request;
  const seen = applied.where === where ? applied.commit : applied.atOrigin;
  if ('values' in after && after.values.get(request.ref) === seen) return { outcome: 'announced', held };
  await withdraw(repository, { held, now: request.now });
  return 'values' in after ? { outcome: 'overtaken' } : { outcome: 'unreachable', reason: after.unreachable };
}

async function prepared(
  repository: GitRepository,
  request: AnnounceRequest & { where: Where },
): Promise<Held> {
  const { ref, where, now, until, source, projectFile, run, actor, summary } = request;
  const dead = request.dead?.where === where ? request.dead : undefined;
  const tree = await writeTree(repository, treeOf([request.files, ...(dead?.intents ?? [])]));
  const times = { since: now.toISOString(), expires: until.toISOString() };
  const takenOver = sourcesText(dead?.sources ?? []);
  const record = {
    summary,
    source,
    projectFile,
    takenOver,
    run,
    actor,
    ...times,
    announcement: randomUUID(),
  };
  const commit = await commitTree(repository, { ...record, tree, parent: undefined, now });
  return { ref: applyingRef(ref), where, commit, tree, files: request.files, record, dead, since: now };
}

/** What became of a renewal, and the announcement that it was to be. */
export type Renewal = PushOutcome & { held: Held };

/** Says that the apply lives, in the place of its announcement. Throws GitError where this clone is broken. */
export async function renew(
  repository: GitRepository,
  { held, now, until, pushSince }: { held: Held; now: Date; until: Date; pushSince: Date | undefined },
): Promise<Renewal> {
  const record = {
    ...held.record,
    expires: until.toISOString(),
    renewed: now.toISOString(),
    pushSince: pushSince?.toISOString(),
  };
  const { ref, where, tree, commit: expected } = held;
  const commit = await commitTree(repository, { ...record, tree, parent: undefined, now });
  const moved = await moveRefs(repository, { where, moves: [{ ref, commit, expected }] });
  return { ...moved, held: { ...held, commit, record } };
}

function sourcesText(sources: readonly (string | undefined)[]): string {
  return sources.map((one) => one ?? '-').join(' ');
}

/** Nothing was sent: things are put back as they were, a dead run's announcement too. */
export function withdraw(
  repository: GitRepository,
  { held, now }: { held: Held; now: Date },
): Promise<PushOutcome> {
  const { dead } = held;
  if (dead === undefined) return swap(repository, { held });
  const { summary = held.record.summary, source, projectFile, run, actor, since = now, until = now } = dead;
  const times = { since: since.toISOString(), expires: until.toISOString() };
  const takenOver = sourcesText(dead.sources.slice(1));
  const record = { summary, source, projectFile, takenOver, run, actor, ...times };
  return swap(repository, { held, next: { ...record, tree: `${dead.commit}^{tree}`, now } });
}

/** Says that the run is over and its outcome unknown: the next one takes over at once. */
export function markOver(
  repository: GitRepository,
  { held, now }: { held: Held; now: Date },
): Promise<PushOutcome> {
  const next = { ...held.record, expires: now.toISOString(), tree: held.tree, now };
  return swap(repository, { held, next });
}

/** Puts another announcement in the place of one's own, or none. It has no parent, so that any clone may push it. */
async function swap(
  repository: GitRepository,
  { held, next }: { held: Held; next?: ApplyRecord & { tree: string; now: Date } },
): Promise<PushOutcome> {
  const { ref, where, commit: expected } = held;
  try {
    const commit = next && (await commitTree(repository, { ...next, parent: undefined }));
    return await moveRefs(repository, { where, moves: [{ ref, commit, expected }] });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { outcome: 'refused', reason: error.message };
  }
}

/**
 * Says that a run is dead, whosever it is: the next apply takes over, and what the run began is not forgotten. What
 * nobody can read is removed.
 */
export async function declareDead(
  repository: GitRepository,
  { ref, applying }: { ref: string; applying: Applying },
): Promise<PushOutcome> {
  const { where, commit, problem } = applying;
  if (problem !== undefined) return removeApplying(repository, { ref, applying });
  const record = parseRecord(await readMessage(repository, commit));
  const dead = await deadCommit(repository, { record, tree: `${commit}^{tree}` });
  return moveRefs(repository, { where, moves: [{ ref: applyingRef(ref), commit: dead, expected: commit }] });
}

/** The same commit whoever makes it: a run that is alive after all knows its own announcement again. */
export function deadCommit(
  repository: GitRepository,
  { record, tree }: Pick<Held, 'record' | 'tree'>,
): Promise<string> {
  // Whatever the clocks of those who read it say.
  const now = new Date(0);
  // Nor whichever of its renewals it stands for.
  const { renewed: _, pushSince: __, ...first } = record;
  const next = { ...first, expires: now.toISOString(), tree, parent: undefined };
  return commitTree(repository, { ...next, now, isNobodys: true });
}

/** Takes an announcement away, whosever it is, unless it is another one by now. */
export function removeApplying(
  repository: GitRepository,
  { ref, applying }: { ref: string; applying: Applying },
): Promise<PushOutcome> {
  const { where, commit } = applying;
  const moves = [{ ref: applyingRef(ref), commit: undefined, expected: commit }];
  return moveRefs(repository, { where, moves });
}

// What an announcement of an apply says, and the tree that holds what is to be applied.

/** What an announcement says. */
export interface Applying
  extends Partial<Pick<ApplyRecord, 'summary' | 'source' | 'projectFile' | 'run' | 'actor'>> {
  where: Where;
  commit: string;
  since?: Date;
  /** From then on it counts as dead. Absent: nobody knows. */
  until?: Date;
  /** Its last sign of life after `since`. */
  renewed?: Date;
  /** When the push began that was under way at that time. */
  pushSince?: Date;
  /** What was to be applied: by itself, and by the dead ones that it took over. */
  intents: Files[];
  /** The commits that they are of, in the same order; `undefined`: it is not known. */
  sources: (string | undefined)[];
  /** By itself alone; empty where nothing of it may be in a record. */
  own: Files;
  /** Why it cannot be read. */
  problem?: string;
}

/** What is at `applying` now; what cannot be read is a `problem`, never an error. */
export async function readApplying(
  repository: GitRepository,
  { where, commit }: { where: Where; commit: string },
): Promise<Applying> {
  try {
    const [files, message] = await Promise.all([
      readFiles(repository, commit),
      readMessage(repository, commit),
    ]);
    const { summary, source, projectFile, run, actor, takenOver = '', ...record } = parseRecord(message);
    const times = {
      since: timeOf(record.since),
      until: timeOf(record.expires),
      renewed: timeOf(record.renewed),
      pushSince: timeOf(record.pushSince),
    };
    const intents = [...intentsOf(files)].sort(([a], [b]) => Number(a) - Number(b));
    const own = intents.find(([name]) => name === String(OWN_INTENT))?.[1] ?? new Map();
    const taken = takenOver.split(' ').map((one) => (one === '-' || one === '' ? undefined : one));
    const sources = intents.map(([name]) => [source, ...taken][Number(name)]);
    const said = { summary, source, projectFile, run, actor, ...defined(times) };
    return { where, commit, ...said, intents: intents.map(([, one]) => one), sources, own };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { where, commit, intents: [], sources: [], own: new Map(), problem: error.message };
  }
}

function timeOf(text: string | undefined): Date | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time);
}

type Times = Pick<Applying, 'since' | 'until' | 'renewed' | 'pushSince'>;

function defined(times: { [Name in keyof Times]: Date | undefined }): Times {
  return Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined));
}

/** The tree of an announcement has a folder for each intent: `0` its own, the others those taken over. */
function intentsOf(files: Files): Map<string, Files> {
  const intents = new Map<string, Files>();
  for (const [path, content] of files) {
    const slash = path.indexOf('/');
    const intent: Files = intents.get(path.slice(0, slash)) ?? new Map();
    intents.set(path.slice(0, slash), intent.set(path.slice(slash + 1), content));
  }
  return intents;
}

/** Its own intent, and those of the dead ones that it takes over. */
function treeOf(intents: readonly ReadonlyMap<string, Uint8Array>[]): Map<string, Uint8Array> {
  const files = intents.flatMap((intent, i) =>
    [...intent].map(([path, content]): [string, Uint8Array] => [`${OWN_INTENT + i}/${path}`, content]),
  );
  return new Map(files);
}
