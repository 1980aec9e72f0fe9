// Finds what any earlier version of a project's documents treats as secret, where no apply record says it.
import { basename, dirname } from 'node:path/posix';
import { expanded, matcher } from '../documents/globs.ts';
import { loadProject } from '../documents/load-project.ts';
import { type ProjectFile, readProjectFile, settingsIn } from '../documents/project-file.ts';
import { filesInMemory } from '../documents/project-files.ts';
import { secretsInDocuments } from '../documents/secret-names.ts';
import { grouped } from '../lib/collections.ts';
import type { Test } from '../lib/glob.ts';
import { isLfsPointer } from '../lib/lfs.ts';
import type { Project } from '../model/project.ts';
import { addSecretRow, secretRowsIn } from '../model/secret-rows.ts';
import { globsOf } from '../model/sources.ts';
import { emptyState, type LocatedRow, type State } from '../model/state.ts';
import { isSameRepository, type RepositoryName, type TargetChoice } from '../model/targets.ts';
import {
  type Conversions,
  convertedFiles,
  conversionsOf,
  isFiltered,
  mayConvert,
} from '../record/conversions.ts';
import { type FileVersions, withFileVersions } from '../record/file-versions.ts';
import { parentsOf } from '../record/git-history.ts';
import type { GitRepository } from '../record/git-repository.ts';
import type { GitObject, TreeEntry } from '../record/git-objects.ts';
import { gitErrorOf } from '../record/git-result.ts';
import { withLfsContents } from '../record/lfs-contents.ts';
import { asConverted } from './git-files.ts';
import { NAMED_LIKE_PROJECT } from './other-projects.ts';
import type { OpenProject } from './open-project.ts';
import { pathInGit } from './record-places.ts';
import { isProject } from './renamed-project.ts';
import type { Past } from '../core/applied.ts';

interface SecretHistory {
  /** Rows that a document took from a variable, or had in a security group. */
  state: State;
  /** The versions of the project file. */
  files: readonly ProjectFile[];
}

/** By clone and commits, whose history never changes: several targets read it once. */
const histories = new Map<string, Promise<SecretHistory>>();

/**
 * What any version in the history of these commits called secret, and the globs of `redact`; `undefined`: they have no
 * history. `problem`: why it cannot be read, as a sentence without its full stop; `hint`: what to do,
 * unless commits are missing.
 */
export async function secretsOfHistory(
  git: GitRepository,
  {
    project,
    projectFile,
    choice,
    index,
    ...opened
  }: Pick<OpenProject, 'project' | 'projectFile' | 'choice' | 'files' | 'index'>,
  commits: readonly string[],
): Promise<Past | undefined> {
  const parents = await Promise.all(commits.map((commit) => parentsOf(git, commit)));
  if (parents.flat().length === 0) return undefined;
  const path = pathInGit(git, projectFile);
  const single = [choice.at?.repository ?? project.repository].filter(
    (repository) => repository !== undefined,
  );
  const repositories = project.targets?.map(({ repository }) => repository) ?? single;
  const file = readProjectFile(filesInMemory(opened.files), projectFile);
  const ownProject = {
    git,
    index,
    now: filesOf(path, project, { projectFile: file, choice }),
    path,
    repositories,
  };
  const id = JSON.stringify([git.topLevel, path, ownProject.now.id, repositories, commits]);
  const reading =
    histories.get(id) ??
    withFileVersions(git, commits, (versions) => readHistory(versions, ownProject));
  histories.set(id, reading);
  try {
    const { state, files } = await reading;
    return { state, redact: files.flatMap((file) => settingsIn(file, choice).project.redact) };
  } catch (error) {
    histories.delete(id);
    if (error instanceof UnreadableVersion) return { problem: error.message, hint: error.hint };
    return { problem: gitErrorOf(error).message };
  }
}

interface Own {
  git: GitRepository;
  index: OpenProject['index'];
  /** Of the project file, within the Git repository. */
  path: string;
  now: OwnedFiles;
  /** Those of all its targets. */
  repositories: readonly RepositoryName[];
}

