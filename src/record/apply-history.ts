// Reads the history of applies: the commits behind the ref `applied`, newest first.
import type { ApplyEntry } from '../model/apply-entry.ts';
import type { RecordRefs } from './applied-record.ts';
import { inTemporary } from './git-history.ts';
import type { GitRepository } from './git-repository.ts';
import { GitError, type GitResult, textOf } from './git.ts';
import { countsOf, parseRecord, takenOverIn } from './record-format.ts';
import { localRef, remoteRefs } from './refs.ts';

export interface HistoryRequest extends Pick<RecordRefs, 'ref'> {
  /** The maximum number of applies. */
  limit: number;
}

export interface History {
  entries: ApplyEntry[];
  /** Why the entries may differ from those at origin. */
  warnings: string[];
}

type Git = (args: readonly string[]) => Promise<GitResult>;

/** The applies of a project, from origin, or else from this clone. Changes neither. Throws GitError if the clone is broken. */
export async function readHistory(repository: GitRepository, { ref, limit }: HistoryRequest): Promise<History> {
  const remote = repository.origin ? await remoteRefs(repository, [ref]) : { values: new Map<string, string>() };
  const warnings = 'unreachable' in remote ? [`origin could not be reached (${remote.unreachable}).`] : [];
  const commit = 'values' in remote ? remote.values.get(ref) : undefined;
  if (commit !== undefined) {
    // Into a temporary repository, because a clone may have only the last record.
    const entries = await inTemporary(repository, async ({ fetchHistory, git }) => {
      const fetched = await fetchHistory([commit], [`--depth=${limit}`]);
      if (fetched.status !== 0) throw new GitError('Could not fetch the history from origin', fetched);
      return entriesOf(git, { commit, limit });
    });
    return { entries, warnings };
  }
  const own = await localRef(repository, ref);
  const git: Git = (args) => repository.git(args);
  return { entries: own === undefined ? [] : await entriesOf(git, { commit: own, limit }), warnings };
}

async function entriesOf(git: Git, { commit, limit }: { commit: string; limit: number }): Promise<ApplyEntry[]> {
  const options = ['--no-show-signature', '--encoding=UTF-8', '--date=iso-strict'];
  const log = await git(['log', ...options, `--max-count=${limit}`, '--format=%cd%n%B%x00', commit]);
  return textOf('Cannot read the history of applies', log)
    .split('\0')
    .map((text) => text.replace(/^\n/, ''))
    .filter((text) => text !== '')
    .map(entryOf);
}

function entryOf(text: string): ApplyEntry {
  const newline = text.indexOf('\n');
  const record = parseRecord(text.slice(newline + 1));
  const { source, dirty, actor, run, summary, approved, approvedBy } = record;
  const takenOver = takenOverIn(record).map(({ source: commit, ...apply }) => ({ commit, ...apply }));
  return {
    time: new Date(text.slice(0, newline)).toISOString(),
    commit: source,
    dirty: dirty === undefined ? undefined : true,
    actor,
    run,
    counts: countsOf(summary),
    approved: approved === undefined ? undefined : { force: approved, by: approvedBy },
    tookOver: takenOver.length === 0 ? undefined : takenOver,
  };
}
