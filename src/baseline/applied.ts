// The baseline: what was last applied, kept as a commit of its own, at origin where that is possible.
import { type Applying, readApplying } from './announcement.ts';
import { reasonOf } from './git-answer.ts';
import { localRef, localRefs } from './local-refs.ts';
import type { Read } from '../model/reads.ts';
import { parseRecord, readsOf } from './message.ts';
import { neededToReach } from './needed.ts';
import { fetchCommits, type RefValues } from './origin.ts';
import { applyingRef } from './ref.ts';
import { type RecordFacts, splitFacts } from './record-facts.ts';
import { refValues, type Where } from './refs.ts';
import { type Files, readFiles, readMessage } from './snapshot.ts';
import type { GitRepository } from './work-tree.ts';

/**
 * What was last applied. Not `found` with a `commit`: there is a baseline that cannot be read (the
 * warning says why); the next apply replaces it. Warnings are sentences.
 */
export type AppliedBaseline = (
  | { found: false; commit?: string }
  | {
      found: true;
      commit: string;
      source: string | undefined;
      files: Files;
      facts: RecordFacts;
      /** The reads of the server that it used; absent: it does not say. */
      reads?: Read[];
    }
) & {
  where: Where;
  warnings: string[];
  /** An apply that announced itself and is not recorded: it is running, or it died. */
  applying?: Applying;
};

/**
 * Reads the baseline and the announcement beside it from origin; from this clone where origin cannot be reached,
 * has none, or does not exist. A baseline that is there and cannot be read is a warning. Throws GitError only where
 * this clone itself is broken.
 */
export async function readApplied(repository: GitRepository, ref: string): Promise<AppliedBaseline> {
  const refs = [ref, applyingRef(ref)];
  const where = repository.origin ? 'origin' : 'local';
  const found = await refValues(repository, { where, refs });
  if ('unreachable' in found) {
    const values = await localRefs(repository, refs);
    const used = values.has(ref) ? "this clone's own baseline is used" : 'there is no baseline';
    const { unreachable } = found;
    const warning = `origin could not be reached (${unreachable}): ${used}.${neededToReach(unreachable)}`;
    return read(repository, { ref, where: 'local', values, warnings: [warning] });
  }
  const { values } = found;
  if (where === 'local') return read(repository, { ref, where, values, warnings: [] });
  const missing = await fetchAll(repository, values);
  const reason = missing.get(ref);
  const warnings = reason === undefined ? [] : [`The baseline could not be fetched (${reason}).`];
  return read(repository, { ref, where, values, warnings });
}

/** Reasons by ref of what could not be fetched. One commit that is gone does not keep the others away. */
async function fetchAll(repository: GitRepository, values: RefValues): Promise<Map<string, string>> {
  if (values.size === 0) return new Map();
  const all = await fetchCommits(repository, [...values.values()]);
  if (all.status === 0) return new Map();
  const failed = new Map<string, string>();
  for (const [ref, commit] of values) {
    const one = values.size === 1 ? all : await fetchCommits(repository, [commit]);
    if (one.status !== 0) failed.set(ref, reasonOf(one));
  }
  return failed;
}

interface Found {
  ref: string;
  where: Where;
  values: RefValues;
  warnings: string[];
}

async function read(
  repository: GitRepository,
  { ref, values, where, warnings }: Found,
): Promise<AppliedBaseline> {
  const commit = values.get(ref);
  const announced = values.get(applyingRef(ref));
  const applying = announced && { applying: await readApplying(repository, { where, commit: announced }) };
  if (commit !== undefined) {
    return { ...(await readCommit(repository, { where, commit, warnings })), ...applying };
  }
  // What origin does not take is kept in this clone.
  const own = where === 'origin' ? await localRef(repository, ref) : undefined;
  if (own === undefined) return { found: false, where: 'local', warnings, ...applying };
  return { ...(await readCommit(repository, { where: 'local', commit: own, warnings })), ...applying };
}

async function readCommit(
  repository: GitRepository,
  { where, commit, warnings }: { where: Where; commit: string; warnings: string[] },
): Promise<AppliedBaseline> {
  try {
    const [files, message] = await Promise.all([
      readFiles(repository, commit),
      readMessage(repository, commit),
    ]);
    const record = parseRecord(message);
    const reads = readsOf(record);
    const found = { found: true, where, commit, source: record.source, warnings } as const;
    return { ...found, ...splitFacts(files), ...(reads && { reads }) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const warning = `There is no baseline: ${error.message}.`;
    return { found: false, where, commit, warnings: [...warnings, warning] };
  }
}