/** Also of what may be the same project under another name: any project file for one of its repositories. */
async function readHistory({ list, read }: FileVersions, ownProject: Own): Promise<SecretHistory> {
  const { git, path: ownPath, now } = ownProject;
  // Sources declare nothing secret by themselves, nor do contents.
  const hasFilters = await mayConvert(git, ownProject.index, { folder: '' });
  const readIn = (ownedFiles: OwnedFiles) => [
    ...ownedFiles.documents,
    ...(hasFilters ? ownedFiles.sources : []),
  ];
  const name = basename(ownPath);
  const listed = await list([
    ...[`:(literal)${ownPath}`, ':(icase)*confighub*.y*ml', `:(glob)**/${literal(name)}`],
    ...readIn(now),
  ]);
  const named = listed.filter(
    ({ path }) => basename(path) === name || NAMED_LIKE_PROJECT.test(path),
  );
  const files: ProjectFile[] = [];
  const versionsById = new Map([[now.id, now]]);
  for await (const { path, content, isLocked } of asCheckedOut(named, ownProject, read)) {
    if (isLocked) throw new UnreadableVersion(path, ENCRYPTED);
    const file = readProjectFile(
      filesInMemory(new Map([[basename(path), content]])),
      basename(path),
    );
    if (path !== ownPath && !mayBeOwn(file, basename(path), ownProject)) continue;
    files.push(file);
    for (const { project: settings, choice } of projectsIn(file)) {
      const version = filesOf(path, settings, { projectFile: file, choice });
      versionsById.set(version.id, version);
    }
  }
  const versions = [...versionsById.values()];
  const pathspecs = new Set(versions.flatMap(readIn));
  for (const path of readIn(now)) pathspecs.delete(path);
  const entries = pathspecs.size === 0 ? listed : [...listed, ...(await list([...pathspecs]))];
  const isDocument = (path: string) => versions.some((ownedFiles) => ownedFiles.isDocument(path));
  const conversions = await conversionsNow(
    git,
    entries.map(({ path }) => path),
  );
  const readable = entries.filter(({ path }) => isDocument(path) || isFiltered(conversions, path));
  const hidden: State[] = [];
  const plain = async function* () {
    for await (const version of asCheckedOut(readable, ownProject, read)) {
      const { path, content, conversion, isLocked } = version;
      if (conversion !== undefined) {
        const hiddenStates = versions.map((ownedFiles) => hiddenIn(ownedFiles, version));
        // What no filter made is a document.
        const isPlain = isDocument(path) && hiddenStates.some(({ items }) => items.size > 0);
        if (isLocked && !isPlain) throw new UnreadableVersion(path, ENCRYPTED);
        hidden.push(...hiddenStates);
      } else yield { content, path: hasFilters ? path : undefined };
    }
  };
  const { state, contents } = await secretsInDocuments(plain());
  for (const { item, row } of await hiddenContents(git, contents))
    addSecretRow(state, item, row.context);
  return { state: secretRowsIn(hidden, state), files };
}

interface FileVersion {
  path: string;
  content: Buffer;
  /** Absent: Git has no filter for it. */
  conversion?: string;
  /** The filter does not read it: it may be older than the filter. */
  isLocked?: boolean;
}

/** What a version of the project declares in a file that a filter hides: all of it is secret. */
function hiddenIn(
  { folder, projectFile: file, choice }: OwnedFiles,
  { path, content, conversion = '' }: FileVersion,
): State {
  if (!path.startsWith(folder)) return emptyState();
  const below = path.slice(folder.length);
  const tree = filesInMemory(new Map([[below, content]]));
  const files = asConverted(tree, new Map(), new Map([[below, conversion]]));
  return loadProject(files, { file, choice, env: 'unknown' }).state;
}

/** Where a filter hides a content, it is secret. */
async function hiddenContents(
  git: GitRepository,
  contents: readonly LocatedRow[],
): Promise<LocatedRow[]> {
  const pathOf = ({ row }: LocatedRow) => row.contentPath ?? '';
  const conversions = await conversionsNow(git, contents.map(pathOf));
  return contents.filter((content) => isFiltered(conversions, pathOf(content)));
}

/** What a checkout of today would do with files at these paths from the top, which it may not have. */
function conversionsNow(git: GitRepository, paths: readonly string[]): Promise<Conversions> {
  const distinct = [...new Set(paths)].map((path) => ({ path }));
  return conversionsOf(git, distinct, { folder: '' });
}

class UnreadableVersion extends Error {
  readonly hint: string;

  constructor(path: string, { why, hint }: { why: string; hint: string }) {
    super(`An earlier version of ${path} cannot be read: it is ${why}`);
    this.hint = hint;
  }
}

const ENCRYPTED = {
  why: 'encrypted, and no Git filter in this clone can decrypt it',
  hint: 'Set up its filter in this clone, for example with `git-crypt unlock`. `.gitattributes` must name the file, even if it is gone.',
};

