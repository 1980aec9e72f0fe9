// The baseline: what was last applied, kept as a commit of its own, at origin where that is possible.
import { shortCommit } from '../model/apply-entry.ts';
import { isAncestor } from './ancestry.ts';
import { type Applying, readApplying } from './announcement.ts';
import { reasonOf } from './git-answer.ts';
import { localRef, localRefs } from './local-refs.ts';
import type { Read } from '../model/reads.ts';
import { parseRecord, readsOf } from './message.ts';
import { neededToReach } from './needed.ts';
import { fetchCommits, type RefValues } from './origin.ts';
import { applyingRef } from './ref.ts';
import { type RecordFacts, splitFacts } from './record-facts.ts';
import { refValuesBelow, type Where } from './refs.ts';
import { type Files, readFiles, readMessage } from './snapshot.ts';
import type { GitRepository } from './work-tree.ts';

/** Where a project's applies are recorded. */
export interface RecordRefs {
  /** Of the project's own record. */
  ref: string;
  /** Of its record where it still lies under the former name. */
  former: string;
  /** What lies below it are the records of all projects that apply to this repository of the server. */
  folder: string;
}

/** A record. Not `found` with a `commit`: it is there and cannot be read (the warning says why). Warnings are sentences. */
export type ApplyRecordAt = (
  | { found: false; commit?: string }
  | {
      found: true;
      commit: string;
      source: string | undefined;
      /** Path of the project file within the Git repository; absent in a record of the former naming. */
      projectFile: string | undefined;
      files: Files;
      facts: RecordFacts;
      /** The reads of the server that it used; absent: it does not say. */
      reads?: Read[];
    }
) & {
  where: Where;
  warnings: string[];
};

/** What was last applied, and what is recorded beside it. */
export type AppliedBaseline = ApplyRecordAt & {
  /** An apply that announced itself and is not recorded: it is running, or it died. */
  applying?: Applying;
  /** Every ref below the folder of the project's records, its own included. */
  refs: RefValues;
  /** Where these refs are. */
  refsAt: Where;
  /** The ref that the record still lies at: that of the former naming, or of a project file that was renamed. */
  movedFrom?: string;
  /** What origin has, where this clone has recorded more since than origin takes. */
  atOrigin?: string;
  /** What this clone alone has recorded, where others have recorded at origin since. */
  kept?: Files;
};

/**
 * Reads the baseline and the announcement beside it from origin; from this clone where origin cannot be reached,
 * has none, or does not exist. A baseline that is there and cannot be read is a warning. Throws GitError only where
 * this clone itself is broken.
 */
export async function readApplied(
  repository: GitRepository,
  { ref, folder }: Pick<RecordRefs, 'ref' | 'folder'>,
): Promise<AppliedBaseline> {
  const where = repository.origin ? 'origin' : 'local';
  const found = await refValuesBelow(repository, { where, folder });
  if ('unreachable' in found) {
    const values = await localRefs(repository, [folder]);
    const used = values.has(ref) ? "this clone's own baseline is used" : 'there is no baseline';
    const { unreachable } = found;
    const warning = `origin could not be reached (${unreachable}): ${used}.${neededToReach(unreachable)}`;
    return read(repository, { ref, where: 'local', values, warnings: [warning] });
  }
  const { values } = found;
  if (where === 'local') return read(repository, { ref, where, values, warnings: [] });
  const refs = [ref, applyingRef(ref)];
  const missing = await fetchAll(repository, new Map([...values].filter(([name]) => refs.includes(name))));
  const reason = missing.get(ref);
  const warnings = reason === undefined ? [] : [`The baseline could not be fetched (${reason}).`];
  return read(repository, { ref, where, values, warnings });
}

/** Reasons by ref of what could not be fetched. One commit that is gone does not keep the others away. */
export async function fetchAll(repository: GitRepository, values: RefValues): Promise<Map<string, string>> {
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

/** What is recorded at a ref, of whose values all are known. */
export async function read(
  repository: GitRepository,
  { ref, values, where, warnings }: Found,
): Promise<AppliedBaseline> {
  const commit = values.get(ref);
  const announced = values.get(applyingRef(ref));
  const applying = announced && { applying: await readApplying(repository, { where, commit: announced }) };
  const common = { ...applying, refs: values, refsAt: where };
  // What origin does not take is kept in this clone.
  const own = where === 'origin' ? await localRef(repository, ref) : undefined;
  if (commit === undefined) {
    if (own === undefined) return { found: false, where: 'local', warnings, ...common };
    return { ...(await readCommit(repository, { where: 'local', commit: own, warnings })), ...common };
  }
  if (own !== undefined && own !== commit) {
    if (await isBehind(repository, commit, own)) {
      const record = await readCommit(repository, { where: 'local', commit: own, warnings });
      return { ...record, ...common, atOrigin: commit };
    }
    const record = await readCommit(repository, { where, commit, warnings });
    const isOver = (await isAncestor(repository, own, commit)).answer === 'yes';
    return { ...record, ...common, ...(!isOver && { kept: await filesOf(repository, own) }) };
  }
  return { ...(await readCommit(repository, { where, commit, warnings })), ...common };
}

/** Whether what origin has is a part of what this clone has recorded since. */
async function isBehind(repository: GitRepository, atOrigin: string, own: string): Promise<boolean> {
  return (await repository.git(['merge-base', '--is-ancestor', atOrigin, own])).status === 0;
}

/** Documents of a record; none where they cannot be read. */
async function filesOf(repository: GitRepository, commit: string): Promise<Files> {
  const files = await readFiles(repository, commit).catch(() => new Map<string, Buffer>());
  return splitFacts(files).files;
}

/** A record by its commit, wherever it is kept; `found: false` with a warning where it cannot be read. */
export async function readCommit(
  repository: GitRepository,
  { where, commit, warnings }: { where: Where; commit: string; warnings: string[] },
): Promise<ApplyRecordAt> {
  try {
    const [files, message] = await Promise.all([
      readFiles(repository, commit),
      readMessage(repository, commit),
    ]);
    const record = parseRecord(message);
    const reads = readsOf(record);
    const { source, projectFile } = record;
    const found = { found: true, where, commit, source, projectFile, warnings } as const;
    return { ...found, ...splitFacts(files), ...(reads && { reads }) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const warning = `The record of the last apply, ${shortCommit(commit)}, cannot be read (${error.message}).`;
    return { found: false, where, commit, warnings: [...warnings, warning] };
  }
}
