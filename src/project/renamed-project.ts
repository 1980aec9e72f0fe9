// Finds the project file that a renamed one was before, by comparing the documents of both in Git.
import { basename, join } from 'node:path/posix';
import { isDeepStrictEqual } from 'node:util';
import {
  type ProjectFile,
  readProjectFile,
  type Settings,
  settingsIn,
} from '../documents/project-file.ts';
import { folderOfFile } from '../lib/paths.ts';
import { filesInMemory } from '../documents/project-files.ts';
import type { Project } from '../model/project.ts';
import { isAt, repositoryText, type ResolvedTarget } from '../model/targets.ts';
import { findCommit } from '../record/git-history.ts';
import { listFolder, type TreeEntry } from '../record/git-objects.ts';
import { type GitRepository, inFolder } from '../record/git-repository.ts';
import { earlierApplies, readApplies, readRecord } from '../record/record.ts';
import {
  type ApplyRecord,
  carried,
  doneAndBegun,
  idsOfFormer,
  isUnlocked,
  type RecordedApply,
  type RecordPlace,
  withLeft,
} from '../record/recorded-apply.ts';
import { projectFileOfRef, recordRef } from '../record/record-format.ts';
import type { RefValues } from '../record/refs.ts';
import { loadEntries } from './git-files.ts';
import type { OpenProject } from './open-project.ts';
import { type Fit, isBest, type Orphan } from '../core/applied.ts';

/** A project in the tree that is applied. Paths are those within the Git repository. */
export interface InTree {
  git: GitRepository;
  /** Of its project file. */
  path: string;
  at: ResolvedTarget | undefined;
  /** All files of the tree. */
  entries: readonly TreeEntry[];
  /** The records for its target. */
  refs?: RefValues | undefined;
  /** Those of its projects that were read: each record is compared with the same ones. */
  read: Map<string, Promise<FoundProject[]>>;
}

/** The project as it is read: from the index, or from the tree of a merge. Throws GitError. */
export async function projectInTree(
  {
    index,
    tree,
    projectFile,
    choice,
  }: Pick<OpenProject, 'index' | 'tree' | 'projectFile' | 'choice'>,
  git: GitRepository,
  refs?: RefValues,
): Promise<InTree> {
  const isRegular = ({ mode }: { mode: string }) => mode.startsWith('100');
  const entries = tree === undefined ? index.filter(isRegular) : await listFolder(git, tree, '');
  return {
    git,
    path: join(git.folder, projectFile),
    at: choice.at,
    entries,
    refs,
    read: new Map(),
  };
}

/** The same in the commit that is checked out. Throws GitError. */
export async function inHead(
  { repository: git, projectFile: path }: RecordPlace,
  { at, refs }: { at: ResolvedTarget; refs: RefValues },
): Promise<InTree> {
  const head = await git.head();
  const entries = head === undefined ? [] : await listFolder(git, head.commit, '');
  return { git, path, at, refs, entries, read: new Map() };
}

/** Whether a commit has this project file, for this target. Throws GitError. */
export async function isProjectIn(
  { repository: git, projectFile: path }: RecordPlace,
  at: ResolvedTarget,
  commit: string,
): Promise<boolean> {
  const entries = await listFolder(git, commit, '');
  const inTree = { git, path, at, entries, read: new Map() };
  return (await projectAt(path, inTree, entries)).length > 0;
}

/** What this project was called in a commit that does not have its project file, if only one name fits. Throws GitError. */
export async function formerNameIn(project: InTree, commit: string): Promise<string | undefined> {
  const before = await listFolder(project.git, commit, '');
  if (has(before, project.path)) return undefined;
  const now = new Set(project.entries.map(({ path }) => path));
  const gone: FoundProject[] = [];
  for (const { path } of before)
    if (MAY_BE_PROJECT.test(path) && !now.has(path))
      gone.push(...(await projectAt(path, project, before)));
  const added = gone.length === 0 ? [] : await newProjects(project, before);
  const [former, second] = gone.filter(
    (candidate) => fitTo(candidate, added).heir === project.path,
  );
  return second === undefined ? former?.path : undefined;
}

/**
 * Which new project files the one of an apply may have become. `undefined`: none, because it is not gone, or its commit
 * did not have it for this target. Throws GitError.
 */
export async function fitOf(
  project: InTree,
  {
    source,
    projectFile,
    formerFile = projectFile,
  }: Pick<RecordedApply, 'source' | 'projectFile' | 'formerFile'>,
): Promise<Fit | undefined> {
  if ([projectFile, formerFile].some((path) => path !== project.path && has(project.entries, path)))
    return undefined;
  const commit = await findCommit(project.git, source);
  if (commit === undefined) return undefined;
  const before = await listFolder(project.git, commit, '');
  const [former] = await projectAt(formerFile, project, before);
  // One that has its old name again is not new, and the same project.
  const entriesBefore =
    formerFile === project.path ? before.filter(({ path }) => path !== project.path) : before;
  if (former === undefined) return undefined;
  const [beside] = has(entriesBefore, project.path) ? await projectNow(project.path, project) : [];
  const isOther = beside !== undefined && heldBy(beside, former).held === 0;
  return { ...fitTo(former, await newProjects(project, entriesBefore)), isOther };
}

