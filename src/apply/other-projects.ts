// Finds the other projects of the Git repository that may apply to the same repository of the server: their files and records.
import { basename, dirname, join } from 'node:path/posix';
import type { TreeEntry } from '../record/git-objects.ts';
import { type GitRepository, inFolder, type IndexEntry } from '../record/git-repository.ts';
import { type ApplyRecord, readApplies, type RecordedApply } from '../record/record.ts';
import { projectFileOf } from '../record/ref-names.ts';
import { readProjectFile, type Settings, settingsIn } from '../documents/project-file.ts';
import { filesInMemory } from '../documents/project-files.ts';
import { compareText } from '../lib/text.ts';
import type { Project } from '../model/project.ts';
import { isAt, type TargetChoice } from '../model/targets.ts';
import type { OtherProject } from '../plan/input.ts';
import type { Version } from './baseline.ts';
import { placeFor } from './record-place.ts';
import { firstMistake, loadApply, loadEntries } from './revision.ts';

/** The project that the others are found for. */
export interface OwnProject {
  git: GitRepository;
  /** The whole index of the Git repository. */
  index: readonly IndexEntry[];
  /** Path of its project file within the Git repository. */
  path: string;
  at: TargetChoice['at'];
  /** All records for its target are below the same folder. */
  record: Pick<ApplyRecord, 'refs'> | undefined;
}

export interface OtherProjects {
  /** In the index. */
  inFiles: readonly FoundProject[];
  recorded: readonly RecordedProject[];
}

export async function otherProjects(own: OwnProject): Promise<OtherProjects> {
  const inFiles = await projectsIn(own, own.index.filter(isFile), 'the index');
  return { inFiles, recorded: await recordedProjects(own) };
}

export interface FoundProject extends OtherProject {
  project: Project;
}

/**
 * Among the files of the index or a commit: found by the names of their project files, or by their records. Throws GitError.
 * @param from where the files are from, for messages
 */
export async function projectsIn(
  own: OwnProject,
  entries: readonly TreeEntry[],
  from: string,
): Promise<FoundProject[]> {
  const { git, path: ownPath, at } = own;
  const refs = own.record?.refs ?? new Map<string, string>();
  const recorded = new Set([...refs.keys()].map(projectFileOf));
  const named = entries.filter(({ path }) => NAMED_LIKE_PROJECT.test(path) || recorded.has(path));
  const others: FoundProject[] = [];
  for (const { path, id } of new Map(named.map((entry) => [entry.path, entry])).values()) {
    if (path === ownPath) continue;
    const content = (await git.objects.read(id))?.content ?? Buffer.alloc(0);
    const name = basename(path);
    const folder = dirname(path) === '.' ? '' : dirname(path);
    // Places are relative to the top folder.
    const display = (below: string) => join(folder, below);
    const file = readProjectFile({ ...filesInMemory(new Map([[name, content]])), display }, name);
    const alone = settingsIn(file, { at });
    const isRecorded = at !== undefined && refs.has(placeFor(git, at, path).ref);
    if ((!isRecorded && !isProject(alone, name)) || !mayShare(alone.project, at)) continue;
    const loaded = await loadEntries(git, {
      entries: inFolder(entries, folder),
      display,
      projectFile: name,
      file,
      choice: { at },
      env: 'unknown',
      commit: from,
      first: [],
    });
    const mistake = firstMistake({ diagnostics: loaded.diagnostics.filter(({ code }) => code !== 'no-documents') });
    const { url, repository } = alone.project;
    const isCertain = isRecorded || (url !== undefined && repository !== undefined);
    const { state, project } = loaded;
    others.push({ name: path, state, project, isCertain, ...(mistake !== undefined && { mistake }) });
  }
  return others.sort((a, b) => compareText(a.name, b.name));
}

/** Neither a link nor a submodule. */
function isFile({ mode }: IndexEntry): boolean {
  return mode.startsWith('100');
}

const NAMED_LIKE_PROJECT = /confighub[^/]*\.y[^/]*ml$/i;

/** A file of another program may have such a name. */
function isProject({ project, diagnostics }: Pick<Settings, 'project' | 'diagnostics'>, name: string): boolean {
  const { version, levels, repository, targets } = project.places;
  if (diagnostics.some(({ code }) => code === 'unknown-field')) return false;
  const isParsed = version !== undefined || levels !== undefined || repository !== undefined || targets !== undefined;
  return isParsed || (diagnostics.length > 0 && name.startsWith('confighub'));
}

/** Whether the target may be the same: what a project file leaves out comes from the environment. */
function mayShare({ targets, target: chosen, ...project }: Project, at: TargetChoice['at']): boolean {
  if (targets !== undefined) return chosen !== undefined;
  return at === undefined || isAt(project, at);
}

/** An apply in the record of another project, or a record that cannot be read. */
interface RecordedProject {
  /** Path of its project file within the Git repository. */
  name: string;
  ref: string;
  /** Absent if the record cannot be read. */
  apply?: RecordedApply;
  /** What could be read of its documents. */
  loaded?: Version;
  /** What is wrong with it, as the end of "the record …". */
  problem?: string;
}

/** What the records of other projects for the same target declare, confirmed or not: what is done, and what has begun. */
async function recordedProjects({ git, at, path, record }: OwnProject): Promise<RecordedProject[]> {
  if (record === undefined || at === undefined) return [];
  const own = placeFor(git, at, path).ref;
  const found: RecordedProject[] = [];
  for (const [ref, commit] of record.refs) {
    if (ref === own) continue;
    try {
      for (const apply of await readApplies(git, commit))
        found.push({ name: apply.projectFile, ref, apply, ...readRecorded(apply, at) });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      found.push({ name: projectFileOf(ref) ?? ref, ref, problem: 'cannot be read' });
    }
  }
  return found;
}

function readRecorded(apply: RecordedApply, at: TargetChoice['at']): Pick<RecordedProject, 'loaded' | 'problem'> {
  const loaded = loadApply(apply, { at });
  const mistake = firstMistake(loaded);
  return { loaded, ...(mistake !== undefined && { problem: `has mistakes (${mistake})` }) };
}
