// Finds the other projects of the Git repository that may apply to the same configuration repository, and protects their items.
import { basename, join, relative } from 'node:path/posix';
import { isDeepStrictEqual } from 'node:util';
import { readProjectFile, settingsIn } from '../documents/project-file.ts';
import { type Loaded, loadProject } from '../documents/load-project.ts';
import { filesInMemory, folderOf } from '../documents/project-files.ts';
import { folderOfFile } from '../lib/paths.ts';
import { compareText } from '../lib/text.ts';
import type { Project } from '../model/project.ts';
import { rowsOf } from '../model/state.ts';
import { isAt, type ResolvedTarget } from '../model/targets.ts';
import type { OtherProject } from '../plan/input.ts';
import { findCommit } from '../record/git-history.ts';
import { listFolder, readCommit, type TreeEntry, treeId } from '../record/git-objects.ts';
import { type GitRepository, type IndexEntry, inFolder } from '../record/git-repository.ts';
import { readApplies } from '../record/record.ts';
import { type ApplyRecord, countingIn, doneAndBegun } from '../record/recorded-apply.ts';
import { projectFileOfRef } from '../record/record-format.ts';
import { loadEntries } from './git-files.ts';
import { pathInGit, placeFor } from './record-places.ts';
import { isProject, MAY_BE_PROJECT } from './renamed-project.ts';
import { loadApply } from './revision.ts';
import type { Runtime } from '../runtime.ts';
import {
  firstError,
  type OtherProjects,
  type RecordedProject,
  type SecretVersion,
} from '../core/applied.ts';
import { countingStates } from '../core/applied-parts.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { OpenProject } from './open-project.ts';
import { documentMatcher } from '../documents/globs.ts';

/** The project that the others are found for. */
interface OwnProject {
  git: GitRepository;
  /** The whole index of the Git repository. */
  index: readonly IndexEntry[];
  /** Path of its project file within the Git repository. */
  path: string;
  at: ResolvedTarget | undefined;
  /** Its target, if the others in its project file are other projects, too. */
  target?: string | undefined;
  /** All records for its target are below the same folder. */
  record: ApplyRecord | undefined;
}

/** An apply is of a commit, or of a merge. What is staged of other projects counts only together with work of this one. */
export async function otherProjects(
  project: OpenProject,
  record: OwnProject['record'],
  merge: Runtime['merge'],
): Promise<OtherProjects> {
  const own = ownOf(project, record);
  if (own === undefined) return { inFiles: [], versions: [], recorded: [] };
  const { git, index } = own;
  const isDocument = documentMatcher(project.project);
  const isOwn = (path: string) => project.files.has(path) || isDocument(path);
  const isChanged = project.changed.length + project.untracked.length > 0;
  const staged = regularFiles(index);
  const isAdded = await addedSinceRename(own);
  const inIndex = await projectsIn(own, staged, { name: 'the index' }, isAdded);
  const recorded = await recordedProjects(own);
  const head = await git.head();
  const tree = head && (await readCommit(git.objects, head.commit)).tree;
  const committed = merge?.changes?.tree ?? tree;
  const indexed = treeId(index);
  if (committed === undefined || committed === indexed)
    return { inFiles: inIndex, versions: inIndex, recorded };
  const from = { name: 'the commit', tree: committed };
  const inCommit = await projectsIn(own, await listFolder(git, committed, ''), from, isAdded);
  const versions = [...inCommit, ...inIndex];
  const filesIn = (entries: readonly TreeEntry[]) =>
    new Set(
      inFolder(entries, git.folder).flatMap(({ path, id }) =>
        isOwn(path) ? [`${path}\0${id}`] : [],
      ),
    );
  const isStaged = async () =>
    tree !== undefined &&
    tree !== indexed &&
    !isDeepStrictEqual(filesIn(await listFolder(git, tree, '')), filesIn(staged));
  if (!isChanged && !(await isStaged())) return { inFiles: inCommit, versions, recorded };
  // What is being moved is declared twice only for now, and what is wrong in the commit may be mended.
  const before = inCommit.map((projectInCommit) => ({
    ...projectInCommit,
    source: 'commit' as const,
    fileError: undefined,
  }));
  return { inFiles: [...inIndex, ...before], versions, recorded };
}