/**
 * The record of a project that has none: as if it were its own, that of the project file that it was before. What cannot
 * be known is in `orphans`, those of which it has the most documents first. Throws GitError.
 */
export async function withFormer(
  record: ApplyRecord,
  project: () => Promise<InTree>,
): Promise<{ record: ApplyRecord; orphans: readonly Orphan[] }> {
  if (record.head !== undefined)
    return { record: await withLeftover(record, project), orphans: [] };
  if (record.refs.size === 0) return { record, orphans: [] };
  const inTree = { ...(await project()), refs: record.refs };
  const orphans: (Orphan & { carried: ApplyRecord })[] = [];
  for (const [ref, head] of record.refs) {
    const named = projectFileOfRef(ref);
    if (named !== undefined && has(inTree.entries, named)) continue;
    const applies = await readApplies(inTree.git, head).catch(() => []);
    const last = applies.find(({ state }) => state === 'done') ?? applies[0];
    const path = last?.projectFile ?? named;
    if (path === undefined || has(inTree.entries, path)) continue;
    const fit = last && refOf(inTree, path) === ref ? await fitOf(inTree, last) : undefined;
    // Of one that another project file has more of, or all alone, this one is asked nothing.
    const isOfAnother = fit !== undefined && fit.heirs.length > 0 && !isBest(fit, inTree.path);
    if (fit?.isOther || isOfAnother) continue;
    const former = { ref, head, projectFile: path };
    const ours = doneAndBegun(carried(applies, inTree.path));
    orphans.push({ path, fit, carried: { ...record, ...ours, former } });
  }
  const fitting = orphans.filter(({ fit }) => fit?.heir === inTree.path);
  const [only, second] = fitting;
  if (only !== undefined && second === undefined) return { record: only.carried, orphans: [] };
  const held = ({ fit }: Orphan) => fit?.heirs[0]?.held ?? 0;
  return { record, orphans: orphans.sort((a, b) => held(b) - held(a)) };
}

/** With what is left under the former name, because an apply was killed while it moved the record. */
async function withLeftover(
  record: ApplyRecord,
  project: () => Promise<InTree>,
): Promise<ApplyRecord> {
  if (record.refs.size < 2) return record;
  const { git, entries } = await project();
  let moved = idsOfFormer(record);
  for (const [ref, head] of record.refs) {
    const projectFile = projectFileOfRef(ref);
    if (head === record.head || projectFile === undefined || has(entries, projectFile)) continue;
    if (moved.size === 0) moved = await idsBefore(git, record);
    const left = await beganAfter(moved, git, head);
    if (left !== undefined) return withLeft(record, { ref, head, projectFile }, left);
  }
  return record;
}

