// Lists the apply runs of a record, and moves it to the new name of a project file.
import { attempt } from '../lib/attempt.ts';
import type { ApplyEntry } from '../model/apply-entry.ts';
import { inTemporary } from './git-history.ts';
import { GitError, type GitResult, textOf } from './git.ts';
import { countsOf, parseMessage } from './record-format.ts';
import { type ApplyRecord, asOwn, moveOwn, type RecordPlace } from './record.ts';
import { type MoveResult, refValue } from './refs.ts';

export interface History {
  /** The newest first. */
  entries: ApplyEntry[];
  /** Why there are none, as a sentence. */
  warnings: string[];
}

/** The apply runs of a project, the newest first. Does not change the clone. Throws GitError. */
export async function readHistory(
  { repository, ref }: Pick<RecordPlace, 'repository' | 'ref'>,
  limit: number,
): Promise<History> {
  const found = await refValue(repository, ref);
  if ('unreachable' in found)
    return { entries: [], warnings: [`origin could not be reached (${found.unreachable}).`] };
  const commit = found.value;
  if (commit === undefined) return { entries: [], warnings: [] };
  if (!repository.origin) {
    const git = (args: readonly string[]) => repository.git(args);
    return { entries: await entriesOf(git, commit, limit), warnings: [] };
  }
  // Into a temporary repository, because a clone may have only the last record.
  const entries = await inTemporary(repository, async ({ fetchHistory, git }) => {
    const fetched = await fetchHistory([commit], { options: [`--depth=${limit}`] });
    if (fetched.status !== 0)
      throw new GitError('Could not fetch the history from origin', fetched);
    return entriesOf(git, commit, limit);
  });
  return { entries, warnings: [] };
}

async function entriesOf(
  git: (args: readonly string[]) => Promise<GitResult>,
  commit: string,
  limit: number,
): Promise<ApplyEntry[]> {
  const options = ['--no-show-signature', '--encoding=UTF-8', '--date=iso-strict'];
  const log = await git([
    'log',
    ...options,
    `--max-count=${limit}`,
    '--format=%cd%n%B%x00',
    commit,
  ]);
  return textOf('Cannot read the apply history', log)
    .split('\0')
    .map((text) => text.replace(/^\n/, ''))
    .filter((text) => text !== '')
    .map(entryOf);
}

function entryOf(text: string): ApplyEntry {
  const newline = text.indexOf('\n');
  const time = new Date(text.slice(0, newline)).toISOString();
  const said = attempt(() => parseMessage(text.slice(newline + 1)));
  // Written by another program.
  if (said === undefined) return { time };
  const { state, source, actor, run, summary, approved, approvedBy, tookOver } = said;
  return {
    time,
    commit: source,
    unfinished: state === 'begun' ? true : undefined,
    actor,
    run,
    counts: countsOf(summary),
    approved: approved === undefined ? undefined : { approval: approved, by: approvedBy },
    tookOver:
      tookOver.length === 0
        ? undefined
        : tookOver.map(({ source: commit, ...apply }) => ({ commit, ...apply })),
  };
}

/**
 * Moves a record that is still as it was read to the ref of another project file, which has none: all of its apply runs say
 * from then on that they are of that file, and what it was called before. Throws GitError.
 */
export async function moveRecord(
  { ref, projectFile }: RecordPlace,
  { to, record, head, now }: { to: RecordPlace; record: ApplyRecord; head: string; now: Date },
): Promise<MoveResult> {
  const moving = { ...record, head: undefined, former: { ref, head, projectFile } };
  const { newest = head } = await asOwn(to, moving, now);
  return moveOwn(to, moving, newest);
}
