// [edge] Announces an apply in one commit: the lock, what is to be applied, and a test of the permission to write refs.
import { randomUUID } from 'node:crypto';
import type { GitRepository } from './git-repository.ts';
import { commitTree, type Files, OWN_INTENT, readFiles, readMessage, writeTree } from './git-snapshot.ts';
import {
  type ApplyDescription,
  type ApplyRecord,
  descriptionIn,
  parseRecord,
  type TakenOver,
  takenOverIn,
  takenOverText,
} from './record-format.ts';
import { applyingRef } from './ref-names.ts';
import { moveRefs, type PushOutcome, refusedBy, refValues, type Where } from './refs.ts';

export interface AnnounceRequest extends ApplyDescription {
  /** The ref of the baseline. */
  ref: string;
  /** The baseline that the plan was made with. */
  applied: { where: Where; commit?: string | undefined; atOrigin?: string | undefined };
  /** The announcement of a dead run, to take over. */
  dead: Applying | undefined;
  files: ReadonlyMap<string, Uint8Array>;
  now: Date;
  until: Date;
}

/** The announcement of this run. */
export interface Held {
  ref: string;
  where: Where;
  commit: string;
  tree: string;
  files: ReadonlyMap<string, Uint8Array>;
  record: ApplyRecord;
  /** The announcement of a dead run that it replaced. */
  dead: Applying | undefined;
  since: Date;
}

export type AnnounceResult =
  | { outcome: 'announced'; held: Held }
  /** Another run announced an apply; `commit` is its announcement, if it still exists. */
  | { outcome: 'running'; commit: string | undefined; where: Where }
  /** Another run applied since the baseline was read. */
  | { outcome: 'overtaken' }
  | { outcome: 'refused' | 'unreachable'; reason: string };

/** Creates `applying` if it does not exist, or replaces the dead one in the request. Throws GitError. */
export async function announce(repository: GitRepository, request: AnnounceRequest): Promise<AnnounceResult> {
  const where = repository.origin ? 'origin' : 'local';
  const held = await prepared(repository, { ...request, where });
  const { ref, commit, dead } = held;
  const moved = await moveRefs(repository, { where, moves: [{ ref, commit, expected: dead?.commit }] });
  if (moved.outcome === 'conflict') return { outcome: 'running', commit: moved.values.get(ref), where };
  if (moved.outcome !== 'moved') return moved;
  // A run that started and ended since the read applied something that this plan does not know.
  const after = await refValues(repository, { where, refs: [request.ref] });
  const { applied } = request;
  const seen = applied.where === where ? applied.commit : applied.atOrigin;
  if ('values' in after && after.values.get(request.ref) === seen) return { outcome: 'announced', held };
  await withdraw(repository, { held, now: request.now });
  return 'values' in after ? { outcome: 'overtaken' } : { outcome: 'unreachable', reason: after.unreachable };
}

async function prepared(
  repository: GitRepository,
  { ref, where, now, until, files, ...request }: AnnounceRequest & { where: Where },
): Promise<Held> {
  const dead = request.dead?.where === where ? request.dead : undefined;
  const record = {
    ...descriptionIn(request),
    takenOver: takenOverText(dead === undefined ? [] : takenOverWith(dead)),
    since: now.toISOString(),
    expires: until.toISOString(),
    announcement: randomUUID(),
  };
  const tree = await writeTree(repository, treeOf([files, ...(dead?.intents ?? [])]));
  const commit = await commitTree(repository, { ...record, tree, parent: undefined, now });
  return { ref: applyingRef(ref), where, commit, tree, files, record, dead, since: now };
}