/** Those in a commit. */
export async function otherProjectsIn(
  project: OpenProject,
  record: OwnProject['record'],
  commit: string,
): Promise<(OtherProject & SecretVersion)[]> {
  const ownProject = ownOf(project, record);
  if (ownProject === undefined) return [];
  const entries = await listFolder(ownProject.git, commit, '');
  return projectsIn(ownProject, entries, { name: shortCommit(commit), tree: commit });
}

/**
 * The files, as staged, that other projects of the Git repository or other targets of this one read. Maps each path,
 * relative to the folder of this project, to the project file of one of them. Leaves out files that only a shared document
 * names. Throws GitError.
 */
export async function filesOfOthers(project: OpenProject): Promise<Map<string, string>> {
  const anywhere = ownOf({ ...project, choice: {} }, undefined);
  if (anywhere === undefined) return new Map();
  const own = { ...anywhere, target: project.choice.name };
  const { git, index } = own;
  const pathHere = (path: string) => relative(git.folder, path);
  const others = await projectsIn(own, regularFiles(index), { name: 'the index' });
  const uses = others.flatMap(({ name, state }) =>
    rowsOf([...state.items.values()]).flatMap(({ place, contentPath }): [string, string][] => {
      const declaredIn = place && pathHere(place.file);
      const used = contentPath && pathHere(join(folderOfFile(name), contentPath));
      const isOurs = declaredIn !== undefined && project.files.has(declaredIn);
      return used === undefined || (isOurs && declaredIn !== used) ? [] : [[used, name]];
    }),
  );
  return new Map(uses);
}

/**
 * Names of the variables that the other targets of this project file, and the other projects of the Git repository, use.
 * As their files are here: what was imported last may not be in Git yet.
 * @param root absolute path of the folder of this project
 */
export function variablesOfOthers(project: OpenProject, root: string): string[] {
  const { git, index, projectFile, choice } = project;
  const inGit = index.filter(({ path }) => NAMED_LIKE_PROJECT.test(path));
  const others = git === undefined ? [] : inGit.map(({ path }) => relative(git.folder, path));
  return [...new Set([projectFile, ...others])].flatMap((path) => {
    const { files, name } = folderOf(path, root);
    const file = readProjectFile(files, name);
    const { targets = [{ name: undefined }] } = settingsIn(file).project;
    return targets
      .filter((target) => path !== projectFile || target.name !== choice.name)
      .flatMap((target) => {
        const reading = { projectFile: name, file, choice: { name: target.name }, env: {} };
        return variablesIn(loadProject(files, { ...reading, missingEnv: 'warning' }));
      });
  });
}

export function variablesIn({ state, passwords }: Pick<Loaded, 'state' | 'passwords'>): string[] {
  const ofRows = rowsOf([...state.items.values()]).flatMap(({ variable }) => variable ?? []);
  return [...ofRows, ...passwords.variables.values()];
}

/** Neither links nor submodules. */
function regularFiles(index: readonly IndexEntry[]): IndexEntry[] {
  return index.filter(({ mode }) => mode.startsWith('100'));
}

function ownOf(
  { git, index, projectFile, choice }: OpenProject,
  record: OwnProject['record'],
): OwnProject | undefined {
  return git && { git, index, path: pathInGit(git, projectFile), at: choice.at, record };
}

/**
 * Found by the names of their project files, or by their records. Throws GitError.
 * @param from for messages, and the commit or tree that has the attributes of the files. Default: the working tree
 * @param isAdded whether a file may be one, whatever its name
 */
