// The other projects of this Git repository that apply to the same repository of the server: what they declare is theirs.
import { basename, dirname } from 'node:path';
import { type AppliedBaseline, fetchAll, readCommit } from '../baseline/applied.ts';
import { doubtOf, type Histories } from '../baseline/confirm.ts';
import { projectFileOf } from '../baseline/ref.ts';
import type { GitRepository } from '../baseline/work-tree.ts';
import { type Loaded, loadProject, readProjectFileAlone } from '../desired/load.ts';
import { filesInMemory } from '../desired/project-files.ts';
import { compareText } from '../model/diagnostic.ts';
import { emptyState, type State } from '../model/state.ts';
import type { Project } from '../model/project.ts';
import type { ResolvedTarget } from '../options.ts';
import type { OtherProject } from '../plan/input.ts';
import { firstMistake } from './first-mistake.ts';
import type { OpenProject } from './project.ts';
import { pathInGit, recordRefs } from './record-place.ts';
import { loadEntries } from './revision.ts';

interface Known {
  git: GitRepository;
  project: OpenProject;
  target: ResolvedTarget;
  applied: AppliedBaseline | undefined;
}

/**
 * Other project files of the index that may be for the same repository of the server. Found by their names, or because
 * there is a record of theirs. Throws GitError.
 */
export async function otherProjects({ git, project, target, applied }: Known): Promise<OtherProject[]> {
  const own = pathInGit(git, project.projectFile);
  const refs = new Set(recordsIn(applied).keys());
  const recorded = [...refs].flatMap((ref) => projectFileOf(ref) ?? []);
  const found = await git.listed([NAMED_LIKE_PROJECTS, ...recorded.map((path) => `:(top,literal)${path}`)]);
  const files = new Map(found.map(({ path, id }) => [path, id]));
  files.delete(own);
  const others: OtherProject[] = [];
  for (const [path, id] of files) {
    const content = (await git.objects.read(id))?.content ?? Buffer.alloc(0);
    const name = basename(path);
    const alone = readProjectFileAlone(filesInMemory(new Map([[name, content]])), name);
    const isRecorded = refs.has(recordRefs(target, path).ref);
    if ((!isRecorded && !isProject(alone, name)) || !mayShare(alone.project, target)) continue;
    const loaded = await loadAt(git, path);
    const mistake = firstMistake({
      diagnostics: loaded.diagnostics.filter(({ code }) => code !== 'no-documents'),
    });
    const { url, repository } = alone.project;
    const isCertain = isRecorded || (url !== undefined && repository !== undefined);
    others.push({ name: path, state: loaded.state, isCertain, ...(mistake !== undefined && { mistake }) });
  }
  return others.sort((a, b) => compareText(a.name, b.name));
}

const NAMED_LIKE_PROJECTS = ':(top,icase,glob)**/*confighub*.y*ml';

/** A file of another program may have such a name; one that cannot be parsed may be anything. */
function isProject({ project, diagnostics }: Pick<Loaded, 'project' | 'diagnostics'>, name: string): boolean {
  const { version, levels, repository } = project.places;
  if (diagnostics.some(({ code }) => code === 'unknown-field')) return false;
  const isParsed = version !== undefined || levels !== undefined || repository !== undefined;
  return isParsed || (diagnostics.length > 0 && name.startsWith('confighub'));
}

/** What a project file leaves out comes from the environment, and may be the same. */
function mayShare({ url, repository }: Project, target: ResolvedTarget): boolean {
  if (url !== undefined && url !== target.url) return false;
  const { account, name } = target.repository;
  return repository === undefined || (repository.account === account && repository.name === name);
}

/** A project by the path of its project file. Places in it are relative to the top folder. */
async function loadAt(git: GitRepository, path: string): Promise<Loaded> {
  const folder = dirname(path);
  const prefix = folder === '.' ? '' : `${folder}/`;
  const listed = await git.listed([folder === '.' ? ':(top)' : `:(top,literal)${folder}`]);
  const entries = listed
    .filter(({ mode }) => mode.startsWith('100'))
    .map(({ path: inTop, id }) => ({ path: inTop.slice(prefix.length), id }));
  const display = (inFolder: string) => `${prefix}${inFolder}`;
  const projectFile = basename(path);
  const options = { entries, display, projectFile, env: 'unknown' as const };
  return loadEntries(git, { ...options, commit: 'the index', first: [projectFile] });
}

export interface RecordedProject {
  /** Path of the project file within the Git repository. */
  name: string;
  state: State;
  /** The commit that was applied. */
  source: string | undefined;
  /** Why it counts for nothing, as the end of "the record …"; absent: it is confirmed. */
  doubt?: string;
}

/**
 * What the records of other projects declare.
 * @param isAsked whether a record declares anything that matters; of the others nothing is confirmed, and nothing told
 */
export async function recordedProjects(
  { git, project, target, applied }: Known,
  { histories, isAsked }: { histories: Histories; isAsked: (state: State) => boolean },
): Promise<RecordedProject[]> {
  if (applied === undefined) return [];
  const own = pathInGit(git, project.projectFile);
  const { ref, former } = recordRefs(target, own);
  const others = new Map(recordsIn(applied));
  for (const name of [ref, applied.movedFrom ?? ref]) others.delete(name);
  if (applied.refsAt === 'origin') await fetchAll(git, others);
  const found: RecordedProject[] = [];
  for (const [name, commit] of others) {
    const record = await readCommit(git, { where: applied.refsAt, commit, warnings: [] });
    const path = (record.found ? record.projectFile : undefined) ?? projectFileOf(name) ?? name;
    if (!record.found) {
      found.push({ name: path, state: emptyState(), source: undefined, doubt: 'cannot be read' });
      continue;
    }
    const { projectFile, files, source } = record;
    // Our own, which something left there: under the former name, or as a copy.
    const isFormer = name === former && projectFile === undefined && files.has(project.projectFile);
    if (isFormer || projectFile === own) continue;
    const options = { env: 'unknown' as const, projectFile: basename(path) };
    const { state } = loadProject(filesInMemory(files), options);
    if (!isAsked(state)) continue;
    const isElsewhere = projectFile !== undefined && recordRefs(target, projectFile).ref !== name;
    const claim = { source, files, projectFile: path };
    const isLocal = applied.refsAt === 'local';
    const doubt = isElsewhere
      ? 'lies under another name'
      : isLocal
        ? undefined
        : await doubtOf(git, claim, histories);
    found.push({ name: path, state, source, ...(doubt !== undefined && { doubt }) });
  }
  return found;
}

function recordsIn(applied: AppliedBaseline | undefined): Map<string, string> {
  return new Map([...(applied?.refs ?? [])].filter(([name]) => name.endsWith('/applied')));
}
