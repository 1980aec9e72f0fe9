// Reads and writes the record of the last apply, the baseline: a commit at the ref `applied`, at origin if possible.
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
  isPartial,
  localRefs,
  type Move,
  moveLocalRefs,
  type PushOutcome,
  pushRefs,
  type RefValues,
  refValuesBelow,
  type Where,
} from './refs.ts';

const PERSIST = '`persist-credentials` of actions/checkout (or `github-token` of this action)';

/** What a job of a workflow needs to write refs at origin. */
export function neededFor(reason: string): string {
  return `\`permissions: contents: write\`${isAnonymous(reason) ? `, and ${PERSIST}` : ''}`;
}

/** Advice to append to a warning. */
function neededToReach(reason: string): string {
  return isAnonymous(reason)
    ? ` In a workflow, set ${PERSIST}. Elsewhere, set up a credential helper for Git.`
    : ' Check its address (`git remote get-url origin`), the network, and your access.';
}

function isAnonymous(reason: string): boolean {
  return /could not read (Username|Password)|terminal prompts disabled|Authentication/i.test(reason);
}

/** Where a project's applies are recorded. */
export interface RecordRefs {
  /** The ref of the project's record. */
  ref: string;
  /** The folder of the records of all projects that apply to this repository of the server. */
  folder: string;
}

/** A record. Not `found` with a `commit`: it exists and cannot be read (a warning says why). Warnings are sentences. */
export type ApplyRecordAt = (
  | { found: false; commit?: string }
  | {
      found: true;
      commit: string;
      source: string | undefined;
      /** What was applied differs from that commit. */
      isDirty: boolean;
      /** Path of the project file within the Git repository; absent in a record of another program. */
      projectFile: string | undefined;
      files: Files;
      facts: RecordFacts;
      /** The reads of the server that the apply used; absent: unknown. */
      reads?: ServerRead[];
    }
) & {
  where: Where;
  warnings: string[];
};

/** The record of the last apply, and the refs around it. */
export type AppliedBaseline = ApplyRecordAt & {
  /** An announced apply that is not recorded yet: it is running, or dead. */
  applying?: Applying;
  /** Every ref below the folder of the project's records, its own included. */
  refs: RefValues;
  refsAt: Where;
  /** The same refs in this clone. */
  local: RefValues;
  /** The ref where the record still is, of a project file that was renamed. */
  movedFrom?: string;
  /** The commit at origin, if this clone has recorded later applies that origin rejected. */
  atOrigin?: string;
  /** The files of a record in this clone that is not part of the record at origin. */
  kept?: Files;
};

/**
 * Reads the baseline and the announcement from origin, or from this clone if origin does not exist, has none, or
 * cannot be reached. An unreadable baseline is a warning. Throws GitError if this clone is broken.
 */
export async function readApplied(
  repository: GitRepository,
  { ref, folder }: Pick<RecordRefs, 'ref' | 'folder'>,
): Promise<AppliedBaseline> {
  const [local, found] = await Promise.all([
    localRefs(repository, [folder]),
    repository.origin ? refValuesBelow(repository, { where: 'origin', folder }) : undefined,
  ]);
  if (found === undefined) return readRecord(repository, { ref, where: 'local', values: local, local, warnings: [] });
  if ('unreachable' in found) {
    const used = local.has(ref) ? 'using the record of this clone' : 'this clone has no record of an earlier apply';
    const { unreachable } = found;
    const warning = `origin could not be reached (${unreachable}): ${used}.${neededToReach(unreachable)}`;
    return readRecord(repository, { ref, where: 'local', values: local, local, warnings: [warning] });
  }
  const { values } = found;
  const refs = [ref, applyingRef(ref)];
  const missing = await fetchAll(repository, new Map([...values].filter(([name]) => refs.includes(name))));
  const reason = missing.get(ref);
  const warnings = reason === undefined ? [] : [`The baseline could not be fetched (${reason}).`];
  return readRecord(repository, { ref, where: 'origin', values, local, warnings });
}

/**
 * Fetches each commit that this clone does not have, even if another is missing. Returns the reasons of failures by ref.
 */
export async function fetchAll(repository: GitRepository, values: RefValues): Promise<Map<string, string>> {
  const missing = new Map<string, string>();
  for (const [ref, commit] of values) if (!(await isHere(repository, commit))) missing.set(ref, commit);
  if (missing.size === 0) return new Map();
  const all = await fetchCommits(repository, [...missing.values()]);
  if (all.status === 0) return new Map();
  const failed = new Map<string, string>();
  for (const [ref, commit] of missing) {
    const one = missing.size === 1 ? all : await fetchCommits(repository, [commit]);
    if (one.status !== 0) failed.set(ref, reasonOf(one));
  }
  return failed;
}

/** Whether this clone has a commit and all its files. */
async function isHere(repository: GitRepository, commit: string): Promise<boolean> {
  if (await isPartial(repository)) return false;
  return readFiles(repository, commit).then(
    () => true,
    () => false,
  );
}

