// What the history of a project calls secret: every version of its documents, for where no record of applies says it.
import { basename, dirname } from 'node:path/posix';
import { expanded, matcher } from '../documents/globs.ts';
import { type ProjectFile, readProjectFile, settingsIn } from '../documents/project-file.ts';
import { filesInMemory } from '../documents/project-files.ts';
import { secretsInDocuments } from '../documents/secret-names.ts';
import { grouped } from '../lib/collections.ts';
import { isLfsPointer } from '../lib/lfs.ts';
import type { Project } from '../model/project.ts';
import type { State } from '../model/state.ts';
import { isSameRepository, type RepositoryName } from '../model/targets.ts';
import { convertedFiles, conversionsOf, isFiltered } from '../record/conversions.ts';
import { type FileVersions, withFileVersions } from '../record/file-versions.ts';
import { parentsOf } from '../record/git-history.ts';
import type { GitRepository } from '../record/git-repository.ts';
import type { GitObject, TreeEntry } from '../record/git-objects.ts';
import { failure, GitError, gitErrorOf } from '../record/git.ts';
import { withLfsContents } from '../record/lfs-contents.ts';
import { NAMED_LIKE_PROJECT } from './other-projects.ts';
import type { OpenProject } from './project.ts';
import { pathInGit } from './records.ts';
import { isProject } from './renamed-project.ts';

interface History {
  /** Rows that a document took from a variable, or had in a security group. */
  state: State;
  /** The versions of the project file. */
  files: readonly ProjectFile[];
}

/** By clone and commits, whose history never changes: several targets read it once. */
const histories = new Map<string, Promise<History>>();

/**
 * What any version in the history of these commits called secret, and the globs of `redact`; `undefined`: they have no
 * history. `problem`: why it cannot be read, as a sentence without its full stop.
 */
export async function secretsOfHistory(
  git: GitRepository,
  { project, projectFile, choice }: Pick<OpenProject, 'project' | 'projectFile' | 'choice'>,
  commits: readonly string[],
): Promise<{ state: State; redact: string[] } | { problem: string } | undefined> {
  const parents = await Promise.all(commits.map((commit) => parentsOf(git, commit)));
  if (parents.flat().length === 0) return undefined;
  const path = pathInGit(git, projectFile);
  const own = [choice.at?.repository ?? project.repository].filter((one) => one !== undefined);
  const repositories = project.targets?.map(({ repository }) => repository) ?? own;
  const id = JSON.stringify([git.topLevel, path, project.include, repositories, commits]);
  const reading =
    histories.get(id) ??
    withFileVersions(git, commits, (versions) => readHistory(versions, { git, path, project, repositories }));
  histories.set(id, reading);
  try {
    const { state, files } = await reading;
    return { state, redact: files.flatMap((file) => settingsIn(file, choice).project.redact) };
  } catch (error) {
    histories.delete(id);
    return { problem: gitErrorOf(error).message };
  }
}

interface Own {
  git: GitRepository;
  /** Of the project file, within the Git repository. */
  path: string;
  project: Project;
  /** Those of all its targets. */
  repositories: readonly RepositoryName[];
}

/** Also of what may be the same project under another name: any project file for one of its repositories. */
async function readHistory({ list, read }: FileVersions, own: Own): Promise<History> {
  const now = documentsOf(own.path, own.project);
  const listed = await list([`:(literal)${own.path}`, ':(icase)*confighub*.y*ml', ...now.pathspecs]);
  const named = listed.filter(({ path }) => path === own.path || NAMED_LIKE_PROJECT.test(path));
  const byId = grouped(named, ({ id }) => id);
  const files: ProjectFile[] = [];
  const found = new Map([[now.id, now]]);
  for await (const { id, content } of read(byId.keys()))
    for (const { path } of byId.get(id) ?? []) {
      const name = basename(path);
      const file = readProjectFile(filesInMemory(new Map([[name, content]])), name);
      if (path !== own.path && !mayBeOwn(file, name, own)) continue;
      files.push(file);
      for (const project of projectsIn(file)) {
        const documents = documentsOf(path, project);
        found.set(documents.id, documents);
      }
    }
  const pathspecs = new Set([...found.values()].flatMap((one) => one.pathspecs));
  for (const one of now.pathspecs) pathspecs.delete(one);
  const all = pathspecs.size === 0 ? listed : [...listed, ...(await list([...pathspecs]))];
  const documents = all.filter(({ path }) => [...found.values()].some(({ isDocument }) => isDocument(path)));
  const contents = read(new Set(documents.map(({ id }) => id)));
  const plain = unfiltered(own.git, documents, fromLfs(own.git, contents));
  return { state: await secretsInDocuments(plain), files };
}

