// Lists the apply runs of a record.
import posix from 'node:path/posix';
import { attempt } from '../lib/attempt.ts';
import type { ApplyEntry } from '../model/apply-entry.ts';
import { inParallel } from '../lib/parallel.ts';
import {
  type ChangedPaths,
  type Commits,
  describedCommits,
  isRollback,
  undoCommand,
  withCommits,
} from './applied-commits.ts';
import { inTemporary } from './git-history.ts';
import type { GitRepository } from './git-repository.ts';
import { GitError, type GitResult, textOf } from './git-result.ts';
import {
  type ApplyMessage,
  countsInSummary,
  FACTS_PATH,
  KEPT_FOLDER,
  parseMessage,
} from './record-format.ts';
import type { RecordPlace } from './recorded-apply.ts';
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

type HistoryRepository = (args: readonly string[]) => Promise<GitResult>;

/** The newest apply runs of a record, and what the first of them changed. */
interface ReadRecord {
  entries: ApplyEntry[];
  changed: ChangedPaths;
}

async function recordOf(git: GitRepository, head: string, limit: number): Promise<ReadRecord> {
  if (!git.origin) return entriesOf((args) => git.git(args), head, limit);
  // Into a temporary repository, because a clone may have only the last record.
  return inTemporary(git, async (temporary) => {
    const options = [`--depth=${limit}`];
    const fetched = await temporary.fetchHistory([head], { filter: 'blob:none', options });
    if (fetched.status !== 0)
      throw new GitError('Could not fetch the history from origin', fetched);
    return entriesOf(temporary.git, head, limit);
  });
}

async function entriesOf(git: HistoryRepository, head: string, limit: number): Promise<ReadRecord> {
  const options = ['--no-show-signature', '--encoding=UTF-8', '--date=iso-strict'];
  const format = '--format=%H %cd%n%B%x00';
  const log = await git(['log', ...options, `--max-count=${limit}`, format, head]);
  const messages = textOf('Cannot read the apply history', log)
    .split('\0')
    .map((text) => text.replace(/^\n/, ''))
    .filter((text) => text !== '')
    .map((text) => {
      const newline = text.indexOf('\n');
      const [id = '', written = ''] = text.slice(0, newline).split(' ');
      const said = attempt(() => parseMessage(text.slice(newline + 1)));
      return { id, time: new Date(written).toISOString(), said };
    });
  const [first] = messages;
  const { projectFile = '', formerFile = projectFile } = first?.said ?? {};
  const entries = messages.map(({ time, said }) => entryOf(time, said));
  const followed = beforeIn(entries, 0);
  const before = followed && messages.find((_, i) => entries[i] === followed);
  const tree = ['diff-tree', '-r', '-z', '--no-renames', '--name-only', before?.id ?? '', head];
  // The first apply has nothing before it.
  const names = before === undefined ? '' : (await git(tree)).stdout.toString();
  const changed = names
    .split('\0')
    .filter((path) => path !== '' && path !== FACTS_PATH && !path.startsWith(KEPT_FOLDER));
  return {
    entries,
    changed: changedPaths(changed, formerFile),
  };
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

/** The apply that one followed: the last of its stage, or else the last of everything. */
function beforeIn(entries: readonly ApplyEntry[], index: number): ApplyEntry | undefined {
  const { stage } = entries[index] ?? {};
  const older = entries.slice(index + 1);
  return stage === undefined
    ? older[0]
    : older.find((entry) => entry.stage === stage || entry.stage === undefined);
}

/** With what Git knows of their commits. */
async function withDescriptions(
  repository: GitRepository,
  { entries, changed }: ReadRecord,
  limit: number,
): Promise<ApplyEntry[]> {
  const sources = [...new Set(entries.flatMap(({ commit }) => commit ?? []))];
  return withCommits(repository, sources, async (commits) => {
    const commitsById = await describedCommits(commits, sources);
    return inParallel([...entries.slice(0, limit).entries()], ([i, entry]) =>
      describedEntry(commits, commitsById, {
        entry,
        before: beforeIn(entries, i),
        // Of older ones, nobody asks how to undo them.
        changed: i === 0 ? changed : undefined,
      }),
    );
  });
}

/**
 * @param step.before the apply before it, if there is one
 */
export async function describedEntry(
  commits: Commits,
  commitsById: Awaited<ReturnType<typeof describedCommits>>,
  {
    entry,
    before,
    changed,
  }: { entry: ApplyEntry; before: ApplyEntry | undefined; changed: ChangedPaths | undefined },
): Promise<ApplyEntry> {
  const { time, commit, ...rest } = entry;
  const { author, subject, parents = [] } = commitsById.get(commit ?? '') ?? {};
  const described = { time, commit, author, subject, ...rest };
  if (commit === undefined || before === undefined) return described;
  const range = { from: before.commit, to: commit };
  // As after each merge: Git need not be asked.
  const isNext = range.from !== undefined && parents.includes(range.from);
  if (!isNext && (await isRollback(commits, range))) return { ...described, rollback: true };
  const isAsked = changed !== undefined && !entry.unfinished;
  const undo = isAsked ? await undoCommand(commits, range, changed) : undefined;
  return { ...described, undo };
}
