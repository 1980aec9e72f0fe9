// The other projects of this Git repository that apply to the same repository of the server: what they declare is theirs.
import { basename, dirname } from 'node:path';
import { type AppliedBaseline, fetchAll, readCommit } from '../baseline/applied.ts';
import { doubtOf } from '../baseline/confirm.ts';
import { projectOf } from '../baseline/ref.ts';
import type { GitRepository } from '../baseline/work-tree.ts';
import { type Loaded, loadProject, loadProjectFile } from '../desired/load.ts';
import { filesInMemory } from '../desired/project-files.ts';
import { compareText } from '../model/diagnostic.ts';
import { type Project, PROJECT_FILE } from '../model/project.ts';
import type { State } from '../model/state.ts';
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
 * Other project files of the commit that is checked out, and that may be for the same repository of the server. Found by
 * their names, or because there is a record of theirs. Throws GitError.
 */
export async function otherProjects(known: Known): Promise<OtherProject[]> {
  const { git, project, target, applied } = known;
  const own = pathInGit(git, project.projectFile);
  const refs = [...(applied?.refs.keys() ?? [])].filter((ref) => ref.endsWith('/applied'));
  const recorded = refs.map(projectOf).filter((path) => /\.ya?ml$/i.test(path));
  const found = await git.listed([NAMED_LIKE_PROJECTS, ...recorded.map((path) => `:(top,literal)${path}`)]);
  const files = new Map(found.map(({ path, id }) => [path, id]));
  const others: OtherProject[] = [];
  for (const [path, id] of files) {
    if (path === own) continue;
    const name = basename(path);
    const content = (await git.objects.read(id))?.content ?? Buffer.alloc(0);
    const other = loadProjectFile(filesInMemory(new Map([[name, content]])), name);
    const isRecorded = refs.includes(recordRefs(target, path).ref);
    if (!isRecorded && !mayShare(other, { own: project.project, target })) continue;
    const loaded = await loadAt(git, path);
    const mistake = firstMistake(loaded);
    const isCertain = isRecorded || (other.url !== undefined && other.repository !== undefined);
    others.push({ name: path, state: loaded.state, isCertain, ...(mistake !== undefined && { mistake }) });
  }
  return others.sort((a, b) => compareText(a.name, b.name));
}

const NAMED_LIKE_PROJECTS = ':(top,icase,glob)**/*confighub*.y*ml';

/** A project by the path of its project file, which its places are relative to the top for. */
async function loadAt(git: GitRepository, path: string): Promise<Loaded> {
  const folder = dirname(path);
  const prefix = folder === '.' ? '' : `${folder}/`;
  const listed = await git.listed([folder === '.' ? ':(top)' : `:(top,literal)${folder}`]);
  const entries = listed
    .filter(({ mode }) => mode.startsWith('100'))
    .map(({ path: inTop, id }) => ({ path: inTop.slice(prefix.length), id }));
  const display = (inFolder: string) => `${prefix}${inFolder}`;
  const projectFile = basename(path);
  return loadEntries(git, {
    entries,
    display,
    commit: 'the index',
    first: [projectFile],
    env: 'unknown',
    projectFile,
  });
}

/** What a project file leaves out comes from the environment: for two that leave out the same, from the same one. */
function mayShare(other: Project, { own, target }: { own: Project; target: ResolvedTarget }): boolean {
  const nameOf = ({ repository }: Pick<Project, 'repository'>) =>
    repository && `${repository.account}/${repository.name}`;
  const isSame = (
    theirs: string | undefined,
    { ours, wanted }: { ours: string | undefined; wanted: string | undefined },
  ) => (theirs === undefined ? ours === undefined : theirs === wanted);
  return (
    isSame(other.url, { ours: own.url, wanted: target.url }) &&
    isSame(nameOf(other), { ours: nameOf(own), wanted: nameOf(target) })
  );
}

export interface RecordedProject {
  name: string;
  state: State;
  /** Why it counts for nothing; absent: it is confirmed. */
  doubt?: string;
}

/** What the records of other projects declare. Those that cannot be read are left out, with a doubt. */
export async function recordedProjects(
  { git, project, target, applied }: Known,
  head: string | undefined,
): Promise<RecordedProject[]> {
  if (applied === undefined) return [];
  const { ref, former } = recordRefs(target, pathInGit(git, project.projectFile));
  const others = [...applied.refs].filter(
    ([name]) => name.endsWith('/applied') && name !== ref && name !== applied.movedFrom,
  );
  if (applied.refsAt === 'origin') await fetchAll(git, new Map(others));
  const found: RecordedProject[] = [];
  for (const [name, commit] of others) {
    const record = await readCommit(git, { where: applied.refsAt, commit, warnings: [] });
    const path = (record.found ? record.projectFile : undefined) ?? formerPath(name);
    if (!record.found) {
      const [doubt = 'cannot be read'] = record.warnings;
      found.push({ name: path, state: { keys: new Map(), files: new Map() }, doubt });
      continue;
    }
    // Our own of the former naming, which something left there.
    if (name === former && record.projectFile === undefined && record.files.has(project.projectFile))
      continue;
    const loaded = loadProject(filesInMemory(record.files), { env: 'unknown', projectFile: basename(path) });
    const isOwn = applied.refsAt === 'local';
    const doubt = isOwn ? undefined : await doubtOf(git, { ...record, projectFile: path }, head);
    found.push({ name: path, state: loaded.state, ...(doubt !== undefined && { doubt }) });
  }
  return found;
}

/** Records of the former naming do not say which file they are of. */
function formerPath(ref: string): string {
  const name = projectOf(ref);
  return /\.ya?ml$/i.test(name) ? name : `${name}/${PROJECT_FILE}`;
}
