// The record of the last apply (ref `applied`): a commit at origin where possible, read and written.
import { shortCommit } from '../model/apply-entry.ts';
import type { ServerRead } from '../model/server-reads.ts';
import { type Applying, deadCommit, type Held, readApplying } from './announcement.ts';
import { isAncestor } from './git-history.ts';
import type { GitRepository } from './git-repository.ts';
import { commitFiles, type Files, readFiles, readMessage } from './git-snapshot.ts';
import { reasonOf } from './git.ts';
import { type ApplyRecord, parseRecord, readsOf, type RecordFacts, splitFacts } from './record-format.ts';
import { applyingRef } from './ref-names.ts';
import {
  fetchCommits,
  localRef,
  localRefs,
  type Move,
  moveLocalRefs,
  type PushOutcome,
  pushRefs,
  type RefValues,
  refValuesBelow,
  type Where,
} from './refs.ts';

// What a job of a workflow lacks that may not read or write refs at origin.

const PERSIST = '`persist-credentials` (or the action its `github-token`)';

/** What it needs to write them. */
export function neededFor(reason: string): string {
  return `\`permissions: contents: write\`${isAnonymous(reason) ? `, and actions/checkout its ${PERSIST}` : ''}`;
}

/** A sentence behind another, or nothing where it is not for want of a credential that origin gave no answer. */
function neededToReach(reason: string): string {
  return isAnonymous(reason) ? ` In a workflow actions/checkout needs its ${PERSIST}.` : '';
}

/** Git asked for a credential, and nobody had one that helps. */
function isAnonymous(reason: string): boolean {
  return /could not read (Username|Password)|terminal prompts disabled|Authentication/i.test(reason);
}

// The baseline: what was last applied, kept as a commit of its own, at origin where that is possible.

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
      reads?: ServerRead[];
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
    const used = values.has(ref) ? 'using the baseline of this clone' : 'there is no baseline';
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

interface ReadRecord {
  ref: string;
  where: Where;
  values: RefValues;
  warnings: string[];
}

/** What is recorded at a ref, of whose values all are known. */
export async function read(
  repository: GitRepository,
  { ref, values, where, warnings }: ReadRecord,
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
    const warning = `Cannot read the record of the last apply, ${shortCommit(commit)} (${error.message}).`;
    return { found: false, where, commit, warnings: [...warnings, warning] };
  }
}

// Recording what was applied, with compare and swap; the announcement goes in the same transaction.

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
  return `origin rejected the baseline (${reason}): it is recorded in this clone only. In a workflow, the job needs ${neededFor(reason)}.`;
}

function unreachable(reason: string): string {
  return `origin could not be reached (${reason}): the baseline is recorded in this clone only.${neededToReach(reason)}`;
}