async function projectsIn(
  ownProject: OwnProject,
  entries: readonly TreeEntry[],
  from: { name: string; tree?: string },
  isAdded: (path: string) => boolean = () => false,
): Promise<(OtherProject & SecretVersion)[]> {
  const { git, path: ownPath, at, target: ownTarget } = ownProject;
  const refs = ownProject.record?.refs ?? new Map<string, string>();
  const recorded = new Set([...refs.keys()].map(projectFileOfRef));
  const named = entries.filter(
    ({ path }) =>
      path === ownPath || NAMED_LIKE_PROJECT.test(path) || recorded.has(path) || isAdded(path),
  );
  const others: (OtherProject & SecretVersion)[] = [];
  for (const { path, id } of new Map(named.map((entry) => [entry.path, entry])).values()) {
    const isOwn = path === ownPath;
    if (isOwn && ownTarget === undefined) continue;
    const content = (await git.objects.read(id))?.content ?? Buffer.alloc(0);
    const name = basename(path);
    const folder = folderOfFile(path);
    // Places are relative to the top folder.
    const display = (below: string) => join(folder, below);
    const file = readProjectFile({ ...filesInMemory(new Map([[name, content]])), display }, name);
    const alone = settingsIn(file, { at });
    const isRecorded = at !== undefined && refs.has(placeFor(git, at, path).ref);
    if ((!isRecorded && !isProject(alone, name)) || !mayShare(alone.project, at)) continue;
    const { url, repository, targets = [] } = alone.project;
    const isCertain = isRecorded || (url !== undefined && repository !== undefined);
    // Without an address, it could be any target.
    const names =
      at === undefined && targets.length > 0
        ? targets.map((declared) => declared.name)
        : [undefined];
    for (const target of names) {
      if (isOwn && target === ownTarget) continue;
      const loaded = await loadEntries(
        { git, entries: inFolder(entries, folder), commit: from.name, folder, ...from },
        { display, projectFile: name, file, choice: { at, name: target }, env: 'unknown' },
      );
      const fileError = firstError({
        diagnostics: loaded.diagnostics.filter(({ code }) => code !== 'no-documents'),
      });
      const { state, project } = loaded;
      others.push({ name: path, state, project, isCertain, fileError });
    }
  }
  return others.sort((a, b) => compareText(a.name, b.name));
}

/** What this project has given away when it was renamed belongs to a new one, which may have any name and no record yet. */
async function addedSinceRename({
  git,
  record,
}: OwnProject): Promise<((path: string) => boolean) | undefined> {
  const last = record?.done ?? record?.begun[0];
  const commit = last?.formerFile === undefined ? undefined : await findCommit(git, last.source);
  if (commit === undefined) return undefined;
  const before = new Set((await listFolder(git, commit, '')).map(({ path }) => path));
  return (path) => MAY_BE_PROJECT.test(path) && !before.has(path);
}

export const NAMED_LIKE_PROJECT = /confighub[^/]*\.y[^/]*ml$/i;

/** Whether the target may be the same: what a project file leaves out comes from the environment. */
function mayShare(
  { targets, target: chosen, ...project }: Project,
  at: ResolvedTarget | undefined,
): boolean {
  if (at === undefined) return true;
  return targets === undefined ? isAt(project, at) : chosen !== undefined;
}

/** Everything that counts in the records of other projects for the same target, whether confirmed or not. */
async function recordedProjects({ git, at, path, record }: OwnProject): Promise<RecordedProject[]> {
  if (record === undefined || at === undefined) return [];
  const ownRefs = [placeFor(git, at, path).ref, record.former?.ref];
  const recorded: RecordedProject[] = [];
  for (const [ref, commit] of record.refs) {
    if (ownRefs.includes(ref)) continue;
    try {
      const parts = countingIn(doneAndBegun(await readApplies(git, commit))).map((apply) => {
        const loaded = loadApply(apply, { at });
        return { apply, loaded, state: loaded.state };
      });
      const states = countingStates(parts);
      for (const [index, { apply, loaded, state }] of parts.entries()) {
        const fileError = firstError(loaded);
        const forgetful = apply.secrets === 'unknown' ? FORGETFUL : undefined;
        const problem = fileError ? `has errors (${fileError})` : forgetful;
        recorded.push({
          name: apply.projectFile,
          ref,
          read: { apply, loaded, state: states[index] ?? state },
          problem,
        });
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      recorded.push({ name: projectFileOfRef(ref) ?? ref, ref, problem: 'cannot be read' });
    }
  }
  return recorded;
}

const FORGETFUL = 'does not say which values were secret before';