/** The ids that came with the former name before the last apply: one without changes is done at once after the move. */
async function idsBefore(git: GitRepository, record: ApplyRecord): Promise<Set<string>> {
  try {
    for await (const done of earlierApplies(git, record)) return idsOfFormer({ begun: [], done });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  return new Set();
}

/** What a record has after the newest of some apply runs, newest first; `undefined`: it has, or shows, none of them. */
async function beganAfter(
  ids: ReadonlySet<string>,
  git: GitRepository,
  head: string,
): Promise<RecordedApply[] | undefined> {
  const left: RecordedApply[] = [];
  try {
    const newest = await readApplies(git, head);
    const done = newest.find(({ state }) => state === 'done');
    for (const apply of newest) {
      if (ids.has(apply.id)) return left;
      left.push(apply);
    }
    const record = { refs: new Map(), head, begun: left, done };
    for await (const apply of earlierApplies(git, record)) {
      if (ids.has(apply.id)) return left;
      left.push(apply);
    }
  } catch (error) {
    // A commit of a record may be anything.
    if (!(error instanceof Error)) throw error;
  }
  return undefined;
}

/** Where the record of a project is: under the former name of its project file until the next apply. Throws GitError. */
export async function recordedPlace(place: RecordPlace, at: ResolvedTarget): Promise<RecordPlace> {
  const underThisName = await readRecord(place);
  const { record } = await withFormer(underThisName, () =>
    inHead(place, { at, refs: underThisName.refs }),
  );
  const { former, begun } = record;
  if (former === undefined) return place;
  // What both have begun is ended one by one: first under the own name.
  const [left] = former.begun ? begun : [];
  const isOwn = underThisName.head !== undefined && !underThisName.begun.every(isUnlocked);
  if (isOwn || (underThisName.head !== undefined && (left === undefined || isUnlocked(left))))
    return place;
  return { ...place, ref: former.ref, projectFile: former.projectFile };
}

function has(entries: readonly TreeEntry[], path: string): boolean {
  return entries.some((entry) => entry.path === path);
}

function refOf({ at }: Pick<InTree, 'at'>, path: string): string | undefined {
  return at && recordRef({ url: at.url, repository: repositoryText(at.repository) }, path);
}

/** A project file may have any name. */
export const MAY_BE_PROJECT = /\.ya?ml$/i;

/** A project file, and the files that it reads. */
interface FoundProject {
  path: string;
  /** Within the Git repository; `below` is the path relative to the folder. */
  documents: readonly (TreeEntry & { below: string })[];
  /** Keys and files that they declare. */
  items: ReadonlySet<string>;
}

/** Project files that the tree has and a commit did not, whatever their names. */
async function newProjects(project: InTree, before: readonly TreeEntry[]): Promise<FoundProject[]> {
  const pathsBefore = new Set(before.map(({ path }) => path));
  const added = project.entries.filter(
    ({ path }) =>
      !pathsBefore.has(path) &&
      (path === project.path ||
        (MAY_BE_PROJECT.test(path) && !project.refs?.has(refOf(project, path) ?? ''))),
  );
  const projects: FoundProject[] = [];
  for (const { path } of added) projects.push(...(await projectNow(path, project)));
  return projects;
}

function projectNow(path: string, project: InTree): Promise<FoundProject[]> {
  const reading = project.read.get(path) ?? projectAt(path, project, project.entries);
  project.read.set(path, reading);
  return reading;
}

/** None, if it is no project file, or that of another target. */
async function projectAt(
  path: string,
  project: InTree,
  entries: InTree['entries'],
): Promise<FoundProject[]> {
  const { git, at } = project;
  const entry = entries.find((candidate) => candidate.path === path);
  if (entry === undefined) return [];
  const [folder, name] = [folderOfFile(path), basename(path)];
  const file = await projectFileIn(git, entry);
  const settings = settingsIn(file, { at });
  if (!isProject(settings, name) || !(await isForSame(settings.project, project))) return [];
  const inside = inFolder(entries, folder);
  const ids = new Map(inside.map((file) => [file.path, file.id]));
  const { files, state } = await loadEntries(
    { git, entries: inside, commit: path, folder },
    { display: (below) => below, projectFile: name, file, choice: { at }, env: 'unknown' },
  );
  files.delete(name);
  const documents = [...files.keys()].map((below) => ({
    path: join(folder, below),
    id: ids.get(below) ?? '',
    below,
  }));
  return [{ path, documents, items: new Set(state.items.keys()) }];
}

/** A file of another program may have such a name. */
export function isProject(
  { project, diagnostics }: Pick<Settings, 'project' | 'diagnostics'>,
  name: string,
): boolean {
  const { version, levels, repository, targets } = project.places;
  if (diagnostics.some(({ code }) => code === 'unknown-field')) return false;
  const isParsed =
    version !== undefined ||
    levels !== undefined ||
    repository !== undefined ||
    targets !== undefined;
  return isParsed || (diagnostics.length > 0 && name.startsWith('confighub'));
}

async function projectFileIn(git: GitRepository, { id, path }: TreeEntry): Promise<ProjectFile> {
  const content = (await git.objects.read(id))?.content ?? Buffer.alloc(0);
  return readProjectFile(filesInMemory(new Map([[basename(path), content]])), basename(path));
}

/** Whether it is for the target, or names the same one as this project, whose target an option may replace. */
async function isForSame(project: Project, { git, at, entries, path }: InTree): Promise<boolean> {
  if (at === undefined) return true;
  if (project.targets !== undefined && project.target === undefined) return false;
  if (isAt(project, at)) return true;
  const entry = entries.find((candidate) => candidate.path === path);
  const settings = entry && settingsIn(await projectFileIn(git, entry), { at }).project;
  return (
    settings !== undefined &&
    isDeepStrictEqual([settings.url, settings.repository], [project.url, project.repository])
  );
}

function fitTo(former: FoundProject, added: readonly FoundProject[]): Omit<Fit, 'isOther'> {
  const documents = former.documents.length;
  const heirs = added
    .map((candidate) => ({ path: candidate.path, ...heldBy(candidate, former) }))
    .filter(({ held }) => held > 0)
    .sort((a, b) => b.held - a.held);
  const [best, second] = heirs;
  const isMost = best !== undefined && 2 * best.held > documents && best.held > (second?.held ?? 0);
  const isHeir = isMost && (best.isAlike || 2 * best.kept > documents);
  return { documents, heirs, heir: isHeir ? best.path : undefined, isUnlike: isMost && !isHeir };
}

/**
 * How many documents are where they were (`kept`), or elsewhere with the same content, or moved along with the project
 * file. Projects made from the same template have documents of the same names, some with the same content: those of
 * another one declare other items.
 */
function heldBy(
  { documents, items }: FoundProject,
  former: FoundProject,
): { held: number; kept: number; isAlike: boolean } {
  const left = [...former.items].filter((item) => !items.has(item)).length;
  const isAlike = left === 0 || 2 * left < former.items.size;
  const kept = former.documents.filter(({ path }) =>
    documents.some((document) => document.path === path),
  ).length;
  const { length: held } = former.documents.filter(({ path, id, below }) =>
    documents.some(
      (document) =>
        document.path === path || document.id === id || (isAlike && document.below === below),
    ),
  );
  return { held, kept, isAlike };
}