const IN_LFS = {
  why: 'in Git LFS, and its content was not downloaded',
  hint: 'Run `git lfs fetch --all` first (in a workflow: in an earlier step).',
};

/** As a checkout of today has them. Throws {@link UnreadableVersion} for what looks encrypted and has no filter that reads it. */
async function* asCheckedOut(
  entries: readonly TreeEntry[],
  { git }: Own,
  contents: FileVersions['read'],
): AsyncGenerator<FileVersion> {
  const conversions = await conversionsNow(
    git,
    entries.map(({ path }) => path),
  );
  const byId = grouped(entries, ({ id }) => id);
  for await (const { id, content } of fromLfs(
    git,
    contents(byId.keys()),
    (id) => byId.get(id)?.[0]?.path ?? id,
  ))
    for (const { path } of byId.get(id) ?? []) {
      const conversion = isFiltered(conversions, path) ? conversions.get(path) : undefined;
      const convertedByPath =
        conversion === undefined
          ? undefined
          : await convertedFiles(git, new Map([[path, content]]), conversions, '');
      const [converted] = convertedByPath?.values() ?? [];
      const isRead = converted !== undefined && 'bytes' in converted;
      if (!isRead && isEncrypted(content)) throw new UnreadableVersion(path, ENCRYPTED);
      const read = isRead ? Buffer.from(converted.bytes) : content;
      yield { path, content: read, ...(conversion && { conversion, isLocked: !isRead }) };
    }
}

/** As git-crypt or transcrypt writes it. Text never has NUL. */
function isEncrypted(content: Buffer): boolean {
  return content.includes(0) || content.toString('latin1', 0, 10) === 'U2FsdGVkX1';
}

/** With the contents that are in Git LFS. Throws {@link UnreadableVersion} if one is not at hand. */
async function* fromLfs(
  git: GitRepository,
  blobs: AsyncIterable<GitObject>,
  pathOf: (id: string) => string,
): AsyncGenerator<Pick<GitObject, 'id' | 'content'>> {
  for await (const { id, content } of blobs) {
    if (isLfsPointer(content)) {
      const bytes = (await withLfsContents(git, new Map([[id, content]]), [])).get(id);
      if (bytes === undefined || isLfsPointer(bytes))
        throw new UnreadableVersion(pathOf(id), IN_LFS);
      yield { id, content: bytes };
    } else yield { id, content };
  }
}

/** With the settings outside of `targets`, and those of each target. */
function projectsIn(file: ProjectFile): { project: Project; choice: TargetChoice }[] {
  const choices = [{}, ...(settingsIn(file).project.targets ?? []).map(({ name }) => ({ name }))];
  return choices.map((choice) => ({ project: settingsIn(file, choice).project, choice }));
}

function mayBeOwn(file: ProjectFile, name: string, { repositories }: Own): boolean {
  const alone = settingsIn(file);
  const { targets, repository } = alone.project;
  const named =
    targets?.map((target) => target.repository) ?? [repository].filter((at) => at !== undefined);
  const isShared = named.some((repositoryNamed) =>
    repositories.some((other) => isSameRepository(repositoryNamed, other)),
  );
  return isProject(alone, name) && (named.length === 0 || repositories.length === 0 || isShared);
}

interface OwnedFiles {
  /** Of what is read. */
  id: string;
  /** Of the project file, within the Git repository, with `/` at its end. */
  folder: string;
  /** Pathspecs. */
  documents: string[];
  sources: string[];
  isDocument: Test;
  projectFile: ProjectFile;
  choice: TargetChoice;
}

/** What a project reads. @param path of its project file, within the Git repository */
function filesOf(
  path: string,
  { include, sources }: Project,
  from: Pick<OwnedFiles, 'projectFile' | 'choice'>,
): OwnedFiles {
  const folder = dirname(path) === '.' ? '' : `${dirname(path)}/`;
  const test = matcher(include);
  return {
    id: JSON.stringify([folder, include, sources.map(({ place: _, ...source }) => source)]),
    folder,
    documents: pathspecsOf(folder, include),
    sources: sources.flatMap((source) => pathspecsOf(folder, globsOf(source))),
    isDocument: (file) => file.startsWith(folder) && test(file.slice(folder.length)),
    ...from,
  };
}

/** Git matches at least the same files. It knows no braces. */
function pathspecsOf(folder: string, include: readonly string[]): string[] {
  return expanded(include).includes.map((glob) => `:(glob)${literal(folder)}${glob}`);
}

function literal(path: string): string {
  return path.replace(/[*?[\\]/g, '\\$&');
}
