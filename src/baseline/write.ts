// Recording what was applied, with compare and swap; the announcement goes in the same transaction.
import type { Applying } from './announcement.ts';
import { deadCommit, type Held } from './applying.ts';
import { commitFiles } from './commit.ts';
import { localRef, moveLocalRefs } from './local-refs.ts';
import type { ApplyRecord } from './message.ts';
import { neededFor, neededToReach } from './needed.ts';
import { type Move, type PushOutcome, pushRefs } from './origin.ts';
import { applyingRef } from './ref.ts';
import type { Where } from './refs.ts';
import type { GitRepository } from './work-tree.ts';

export interface WriteRequest extends ApplyRecord {
  ref: string;
  /** What was read before the apply, whole or in these parts: nothing else is overwritten. */
  previous?:
    | {
        where: Where;
        commit?: string | undefined;
        atOrigin?: string | undefined;
        movedFrom?: string | undefined;
      }
    | undefined;
  /** The announcement that this record ends: one's own, or that of a dead run. */
  applying?: (Pick<Applying, 'where' | 'commit'> & Partial<Held>) | undefined;
  /** By path relative to the project's folder, with `/`. The commit holds exactly these. */
  files: ReadonlyMap<string, Uint8Array>;
  now: Date;
}

/** `conflict`: somebody else recorded an apply in the meantime, and theirs was kept. */
export type WriteResult =
  | { conflict: false; where: Where; commit: string; warning?: string }
  | { conflict: true; where: Where };

/**
 * Records what was applied: at origin where it takes the ref, otherwise in this clone, with a warning.
 * Throws GitError where not even this clone can be written to.
 */
export async function writeApplied(repository: GitRepository, request: WriteRequest): Promise<WriteResult> {
  const { ref, previous, applying } = request;
  const { tree, files } = applying ?? {};
  const announced = tree === undefined || files === undefined ? undefined : { tree, files };
  const commit = await commitFiles(repository, { ...request, announced, parent: previous?.commit });
  const locally = (expected: string | undefined, warning?: string) =>
    recordLocally(repository, { move: { ref, commit, expected }, applying, warning });
  if (!repository.origin) return locally(previous?.commit);
  const seenAtOrigin = previous?.where === 'origin' ? previous.commit : previous?.atOrigin;
  const expected = previous?.movedFrom === undefined ? seenAtOrigin : undefined;
  const moved = await moveBoth(repository, { where: 'origin', move: { ref, commit, expected }, applying });
  if (moved.outcome === 'conflict') return { conflict: true, where: 'origin' };
  const local = await localRef(repository, ref);
  if (moved.outcome === 'moved') {
    // A baseline that this clone kept from times without origin must not come back as an old truth.
    if (local !== undefined) await moveLocalRefs(repository, [{ ref, commit, expected: local }]);
    return { conflict: false, where: 'origin', commit };
  }
  const seen = previous?.where === 'local' ? previous.commit : local;
  return locally(seen, moved.outcome === 'refused' ? refused(moved.reason) : unreachable(moved.reason));
}

interface Both {
  move: Move & { commit: string };
  applying: WriteRequest['applying'];
}

async function recordLocally(
  repository: GitRepository,
  { warning, ...both }: Both & { warning: string | undefined },
): Promise<WriteResult> {
  const moved = await moveBoth(repository, { where: 'local', ...both });
  if (moved.outcome === 'conflict') return { conflict: true, where: 'local' };
  return { conflict: false, where: 'local', commit: both.move.commit, ...(warning && { warning }) };
}

/** Moves `applied` and removes `applying` in one transaction. */
async function moveBoth(
  repository: GitRepository,
  { where, move, applying }: Both & { where: Where },
): Promise<PushOutcome> {
  const moveRefs = where === 'origin' ? pushRefs : moveLocalRefs;
  if (applying?.where !== where) return moveRefs(repository, [move]);
  const end = { ref: applyingRef(move.ref), commit: undefined, expected: applying.commit };
  const moved = await moveRefs(repository, [move, end]);
  if (moved.outcome !== 'conflict') return moved;
  const { values } = moved;
  if (values.get(move.ref) !== move.expected) return moved;
  // Somebody has unlocked: what was applied is to be recorded all the same.
  if (!values.has(end.ref)) return moveRefs(repository, [move]);
  const dead = await unlocked(repository, applying);
  return values.get(end.ref) === dead ? moveRefs(repository, [move, { ...end, expected: dead }]) : moved;
}

/** What is left of an announcement that somebody declared dead. */
async function unlocked(
  repository: GitRepository,
  { record, tree }: Partial<Held>,
): Promise<string | undefined> {
  return record === undefined || tree === undefined ? undefined : deadCommit(repository, { record, tree });
}

function refused(reason: string): string {
  return `origin does not take the baseline (${reason}): it is kept in this clone only. In a workflow the job needs ${neededFor(reason)}.`;
}

function unreachable(reason: string): string {
  return `origin could not be reached (${reason}): the baseline is kept in this clone only.${neededToReach(reason)}`;
}
