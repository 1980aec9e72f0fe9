// Reads the history of applies: the commits behind the ref `applied`, newest first.
import type { ApplyEntry } from '../model/apply-entry.ts';
import type { RecordRefs } from './applied-record.ts';
import { inTemporary } from './git-history.ts';
import type { GitRepository } from './git-repository.ts';
import { GitError, type GitResult, textOf } from './git.ts';
import { countsOf, parseRecord } from './record-format.ts';
import { localRef, remoteRefs } from './refs.ts';

export interface History {
  entries: ApplyEntry[];
  /** Why the entries may differ from those at origin. */
  warnings: string[];
}

export interface HistoryRequest extends Pick<RecordRefs, 'ref' | 'former'> {
  /** The maximum number of applies. */
  limit: number;
}

/** The applies of a project, without changing this clone. Throws GitError if this clone is broken. */
export async function readHistory(repository: GitRepository, { ref, former, limit }: HistoryRequest): Promise<History> {
  const remote = repository.origin
    ? await remoteRefs(repository, [ref, former])
    : { values: new Map<string, string>() };
  const warnings = 'unreachable' in remote ? [`origin could not be reached (${remote.unreachable}).`] : [];
  const commit = 'values' in remote ? (remote.values.get(ref) ?? remote.values.get(former)) : undefined;
  if (commit !== undefined) return { entries: await atOrigin(repository, { commit, limit }), warnings };
  const own = (await localRef(repository, ref)) ?? (await localRef(repository, former));
  const log = own === undefined ? undefined : await repository.git(logOf(own, limit));
  return { entries: log === undefined ? [] : entriesOf(log), warnings };
}

/** Fetches the history into a temporary repository, because a clone may have only the last record. */
function atOrigin(
  repository: GitRepository,
  { commit, limit }: { commit: string; limit: number },
): Promise<ApplyEntry[]> {
  return inTemporary(repository, async ({ fetchHistory, git }) => {
    const fetched = await fetchHistory([commit], [`--depth=${limit}`]);
    if (fetched.status !== 0) throw new GitError('Could not fetch the history from origin', fetched);
    return entriesOf(await git(logOf(commit, limit)));
  });
}

export function logOf(commit: string, limit: number): string[] {
  const format = '--format=%cd%n%B%x00';
  const options = ['--no-show-signature', '--encoding=UTF-8', '--date=iso-strict'];
  return ['log', ...options, `--max-count=${limit}`, format, commit];
}

export function entriesOf(log: GitResult): ApplyEntry[] {
  const records = textOf('Cannot read the history of applies', log).split('\0');
  return records
    .map((text) => text.replace(/^\n/, ''))
    .filter((text) => text !== '')
    .map(entryOf);
}

function entryOf(text: string): ApplyEntry {
  const newline = text.indexOf('\n');
  const { source, dirty, actor, run, summary, approved, approvedBy, completedBy, completedIn } = parseRecord(
    text.slice(newline + 1),
  );
  const counts = countsOf(summary);
  return {
    time: new Date(text.slice(0, newline)).toISOString(),
    ...(source !== undefined && { commit: source }),
    ...(dirty !== undefined && { dirty: true as const }),
    ...(actor !== undefined && { actor }),
    ...(run !== undefined && { run }),
    ...(counts && { counts }),
    ...(approved !== undefined && {
      approved: { force: approved, ...(approvedBy !== undefined && { by: approvedBy }) },
    }),
    ...((completedBy ?? completedIn) !== undefined && {
      completedBy: {
        ...(completedBy !== undefined && { actor: completedBy }),
        ...(completedIn !== undefined && { run: completedIn }),
      },
    }),
  };
}
