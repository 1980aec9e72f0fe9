// Finds the other projects of the Git repository that may apply to the same repository of the server: their files and records.
import { basename, dirname } from 'node:path';
import { type AppliedBaseline, fetchAll, readCommit } from '../record/applied-record.ts';
import { readApplying } from '../record/announcement.ts';
import type { TreeEntry } from '../record/git-objects.ts';
import { type GitRepository, inFolder, type IndexEntry } from '../record/git-repository.ts';
import { applyingRef, projectFileOf } from '../record/ref-names.ts';
import type { Where } from '../record/refs.ts';
import { type Loaded, loadProject, readProjectFileAlone } from '../documents/load-project.ts';
import { filesInMemory } from '../documents/project-files.ts';
import { compareText } from '../lib/text.ts';
import type { Project } from '../model/project.ts';
import { isAt, type TargetChoice } from '../model/targets.ts';
import type { OtherProject } from '../plan/input.ts';
import type { Version } from './baseline.ts';
import { recordRefs } from './record-place.ts';
import { firstMistake, loadEntries } from './revision.ts';

/** The project that the others are found for. */
export interface OwnProject {
  git: GitRepository;
  /** The whole index of the Git repository. */
  index: readonly IndexEntry[];
  /** Path of its project file within the Git repository. */
  path: string;
  at: TargetChoice['at'];
  /** The refs of all records for its target. */
  applied: Pick<AppliedBaseline, 'refs' | 'refsAt' | 'local' | 'movedFrom'> | undefined;
}

export interface OtherProjects {
  /** In the index. */
  inFiles: readonly FoundProject[];
  recorded: readonly RecordedProject[];
}

export async function otherProjects(own: OwnProject): Promise<OtherProjects> {
  const inFiles = await projectsIn(own, { entries: own.index.filter(isFile), from: 'the index' });
  return { inFiles, recorded: await recordedProjects(own) };
}

export interface FoundProject extends OtherProject {
  project: Project;
}

/** The files of the index or a commit. */
interface Tree {
  entries: readonly TreeEntry[];
  /** Where they are from, for messages. */
  from: string;
}

/** Found by the names of their project files, or by their records. Throws GitError. */
export async function projectsIn(own: OwnProject, { entries, from }: Tree): Promise<FoundProject[]> {
  const { git, path: ownPath, at } = own;
  const refs = recordsIn(own);
  const recorded = new Set([...refs.keys()].map(projectFileOf));
  const named = entries.filter(({ path }) => NAMED_LIKE_PROJECT.test(path) || recorded.has(path));
  const others: FoundProject[] = [];
  for (const { path, id } of new Map(named.map((entry) => [entry.path, entry])).values()) {
    if (path === ownPath) continue;
    const content = (await git.objects.read(id))?.content ?? Buffer.alloc(0);
    const name = basename(path);
    const alone = readProjectFileAlone(filesInMemory(new Map([[name, content]])), name, { at });
    const isRecorded = at !== undefined && refs.has(recordRefs(at, path).ref);
    if ((!isRecorded && !isProject(alone, name)) || !mayShare(alone.project, at)) continue;
    const loaded = await loadAt(path, { git, at, entries, from });
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
function isProject({ project, diagnostics }: Pick<Loaded, 'project' | 'diagnostics'>, name: string): boolean {
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

/** Loads a project by the path of its project file. Places are relative to the top folder. */
async function loadAt(
  path: string,
  { git, at, entries, from }: Pick<OwnProject, 'git' | 'at'> & Tree,
): Promise<Loaded> {
  const folder = dirname(path);
  const prefix = folder === '.' ? '' : `${folder}/`;
  const projectFile = basename(path);
  return loadEntries(git, {
    entries: inFolder(entries, prefix.slice(0, -1)),
    display: (inFolder) => `${prefix}${inFolder}`,
    projectFile,
    choice: { at },
    env: 'unknown',
    commit: from,
    first: [projectFile],
  });
}

/** What was recorded or announced of another project. */
interface RecordedProject {
  /** Path of its project file within the Git repository. */
  name: string;
  ref: string;
  where: Where;
  /** As far as it can be read. */
  loaded?: Version;
  /** What is wrong with it, as the end of "the record …". */
  problem?: string;
  /** As the record names it; absent in a record of another program. */
  projectFile?: string | undefined;
  files: ReadonlyMap<string, Uint8Array>;
  /** The commit that was applied. */
  source?: string | undefined;
}

/** Records and announcements of other projects for the same target, confirmed or not. */
async function recordedProjects(own: OwnProject): Promise<RecordedProject[]> {
  const { git, at, applied } = own;
  if (applied === undefined || at === undefined) return [];
  const { ref } = recordRefs(at, own.path);
  const mine = [ref, applied.movedFrom ?? ref].flatMap((name) => [name, applyingRef(name)]);
  const others = (all: ReadonlyMap<string, string>) => new Map([...all].filter(([name]) => !mine.includes(name)));
  const there = others(applied.refs);
  if (applied.refsAt === 'origin') await fetchAll(git, there);
  const here = new Map([...others(applied.local)].filter(([name, commit]) => there.get(name) !== commit));
  const found: RecordedProject[] = [];
  for (const [all, where] of [[there, applied.refsAt] as const, [here, 'local'] as const])
    for (const [name, commit] of all) found.push(...(await recordsAt(own, { ref: name, where, commit })));
  return found;
}

interface RecordAt {
  ref: string;
  where: Where;
  commit: string;
}

/** One for a record, and one for each apply of an announcement. */
async function recordsAt({ git, at }: OwnProject, { ref, where, commit }: RecordAt): Promise<RecordedProject[]> {
  const applying = isRecord(ref) ? undefined : await readApplying(git, { where, commit });
  const applied = await readCommit(git, { where, commit });
  const { projectFile, source } = applied.found ? applied : {};
  const name = projectFile ?? projectFileOf(ref.replace(/applying$/, 'applied')) ?? ref;
  const common = { name, ref, where, projectFile, source };
  if (!applied.found) return [{ ...common, files: new Map(), problem: 'cannot be read' }];
  return (applying?.intents ?? [applied.files]).map((files) => {
    const options = { env: 'unknown', projectFile: basename(name), choice: { at } } as const;
    const loaded = loadProject(filesInMemory(files), options);
    const mistake = firstMistake(loaded);
    return { ...common, files, loaded, ...(mistake !== undefined && { problem: `has mistakes (${mistake})` }) };
  });
}

export function isRecord(ref: string): boolean {
  return ref.endsWith('/applied');
}

function recordsIn({ applied }: OwnProject): Map<string, string> {
  return new Map([...(applied?.refs ?? [])].filter(([name]) => isRecord(name)));
}
