// Lists the apply runs of a record.
import posix from 'node:path/posix';
import { attempt } from '../lib/attempt.ts';
import type { ApplyEntry } from '../model/apply-entry.ts';
import { inParallel } from '../lib/parallel.ts';
import {
  type ChangedPaths,
  type Commits,
  describedCommits,
  commitsHere,
  commitsIn,
  isRollback,
  undoCommand,
  withCommits,
} from './applied-commits.ts';
import { inTemporary } from './git-history.ts';
import { filesInCommit, type ObjectReader } from './git-objects.ts';
import type { GitRepository } from './git-repository.ts';
import { GitError, ignoreGitError, textOf } from './git-result.ts';
import {
  type ApplyMessage,
  countsInSummary,
  FACTS_PATH,
  KEPT_FOLDER,
  keptFolder,
  parseMessage,
} from './record-format.ts';
import {
  applyOf,
  followedIn,
  type ListedApply,
  type RecordPlace,
  revertedTo,
} from './recorded-apply.ts';
import { refValue } from './refs.ts';

export interface ApplyHistory {
  /** The newest first. */
  entries: ApplyEntry[];
  /** Why there are none, as a sentence. */
  warnings: string[];
}

/** The apply runs of a project, the newest first. Does not change the refs of the clone. Throws GitError. */
export async function readHistory(
  { repository, ref }: Pick<RecordPlace, 'repository' | 'ref'>,
  limit: number,
): Promise<ApplyHistory> {
  const refRead = await refValue(repository, ref);
  if ('unreachable' in refRead)
    return { entries: [], warnings: [`origin could not be reached (${refRead.unreachable}).`] };
  const head = refRead.value;
  if (head === undefined) return { entries: [], warnings: [] };
  const read = await recordOf(repository, head, limit + 1);
  return { entries: await withDescriptions(repository, read, limit), warnings: [] };
}

/** Where a record can be read. */
interface RecordSource extends Commits {
  objects: ObjectReader;
}

type FollowedApply = Pick<ListedApply, 'id' | 'source' | 'state' | 'stage'>;

/** The newest apply runs of a record. */
interface ReadRecord {
  entries: ApplyEntry[];
  /** The commits whose work each of them continued. */
  followed: string[][];
  /** What the first of them changed; absent: no revert undoes it. */
  changed: ChangedPaths | undefined;
}

async function recordOf(git: GitRepository, head: string, limit: number): Promise<ReadRecord> {
  if (!git.origin) return readEntries({ ...commitsHere(git), objects: git.objects }, head, limit);
  // Into a temporary repository, because a clone may have only the last record.
  return inTemporary(git, async (temporary) => {
    const options = [`--depth=${limit}`];
    const fetched = await temporary.fetchHistory([head], { filter: 'blob:none', options });
    if (fetched.status !== 0)
      throw new GitError('Could not fetch the history from origin', fetched);
    const { objects } = temporary;
    return readEntries({ ...commitsIn(temporary, git), objects }, head, limit);
  });
}

async function readEntries(source: RecordSource, head: string, limit: number): Promise<ReadRecord> {
  const commits = await newestCommits(source, head, limit);
  const facts = await factsOf(
    source,
    commits.flatMap(({ id, said }) => (said?.stageName === undefined ? [] : id)),
  );
  const applies = commits.map(({ id, message }) =>
    attempt(() => applyOf({ message, facts: facts.get(id), ids: new Map() })),
  );
  const followed = applies.map((apply, i) => {
    const before = applies[i + 1];
    return apply && before ? followedIn<FollowedApply>(before, apply.stage) : [];
  });
  const last = revertedTo(followed[0] ?? [], applies[0]?.stage);
  // Of another stage than the apply before, its documents are below those of that one.
  const index = applies[1]?.kept.findIndex(({ id }) => id === last?.id) ?? -1;
  const tree = `${commits[1]?.id}:${index === -1 ? '' : keptFolder(index)}`;
  const difference = ['diff-tree', '-r', '-z', '--no-renames', '--name-only', tree, head];
  // The first apply has nothing before it.
  const names = last === undefined ? '' : (await source.git(difference)).stdout.toString();
  const changed = names
    .split('\0')
    .filter((path) => path !== '' && path !== FACTS_PATH && !path.startsWith(KEPT_FOLDER));
  const { projectFile = '', formerFile = projectFile } = commits[0]?.said ?? {};
  return {
    entries: commits.map(({ time, said }) => entryOf(time, said)),
    followed: followed.map((continued) => continued.map((apply) => apply.source)),
    changed: last && changedPaths(changed, formerFile),
  };
}

