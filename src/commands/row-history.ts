// Which recorded apply last changed each row of a key or file, and what Git knows of its commit.
import type { GitRepository } from '../baseline/git-repository.ts';
import { gitErrorOf } from '../baseline/git.ts';
import { readVersions, type RecordVersion, type RecordVersions } from '../baseline/apply-history.ts';
import type { ApplyEntry } from '../model/apply-entry.ts';
import type { LastChange } from '../model/explanation.ts';
import type { State } from '../model/state.ts';
import { loadFiles } from './baseline.ts';
import type { OpenProject } from './project.ts';
import { splitFacts } from '../baseline/record-format.ts';
import type { RecordRefs } from '../baseline/applied-record.ts';

/** A row as recorded; two are the same if their texts are. */
interface RecordedRow {
  text: string | null;
  /** From a variable, whose value is not recorded. */
  unknown?: boolean;
  /** The file that declares it, as shown to users. */
  file?: string | undefined;
  /** The file that the text comes from, relative to the root of the project. */
  contentPath?: string | undefined;
}

/** The rows of the item, by context id. */
type RowsOf = (state: State) => ReadonlyMap<string, RecordedRow>;

/** Applies that are read: enough for months, and read in one fetch. */
const MAX_APPLIES = 100;

export interface RowHistory {
  changes: Map<string, LastChange | { before: ApplyEntry }>;
  /** Sentences. */
  warnings: string[];
}

/** For each row of the newest record. Without a readable record there is none. */
export async function rowHistory(
  project: OpenProject,
  { git, refs, rowsOf }: { git: GitRepository; refs: RecordRefs; rowsOf: RowsOf },
): Promise<RowHistory> {
  const changes: RowHistory['changes'] = new Map();
  const read = await readVersions(git, { ...refs, limit: MAX_APPLIES }).catch((error: unknown) => {
    return { versions: [], isComplete: true, warnings: [`${gitErrorOf(error).message}.`] };
  });
  const found = lastChanges(project, { ...read, rowsOf });
  for (const [id, change] of found)
    changes.set(id, 'before' in change ? change : { apply: change.apply, ...(await commitFacts(git, change.apply)) });
  return { changes, warnings: read.warnings };
}

type Found = { apply: ApplyEntry } | { before: ApplyEntry };

function lastChanges(
  project: OpenProject,
  { versions, isComplete, rowsOf }: Omit<RecordVersions, 'warnings'> & { rowsOf: RowsOf },
): Map<string, Found> {
  const found = new Map<string, Found>();
  const rowsAt = (version: RecordVersion) => {
    const { files } = splitFacts(version.files);
    return rowsOf(loadFiles(project, { files, projectFile: undefined }).state);
  };
  const [newest] = versions;
  if (newest === undefined) return found;
  let rows = rowsAt(newest);
  const pending = new Map(rows);
  for (const [i, version] of versions.entries()) {
    const older = versions[i + 1];
    if (older === undefined) {
      for (const id of pending.keys()) found.set(id, isComplete ? { apply: version.entry } : { before: version.entry });
      break;
    }
    if (!mayDiffer(project, { version, older, rows })) continue;
    rows = rowsAt(older);
    for (const [id, row] of pending) {
      const before = rows.get(id);
      if (before !== undefined && before.text === row.text && before.unknown === row.unknown) continue;
      found.set(id, { apply: version.entry });
      pending.delete(id);
    }
    if (pending.size === 0) break;
  }
  return found;
}

/** Whether something changed that the rows are made of: their documents and contents, or the project file. */
function mayDiffer(
  project: OpenProject,
  { version, older, rows }: { version: RecordVersion; older: RecordVersion; rows: ReadonlyMap<string, RecordedRow> },
): boolean {
  const declaring = new Set([...rows.values()].map(({ file }) => file));
  const contents = new Set([project.projectFile, ...[...rows.values()].map(({ contentPath }) => contentPath)]);
  const paths = new Set([...version.files.keys(), ...older.files.keys()]);
  return [...paths].some((path) => {
    if (version.files.get(path) === older.files.get(path)) return false;
    return contents.has(path) || declaring.has(project.display(path));
  });
}

/** What forges write into the first line, or the message, of a merged pull request. */
const PULL_REQUESTS = [/^Merge pull request #(\d+)\b/, /\(#(\d+)\)$/, /^See merge request \S*!(\d+)$/m];

async function commitFacts(git: GitRepository, { commit }: ApplyEntry): Promise<Omit<LastChange, 'apply'>> {
  if (commit === undefined || !/^[0-9a-f]{40,64}$/.test(commit)) return {};
  const shown = await git.git(['show', '--no-patch', '--no-show-signature', '--encoding=UTF-8', '--format=%B', commit]);
  const message = shown.status === 0 ? shown.stdout.toString().trim() : '';
  if (message === '') return {};
  const [subject = ''] = message.split('\n');
  const number = PULL_REQUESTS.map((pattern) => pattern.exec(pattern.multiline ? message : subject)?.[1]);
  return { subject, pullRequest: number.find((one) => one !== undefined) };
}