/** Replaces the announcement of a running apply by a later one. Throws GitError where this clone is broken. */
export async function renew(
  repository: GitRepository,
  { held, now, until, pushSince }: { held: Held; now: Date; until: Date; pushSince: Date | undefined },
): Promise<PushOutcome & { held: Held }> {
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

/** What an apply takes over with an announcement: its work, and that which it took over itself. */
export function takenOverWith({ source, actor, run, takenOver }: Applying): TakenOver[] {
  return [{ source, actor, run }, ...takenOver];
}

/** Undoes an announcement after which nothing was sent; restores that of a dead run. */
export function withdraw(repository: GitRepository, { held, now }: { held: Held; now: Date }): Promise<PushOutcome> {
  const { dead } = held;
  if (dead === undefined) return swap(repository, { held });
  const { summary = held.record.summary, since = now, until = now } = dead;
  const record = {
    ...descriptionIn({ ...dead, summary }),
    takenOver: takenOverText(dead.takenOver),
    since: since.toISOString(),
    expires: until.toISOString(),
  };
  return swap(repository, { held, next: { ...record, tree: `${dead.commit}^{tree}`, now } });
}

/** Marks a run as over with an unknown outcome: the next one takes over at once. */
export function markOver(repository: GitRepository, { held, now }: { held: Held; now: Date }): Promise<PushOutcome> {
  const next = { ...held.record, expires: now.toISOString(), tree: held.tree, now };
  return swap(repository, { held, next });
}

/** Replaces the announcement of this run, or removes it. It has no parent, so that any clone can push it. */
async function swap(
  repository: GitRepository,
  { held, next }: { held: Held; next?: ApplyRecord & { tree: string; now: Date } },
): Promise<PushOutcome> {
  const { ref, where, commit: expected } = held;
  try {
    const commit = next && (await commitTree(repository, { ...next, parent: undefined }));
    return await moveRefs(repository, { where, moves: [{ ref, commit, expected }] });
  } catch (error) {
    return refusedBy(error);
  }
}

/** Declares any run dead, so that the next apply takes over what it began. Removes an unreadable announcement. */
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

/** Always the same commit: a run that is alive after all recognizes its own announcement. */
export function deadCommit(
  repository: GitRepository,
  { record, tree }: Pick<Held, 'record' | 'tree'>,
): Promise<string> {
  // Independent of clocks, renewals and committers.
  const now = new Date(0);
  const { renewed: _, pushSince: __, ...first } = record;
  const next = { ...first, expires: now.toISOString(), tree, parent: undefined };
  return commitTree(repository, { ...next, now, asProgram: true });
}

/** Removes the announcement of any run, unless it has been replaced. */
function removeApplying(
  repository: GitRepository,
  { ref, applying }: { ref: string; applying: Applying },
): Promise<PushOutcome> {
  const { where, commit } = applying;
  const moves = [{ ref: applyingRef(ref), commit: undefined, expected: commit }];
  return moveRefs(repository, { where, moves });
}

/** An announcement as it is read. */
export interface Applying extends Partial<ApplyDescription> {
  where: Where;
  commit: string;
  since?: Date | undefined;
  /** The run counts as dead from then on. Absent: unknown. */
  until?: Date | undefined;
  /** The last renewal. */
  renewed?: Date | undefined;
  /** When the push began that was under way at that time. */
  pushSince?: Date | undefined;
  /** The files to be applied: its own, and those of the dead runs that it took over. */
  intents: Files[];
  /** The source commits of `intents`, in the same order; `undefined`: unknown. */
  sources: (string | undefined)[];
  /** The applies whose work it took over, the newest first. */
  takenOver: TakenOver[];
  /** Why it cannot be read. */
  problem?: string;
}

/** Reads the announcement in a commit; an unreadable one has a `problem`. */
export async function readApplying(
  repository: GitRepository,
  { where, commit }: { where: Where; commit: string },
): Promise<Applying> {
  try {
    const [files, message] = await Promise.all([readFiles(repository, commit), readMessage(repository, commit)]);
    const record = parseRecord(message);
    const takenOver = takenOverIn(record);
    const intents = [...intentsOf(files)].sort(([a], [b]) => Number(a) - Number(b));
    const sources = intents.map(([name]) => [record, ...takenOver][Number(name)]?.source);
    return {
      ...descriptionIn(record),
      where,
      commit,
      since: timeOf(record.since),
      until: timeOf(record.expires),
      renewed: timeOf(record.renewed),
      pushSince: timeOf(record.pushSince),
      intents: intents.map(([, one]) => one),
      sources,
      takenOver,
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { where, commit, intents: [], sources: [], takenOver: [], problem: error.message };
  }
}

function timeOf(text: string | undefined): Date | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** The tree of an announcement has a folder for each intent: `0` for its own, then those it took over. */
function intentsOf(files: Files): Map<string, Files> {
  const intents = new Map<string, Files>();
  for (const [path, content] of files) {
    const slash = path.indexOf('/');
    const intent: Files = intents.get(path.slice(0, slash)) ?? new Map();
    intents.set(path.slice(0, slash), intent.set(path.slice(slash + 1), content));
  }
  return intents;
}

function treeOf(intents: readonly ReadonlyMap<string, Uint8Array>[]): Map<string, Uint8Array> {
  const files = intents.flatMap((intent, i) =>
    [...intent].map(([path, content]): [string, Uint8Array] => [`${OWN_INTENT + i}/${path}`, content]),
  );
  return new Map(files);
}
