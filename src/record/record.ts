// [edge] Reads the apply record: commits at one ref, of which each says what was applied, or is being applied.
import { dirname } from 'node:path/posix';
import { shortCommit } from '../model/apply-entry.ts';
import type { FileError } from '../model/diagnostic.ts';
import { convertedFiles } from './conversions.ts';
import { listFolder, readCommit, readContents } from './git-objects.ts';
import type { GitRepository } from './git-repository.ts';
import { reasonOf } from './git-result.ts';
import { FACTS_PATH } from './record-format.ts';
import {
  applyOf,
  type ApplyRecord,
  doneAndBegun,
  isUnlocked,
  type ListedApply,
  type RecordedApply,
  type RecordPlace,
} from './recorded-apply.ts';
import { fetchCommits, refValuesBelow } from './refs.ts';

/** More than these that did not say how they ended are an error in a workflow. */
const MAX_BEGUN = 20;
/** More than these take long to read. */
const MAX_READ = 200;
/** As many are looked at, for example to find the last apply of a branch: others apply in turn with it. */
const MAX_EARLIER = 20;

/** Reads the record, and fetches all records below its folder. Throws GitError if this clone is broken. */
export async function readRecord({
  repository,
  ref,
  folder,
  projectFile,
}: RecordPlace): Promise<ApplyRecord> {
  const refsRead = await refValuesBelow(repository, folder);
  if ('unreachable' in refsRead)
    return { refs: new Map(), head: undefined, begun: [], ...refsRead };
  const refs = refsRead.values;
  const missing = await fetchMissing(repository, [...refs.values()]);
  const head = refs.get(ref);
  const record: ApplyRecord = { refs, head, begun: [] };
  if (head === undefined) return record;
  try {
    const applies = await readApplies(repository, head);
    const foreign = applies.find((apply) => apply.projectFile !== projectFile);
    if (foreign !== undefined) throw new Error(`it belongs to ${foreign.projectFile}`);
    return { ...record, ...doneAndBegun(applies) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = missing.get(head) ?? error.message;
    const begun = await lastBegun(repository, { head, projectFile });
    return {
      ...record,
      begun,
      problem: `Cannot read the apply record, ${shortCommit(head)} (${reason}).`,
    };
  }
}

/** Of a record that cannot be read as a whole, the apply that may still be running. */
async function lastBegun(repository: GitRepository, record: { head: string; projectFile: string }) {
  const last = await readApply(repository, record.head).catch(() => undefined);
  return last?.state === 'begun' && last.projectFile === record.projectFile ? [last] : [];
}

/** Fetches what this clone does not have, even if another commit is gone. Returns the reasons of failures. */
async function fetchMissing(
  repository: GitRepository,
  commits: readonly string[],
): Promise<Map<string, string>> {
  if (!repository.origin) return new Map();
  const missing: string[] = [];
  for (const id of new Set(commits))
    if (repository.partial || !(await isHere(repository, id))) missing.push(id);
  if (missing.length === 0 || (await fetchCommits(repository, missing)).status === 0)
    return new Map();
  const reasons = new Map<string, string>();
  for (const id of missing) {
    const fetched = await fetchCommits(repository, [id]);
    if (fetched.status !== 0) reasons.set(id, reasonOf(fetched));
  }
  return reasons;
}

async function isHere({ objects }: GitRepository, id: string): Promise<boolean> {
  return (await objects.read(id).catch(() => undefined)) !== undefined;
}

/** Fetches a commit of a record that is not here: a shallow clone got only the newest. @param from.depth that of the fetch */
export async function fetchEarlier(
  repository: GitRepository,
  commit: string,
  { head, depth }: { head: string; depth: number },
): Promise<void> {
  if (repository.shallow && repository.origin && !(await isHere(repository, commit)))
    await fetchCommits(repository, [head], depth);
}

/**
 * The apply runs of a record, newest first, down to the last one that is done. Throws an Error that completes "Cannot read
 * the record …", also for too many that are not done.
 */
export async function readApplies(
  repository: GitRepository,
  head: string,
): Promise<RecordedApply[]> {
  const applies: RecordedApply[] = [];
  for (let commit: string | undefined = head; commit !== undefined; ) {
    const apply = await readApply(repository, commit);
    applies.push(apply);
    if (apply.state === 'done') break;
    const lost = applies.filter((apply) => !isUnlocked(apply));
    if (lost.length > MAX_BEGUN || applies.length > MAX_READ) throw new Error(TOO_MANY);
    commit = apply.parent;
    const depth = Math.min(Number(apply.open) || MAX_READ, MAX_READ) + 1;
    if (commit !== undefined) await fetchEarlier(repository, commit, { head, depth });
  }
  return applies;
}

/** The apply runs before the last one that is done, newest first. Throws an Error if one cannot be read. */
export async function* earlierApplies(
  repository: GitRepository,
  { head, done, begun }: ApplyRecord,
): AsyncGenerator<RecordedApply> {
  let commit = done?.parent;
  for (let left = MAX_EARLIER; commit !== undefined && left > 0; left--) {
    const depth = begun.length + MAX_EARLIER + 1;
    if (head !== undefined) await fetchEarlier(repository, commit, { head, depth });
    const apply: RecordedApply = await readApply(repository, commit);
    yield apply;
    commit = apply.parent;
  }
}

const TOO_MANY = `more than ${MAX_BEGUN} apply runs have started since the last one that finished`;

async function readApply(repository: GitRepository, commit: string): Promise<RecordedApply> {
  return withContents(repository, await listApply(repository, commit));
}

/** All apply runs of a record, newest first. Throws an Error that completes "Cannot read the record …" at one that is none. */
export async function* listApplies(
  repository: GitRepository,
  head: string,
): AsyncGenerator<ListedApply> {
  // A shallow clone got only the newest.
  if (repository.shallow && repository.origin) await fetchCommits(repository, [head], ALL);
  for (let commit: string | undefined = head; commit !== undefined; ) {
    const apply: ListedApply = await listApply(repository, commit);
    yield apply;
    commit = apply.parent;
  }
}

/** More than any record has. With the greatest number that there is, Git would fetch all of the clone's history, too. */
const ALL = 1_000_000;

async function listApply(repository: GitRepository, commit: string): Promise<ListedApply> {
  const { tree, parents, time, message } = await readCommit(repository.objects, commit);
  if (parents.length > 1) throw new Error(`${shortCommit(commit)} is a merge`);
  const entries = await listFolder(repository, commit, '');
  const factsEntry = entries.filter(({ path }) => path === FACTS_PATH);
  const facts = (await readContents(repository, commit, factsEntry)).get(FACTS_PATH)?.toString();
  const ids = new Map(entries.map(({ path, id }) => [path, id]));
  try {
    return { commit, parent: parents[0], tree, time, ...applyOf({ message, facts, ids }) };
  } catch (error) {
    throw new Error(`${shortCommit(commit)} ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
}

/** With the contents of its documents, and of those that it keeps. */
export async function withContents(
  repository: GitRepository,
  apply: ListedApply,
): Promise<RecordedApply> {
  const { commit, ids, attributes, projectFile, formerFile = projectFile } = apply;
  const entries = [...ids].map(([path, id]) => ({ path, id }));
  const files = await readContents(repository, commit, entries);
  const unread = new Map<string, FileError>();
  const converted = await convertedFiles(repository, files, attributes, dirname(formerFile));
  for (const [path, content] of converted) {
    if ('bytes' in content) files.set(path, Buffer.from(content.bytes));
    else if (files.delete(path)) unread.set(path, content.problem);
  }
  const kept = await Promise.all(apply.kept.map((other) => withContents(repository, other)));
  return { ...apply, files, unread, kept };
}