/** As a checkout of today has them. Throws GitError for what looks encrypted and has no filter that reads it. */
async function* unfiltered(
  git: GitRepository,
  documents: readonly Pick<TreeEntry, 'path' | 'id'>[],
  blobs: AsyncIterable<Pick<GitObject, 'id' | 'content'>>,
): AsyncGenerator<{ content: Buffer }> {
  const conversions = await conversionsOf(
    git,
    documents.map(({ path }) => ({ path })),
    { folder: '' },
  );
  const pathOf = new Map(documents.flatMap(({ path, id }) => (isFiltered(conversions, path) ? [[id, path]] : [])));
  for await (const { id, content } of blobs) {
    const path = pathOf.get(id);
    const found =
      path === undefined ? undefined : await convertedFiles(git, new Map([[path, content]]), conversions, '');
    const [converted] = found?.values() ?? [];
    if (converted !== undefined && 'bytes' in converted) yield { content: Buffer.from(converted.bytes) };
    else if (isEncrypted(content)) throw new GitError('Cannot read an earlier document', ENCRYPTED);
    else yield { content };
  }
}

/** As git-crypt or transcrypt writes it. Text never has NUL. */
function isEncrypted(content: Buffer): boolean {
  return content.includes(0) || content.toString('latin1', 0, 10) === 'U2FsdGVkX1';
}

const ENCRYPTED = failure('failed', 'it is encrypted, and no Git filter of this clone reads it');

/** With the contents that are in Git LFS. Throws GitError if one is not at hand. */
async function* fromLfs(
  git: GitRepository,
  blobs: AsyncIterable<GitObject>,
): AsyncGenerator<Pick<GitObject, 'id' | 'content'>> {
  for await (const { id, content } of blobs) {
    if (isLfsPointer(content)) {
      const found = (await withLfsContents(git, new Map([[id, content]]), [])).get(id);
      if (found === undefined || isLfsPointer(found)) throw new GitError('Cannot read an earlier document', IN_LFS);
      yield { id, content: found };
    } else yield { id, content };
  }
}

const IN_LFS = failure('failed', 'it is in Git LFS, and was not downloaded (`git lfs fetch --all` does)');

/** With the settings outside of `targets`, and those of each target. */
function projectsIn(file: ProjectFile): Project[] {
  const { project } = settingsIn(file);
  return [project, ...(project.targets ?? []).map(({ name }) => settingsIn(file, { name }).project)];
}

function mayBeOwn(file: ProjectFile, name: string, { repositories }: Own): boolean {
  const alone = settingsIn(file);
  const { targets, repository } = alone.project;
  const named = targets?.map((target) => target.repository) ?? [repository].filter((one) => one !== undefined);
  const isShared = named.some((one) => repositories.some((other) => isSameRepository(one, other)));
  return isProject(alone, name) && (named.length === 0 || repositories.length === 0 || isShared);
}

/** What a project reads as documents. @param path of its project file, within the Git repository */
function documentsOf(path: string, { include }: Project) {
  const folder = dirname(path) === '.' ? '' : `${dirname(path)}/`;
  const test = matcher(include);
  return {
    id: JSON.stringify([folder, include]),
    pathspecs: pathspecsOf(folder, include),
    isDocument: (file: string) => file.startsWith(folder) && test(file.slice(folder.length)),
  };
}

/** Git matches at least the same files. It knows no braces. */
function pathspecsOf(folder: string, include: readonly string[]): string[] {
  const escaped = folder.replace(/[*?[\\]/g, '\\$&');
  return expanded(include).includes.map((glob) => `:(glob)${escaped}${glob}`);
}