async function newestCommits({ git }: RecordSource, head: string, limit: number) {
  const options = ['--no-show-signature', '--encoding=UTF-8', '--date=iso-strict'];
  const format = '--format=%H %cd%n%B%x00';
  const log = await git(['log', ...options, `--max-count=${limit}`, format, head]);
  return textOf('Cannot read the apply history', log)
    .split('\0')
    .map((text) => text.replace(/^\n/, ''))
    .filter((text) => text !== '')
    .map((text) => {
      const newline = text.indexOf('\n');
      const [id = '', written = ''] = text.slice(0, newline).split(' ');
      const message = text.slice(newline + 1);
      const said = attempt(() => parseMessage(message));
      return { id, time: new Date(written).toISOString(), message, said };
    });
}

/** The facts of commits of a record that can be read, by commit. */
async function factsOf(
  { objects, read }: RecordSource,
  commits: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const { dir, base } = posix.parse(FACTS_PATH);
  for (const commit of commits) {
    const files = (await filesInCommit(objects, commit, dir)) ?? [];
    for (const { path, id } of files) if (path === base) ids.set(commit, id);
  }
  const contents = await read([...new Set(ids.values())]).catch(ignoreGitError);
  return new Map(
    [...ids].flatMap(([commit, id]): [string, string][] => {
      const facts = contents?.get(id);
      return facts === undefined ? [] : [[commit, facts.toString()]];
    }),
  );
}

/** @param paths from the folder of the project file */
export function changedPaths(paths: readonly string[], projectFile: string): ChangedPaths {
  const inGit = paths.map((path) => posix.join(posix.dirname(projectFile), path));
  const documents = inGit.filter((path) => path !== projectFile);
  return { documents, projectFile, isProjectFileChanged: documents.length < inGit.length };
}

/** What an apply says of itself; nothing if another program wrote it. */
export function entryOf(time: string, said: ApplyMessage | undefined): ApplyEntry {
  if (said === undefined) return { time };
  const { state, source, stageName, actor, run, summary, approved, approvedBy, tookOver } = said;
  return {
    time,
    commit: source,
    stage: stageName,
    unfinished: state === 'begun' ? true : undefined,
    actor,
    run,
    counts: countsInSummary(summary),
    approved: approved === undefined ? undefined : { approval: approved, by: approvedBy },
    tookOver:
      tookOver.length === 0
        ? undefined
        : tookOver.map(({ source: commit, ...apply }) => ({ commit, ...apply })),
  };
}

/** With what Git knows of their commits. */
async function withDescriptions(
  repository: GitRepository,
  { entries, followed, changed }: ReadRecord,
  limit: number,
): Promise<ApplyEntry[]> {
  const sources = [...new Set(entries.flatMap(({ commit }) => commit ?? []))];
  return withCommits(repository, sources, async (commits) => {
    const commitsById = await describedCommits(commits, sources);
    return inParallel([...entries.slice(0, limit).entries()], ([i, entry]) =>
      describedEntry(commits, commitsById, {
        entry,
        followed: followed[i] ?? [],
        // Of older ones, nobody asks how to undo them.
        changed: i === 0 ? changed : undefined,
      }),
    );
  });
}

/**
 * @param step.followed the commits whose work it continued
 * @param step.changed what it changed since the first of them; absent: nobody asks for a revert, or none undoes it
 */
export async function describedEntry(
  commits: Commits,
  commitsById: Awaited<ReturnType<typeof describedCommits>>,
  {
    entry,
    followed,
    changed,
  }: { entry: ApplyEntry; followed: readonly string[]; changed: ChangedPaths | undefined },
): Promise<ApplyEntry> {
  const { time, commit, ...rest } = entry;
  const { author, subject, parents = [] } = commitsById.get(commit ?? '') ?? {};
  const described = { time, commit, author, subject, ...rest };
  if (commit === undefined) return described;
  const ranges = [...new Set(followed)].map((from) => ({ from, to: commit }));
  for (const range of ranges) {
    // As after each merge: Git need not be asked.
    const isNext = parents.includes(range.from);
    if (!isNext && (await isRollback(commits, range))) return { ...described, rollback: true };
  }
  const [range] = ranges;
  const isAsked = range !== undefined && changed !== undefined && !entry.unfinished;
  const undo = isAsked ? await undoCommand(commits, range, changed) : undefined;
  return { ...described, undo };
}