interface Reading {
  ref: string;
  /** The values of all refs, where the record is read. */
  values: RefValues;
  where: Where;
  /** Their values in this clone. */
  local: RefValues;
  warnings: string[];
}

/** Reads the record at a ref. */
export async function readRecord(
  repository: GitRepository,
  { ref, values, where, local, warnings }: Reading,
): Promise<AppliedBaseline> {
  const commit = values.get(ref);
  const announced = values.get(applyingRef(ref));
  const applying = announced && { applying: await readApplying(repository, { where, commit: announced }) };
  const common = { ...applying, refs: values, refsAt: where, local };
  const recordAt = async (at: Where, id: string) => ({
    ...(await readCommit(repository, { where: at, commit: id, warnings })),
    ...common,
  });
  // A record that origin rejected is kept in this clone.
  const own = local.get(ref);
  if (commit === undefined)
    return own === undefined ? { found: false, where: 'local', warnings, ...common } : recordAt('local', own);
  if (own === undefined || own === commit) return recordAt(where, commit);
  const isBehind = await repository.git(['merge-base', '--is-ancestor', commit, own]);
  if (isBehind.status === 0) return { ...(await recordAt('local', own)), atOrigin: commit };
  const isOver = (await isAncestor(repository, own, commit)).answer === 'yes';
  return { ...(await recordAt(where, commit)), ...(!isOver && { kept: await filesOf(repository, own) }) };
}

/** The documents of a record; none if they cannot be read. */
async function filesOf(repository: GitRepository, commit: string): Promise<Files> {
  const files = await readFiles(repository, commit).catch(() => new Map<string, Buffer>());
  return splitFacts(files).files;
}

/** Reads a record by its commit; `found: false` with a warning if it cannot be read. */
export async function readCommit(
  repository: GitRepository,
  { where, commit, warnings = [] }: { where: Where; commit: string; warnings?: string[] },
): Promise<ApplyRecordAt> {
  try {
    const [files, message] = await Promise.all([readFiles(repository, commit), readMessage(repository, commit)]);
    const { source, projectFile, dirty, ...record } = parseRecord(message);
    const reads = readsOf(record);
    const isDirty = dirty !== undefined;
    const found = { found: true, where, commit, source, isDirty, projectFile, warnings } as const;
    return { ...found, ...splitFacts(files), ...(reads && { reads }) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const warning = `Cannot read the record of the last apply, ${shortCommit(commit)} (${error.message}).`;
    return { found: false, where, commit, warnings: [...warnings, warning] };
  }
}

export interface WriteRequest extends ApplyRecord {
  ref: string;
  /** The record that was read before the apply: nothing else is overwritten. */
  previous?: Previous | undefined;
  /** The announcement that this record ends: this run's, or that of a dead run. */
  applying?: (Pick<Applying, 'where' | 'commit'> & Partial<Pick<Held, 'tree' | 'files' | 'record'>>) | undefined;
  /** By path relative to the project's folder, with `/`. The commit holds exactly these. */
  files: ReadonlyMap<string, Uint8Array>;
  now: Date;
}

type Previous = Pick<AppliedBaseline, 'where' | 'local'> & {
  [Name in 'commit' | 'atOrigin' | 'movedFrom']?: string | undefined;
};

/** `conflict`: another run recorded an apply in the meantime, and its record was kept. */
export type WriteResult =
  | { conflict: false; where: Where; commit: string; warning?: string | undefined }
  | { conflict: true; where: Where };

/**
 * Records what was applied, by compare and swap: at origin, or in this clone with a warning if origin rejects the ref.
 * Throws GitError if neither can be written.
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
  const local = previous?.where === 'local' ? previous.commit : previous?.local.get(ref);
  if (moved.outcome === 'moved') {
    // An older baseline in this clone must not be used later.
    if (local !== undefined) await moveLocalRefs(repository, [{ ref, commit, expected: local }]);
    return { conflict: false, where: 'origin', commit };
  }
  return locally(local, moved.outcome === 'refused' ? refused(moved.reason) : unreachable(moved.reason));
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
  return { conflict: false, where: 'local', commit: both.move.commit, warning };
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
  if (moved.outcome !== 'conflict' || moved.values.get(move.ref) !== move.expected) return moved;
  // If only the announcement was removed or declared dead in the meantime, the apply is recorded all the same.
  const announced = moved.values.get(end.ref);
  if (announced === undefined) return moveRefs(repository, [move]);
  const { record, tree } = applying;
  if (record === undefined || tree === undefined) return moved;
  const dead = await deadCommit(repository, { record, tree });
  return announced === dead ? moveRefs(repository, [move, { ...end, expected: dead }]) : moved;
}

function refused(reason: string): string {
  return `origin rejected the record of this apply (${reason}): only this clone has it. In a workflow, the job needs ${neededFor(reason)}; elsewhere, check that you may push to \`refs/confighub-sync/*\`.`;
}

function unreachable(reason: string): string {
  return `origin could not be reached (${reason}): only this clone has the record of this apply.${neededToReach(reason)}`;
}
