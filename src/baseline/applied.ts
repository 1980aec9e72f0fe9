// The baseline: what was last applied, kept as a commit of its own, at origin where that is possible. [edge]
import { commitFiles } from './commit.ts';
import { reasonOf, textOf } from './git-answer.ts';
import { type ApplyRecord, parseRecord } from './message.ts';
import { fetchCommit, localRef, moveLocalRef, pushRef, remoteRef } from './origin.ts';
import { type Files, readFiles } from './snapshot.ts';
import type { GitRepository } from './work-tree.ts';

/**
 * What was last applied. Not `found` with a `commit`: there is a baseline that cannot be read (the
 * warning says why); the next apply replaces it. Warnings are sentences.
 */
export type AppliedBaseline = (
  | { found: false; commit?: string }
  | { found: true; commit: string; source: string | undefined; files: Files }
) & { where: 'origin' | 'local'; warnings: string[] };

export interface WriteRequest extends ApplyRecord {
  ref: string;
  /** What was read before the apply, whole or in these parts: nothing else is overwritten. */
  previous?: { where: 'origin' | 'local'; commit?: string | undefined } | undefined;
  /** By path relative to the project's folder, with `/`. The commit holds exactly these. */
  files: ReadonlyMap<string, Uint8Array>;
  now: Date;
}

/** `conflict`: somebody else recorded an apply in the meantime, and theirs was kept. */
export type WriteResult =
  | { conflict: false; where: 'origin' | 'local'; commit: string; warning?: string }
  | { conflict: true; where: 'origin' | 'local' };

/**
 * Reads the baseline from origin; from this clone where origin cannot be reached, has none, or does not
 * exist. A baseline that is there and cannot be read is a warning. Throws GitError only where
 * this clone itself is broken.
 */
export async function readApplied(repository: GitRepository, ref: string): Promise<AppliedBaseline> {
  const remote = repository.origin ? await remoteRef(repository, ref) : { commit: undefined };
  if ('unreachable' in remote) {
    const commit = await localRef(repository, ref);
    const used = commit === undefined ? 'there is no baseline' : "this clone's own baseline is used";
    return read(repository, { where: 'local', commit }, [
      `origin could not be reached (${remote.unreachable}): ${used}.`,
    ]);
  }
  if (remote.commit === undefined) {
    return read(repository, { where: 'local', commit: await localRef(repository, ref) }, []);
  }
  const fetched = await fetchCommit(repository, remote.commit);
  const warnings = fetched.status === 0 ? [] : [`The baseline could not be fetched (${reasonOf(fetched)}).`];
  return read(repository, { where: 'origin', commit: remote.commit }, warnings);
}

interface Found {
  where: 'origin' | 'local';
  commit: string | undefined;
}

async function read(repository: GitRepository, found: Found, warnings: string[]): Promise<AppliedBaseline> {
  const { where, commit } = found;
  if (commit === undefined) return { found: false, where, warnings };
  try {
    const [files, log] = await Promise.all([readFiles(repository, commit), readMessage(repository, commit)]);
    return { found: true, where, commit, source: parseRecord(log).source, files, warnings };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return {
      found: false,
      where,
      commit,
      warnings: [...warnings, `There is no baseline: ${error.message}.`],
    };
  }
}

async function readMessage(repository: GitRepository, commit: string): Promise<string> {
  const raw = await repository.git(['cat-file', 'commit', commit]);
  const text = textOf(`The baseline ${commit} cannot be read`, raw);
  return text.slice(text.indexOf('\n\n') + 2);
}

/**
 * Records what was applied: at origin where it takes the ref, otherwise in this clone, with a warning.
 * Throws GitError where not even this clone can be written to.
 */
export async function writeApplied(repository: GitRepository, request: WriteRequest): Promise<WriteResult> {
  const { ref, previous } = request;
  const commit = await commitFiles(repository, { ...request, parent: previous?.commit });
  if (!repository.origin) return recordLocally(repository, { ref, commit, expected: previous?.commit });
  const expected = previous?.where === 'origin' ? previous.commit : undefined;
  const pushed = await pushRef(repository, { ref, commit, expected });
  if (pushed.outcome === 'conflict') return { conflict: true, where: 'origin' };
  const local = await localRef(repository, ref);
  if (pushed.outcome === 'moved') {
    // A baseline that this clone kept from times without origin must not come back as an old truth.
    if (local !== undefined) await moveLocalRef(repository, { ref, commit, expected: local });
    return { conflict: false, where: 'origin', commit };
  }
  const seen = previous?.where === 'local' ? previous.commit : local;
  const warning = pushed.outcome === 'refused' ? refused(pushed.reason) : unreachable(pushed.reason);
  return recordLocally(repository, { ref, commit, expected: seen, warning });
}

async function recordLocally(
  repository: GitRepository,
  { warning, ...move }: { ref: string; commit: string; expected: string | undefined; warning?: string },
): Promise<WriteResult> {
  if ((await moveLocalRef(repository, move)) === 'conflict') return { conflict: true, where: 'local' };
  return { conflict: false, where: 'local', commit: move.commit, ...(warning && { warning }) };
}

function refused(reason: string): string {
  const persist = /could not read (Username|Password)|terminal prompts disabled|Authentication/i.test(reason)
    ? ', and actions/checkout its `persist-credentials` (or the action its `github-token`)'
    : '';
  return `origin does not take the baseline (${reason}): it is kept in this clone only. In a workflow the job needs \`permissions: contents: write\`${persist}.`;
}

function unreachable(reason: string): string {
  return `origin could not be reached (${reason}): the baseline is kept in this clone only.`;
}
