// The refs of a project wherever they lie, at origin or in this clone: their values, and moving them.
import { GitError } from './git-answer.ts';
import { localRefs, moveLocalRefs } from './local-refs.ts';
import {
  type Move,
  type PushOutcome,
  pushRefs,
  type RemoteRefs,
  remoteRefs,
  remoteRefsBelow,
} from './origin.ts';
import type { GitRepository } from './work-tree.ts';

export type Where = 'origin' | 'local';

/** Throws GitError where this clone itself is broken. */
export async function refValues(
  repository: GitRepository,
  { where, refs }: { where: Where; refs: readonly string[] },
): Promise<RemoteRefs> {
  if (where === 'origin') return remoteRefs(repository, refs);
  return { values: await localRefs(repository, refs) };
}

/** The same of all refs below a folder of refs. */
export async function refValuesBelow(
  repository: GitRepository,
  { where, folder }: { where: Where; folder: string },
): Promise<RemoteRefs> {
  if (where === 'origin') return remoteRefsBelow(repository, folder);
  return { values: await localRefs(repository, [folder]) };
}

/** Moves all of the refs or none. A clone that cannot be written to refuses them. */
export async function moveRefs(
  repository: GitRepository,
  { where, moves }: { where: Where; moves: readonly Move[] },
): Promise<PushOutcome> {
  if (where === 'origin') return pushRefs(repository, moves);
  try {
    return await moveLocalRefs(repository, moves);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { outcome: 'refused', reason: error.message };
  }
}
