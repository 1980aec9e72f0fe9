// [edge] Opens a project: reads and checks its files, and compares them with the Git repository.
import { setImmediate } from 'node:timers/promises';
import { type GitRepository, inFolder, type IndexEntry } from '../record/git-repository.ts';
import { gitErrorOf, ignoreGitError } from '../record/git-result.ts';
import { type Conversions, conversionsOf, convertedFiles } from '../record/conversions.ts';
import { listFolder, readContents } from '../record/git-objects.ts';
import { lfsId } from '../record/lfs-contents.ts';
import {
  blobId,
  foldersAndFile,
  type Missing,
  missingDocuments as findMissing,
} from '../record/working-tree-status.ts';
import { documentMatcher, documentSearcher, leftOutIn, searcher } from '../documents/globs.ts';
import { type Loaded, readProjectFiles } from '../documents/load-project.ts';
import { type ProjectFile, readProjectFile, settingsIn } from '../documents/project-file.ts';
import { folderOf } from '../documents/project-files.ts';
import { CommandError } from '../errors.ts';
import { lfsIdOf } from '../lib/lfs.ts';
import { ahead } from '../lib/parallel.ts';
import { compareText, counted, someOf } from '../lib/text.ts';
import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.ts';
import type { Project } from '../model/project.ts';
import { secretNames } from '../model/secrets.ts';
import { rowsIn } from '../model/state.ts';
import type { TargetChoice } from '../model/targets.ts';
import { type Options, type ProcessEnvironment, urlOf } from '../options.ts';
import { secretTexts } from '../semantics/secret-lines.ts';
import {
  asInHead,
  changedProjectFile,
  committedFiles,
  convertedEdits,
  type GitCheck,
  uncommittedIn,
  uncommittedWarnings,
  withCommitted,
} from './committed-files.ts';
import { withPointers } from './content-elsewhere.ts';
import { asConverted, type LazyFiles, mergedFiles, openAround, withoutGit } from './git-files.ts';
import type { GitRuntime, Runtime } from './runtime.ts';
import type { Differences } from '../core/applied.ts';

export interface OpenProject extends Loaded {
  projectFile: string;
  git: GitRepository | undefined;
  /** The whole index of the Git repository. */
  index: readonly IndexEntry[];
  /** With which attributes they were read. */
  conversions: Conversions;
  /** The tree of the merge that it is read as; absent: as it is checked out. */
  tree: string | undefined;
  /** Files that were read with changes that are not committed, as shown to users. */
  changed: readonly string[];
  /** Files that were read and that Git does not track, in the same way. */
  untracked: readonly string[];
  /** The target, to find it in other versions of the project file. */
  choice: TargetChoice;
  /** A path as shown to users: relative to the working directory. */
  display: (path: string) => string;
}

export interface TargetOptions extends Options {
  /** The project file that it was chosen from: a command reads it once. Absent: it was not read yet. */
  file?: ProjectFile;
}

/** Errors in the project files, or no project file. */
export class ProjectError extends CommandError {
  override readonly diagnostics: Diagnostic[];

  /** @param outcome what did not happen because of them; absent if nothing was to happen */
  constructor(diagnostics: Diagnostic[], outcome?: string) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const isMissing = errors.every(({ code }) => code === 'no-project-file');
    const what = isMissing
      ? 'There is no project file'
      : `${counted(errors.length, 'error')} in the project files`;
    const end = outcome === undefined ? '' : `; ${outcome}`;
    super({ code: 'invalid', message: `${what}${end}.` });
    this.diagnostics = diagnostics;
  }
}

interface ProjectOpening {
  runtime: GitRuntime & Pick<Runtime, 'onSecret'>;
  /** `warning`: for commands that send nothing. */
  missingEnv: 'error' | 'warning';
  /** What does not happen if the files have errors, as the end of a sentence. */
  outcome?: string;
  /** For values that documents take from the environment. Default: `runtime.env`. */
  values?: ProcessEnvironment;
  opening?: Promise<GitRepository | undefined>;
  /**
   * Whether files that Git calls unchanged are read as they are committed, whatever line endings and filters made of
   * them in the working tree. Default: `false`, for commands that write files.
   */
  asCommitted?: boolean;
  /** Whether what is not committed is left out, with a warning: a merge does not bring it. Default: `false`. */
  onlyCommitted?: boolean;
  /** Whether there need not be a project yet. */
  mayBeEmpty?: boolean;
}

/** Throws {@link ProjectError} with all errors at once. */
export async function openProject(
  options: TargetOptions,
  {
    runtime,
    missingEnv,
    outcome,
    values = runtime.env,
    asCommitted = false,
    onlyCommitted = false,
    mayBeEmpty,
    ...opened
  }: ProjectOpening,
): Promise<OpenProject> {
  const { config, target: name } = options;
  const { files, name: projectFile, readMore } = filesOf(config, runtime);
  const { file = readProjectFile(files, projectFile) } = options;
  const { opening = openAround(config, runtime).catch(withoutGit) } = opened;
  // Git lists its index while the documents are read.
  const indexing = ahead(opening.catch(() => undefined).then((git) => git?.index()));
  const reading = { env: values, missingEnv, projectFile, file, choice: { name } };
  let loaded = await runCooperatively(readProjectFiles(files, reading));
  while (await readMore()) loaded = await runCooperatively(readProjectFiles(files, reading));
  // Without a record nothing needs the repository.
  const isNeeded = options.record ?? loaded.project.record;
  const git = await (isNeeded ? opening : opening.catch(ignoreGitError));
  const index = (await indexing.catch(indexProblem)) ?? [];
  const own = git && inFolder(index, git.folder);
  const conversions = (git && own && (await conversionsIn(git, own, loaded, runtime))) ?? new Map();
  const check = git && own && { git, index: own, conversions, display: files.display };
  const compared = check && onlyCommitted ? await asInHead(check) : check;
  const uncommitted = compared && (await uncommittedIn(loaded, compared, runtime.merge));
  // Without its project file, nothing would be left of a project that was generated as a whole.
  const alone = onlyCommitted && uncommitted?.untracked.includes(projectFile) === false;
  // The server, the record and the rules of a plan would be those of different files.
  if (alone && uncommitted?.changed.some(({ path }) => path === projectFile))
    throw changedProjectFile(projectFile);
  if (check !== undefined && uncommitted !== undefined) {
    const committed = asCommitted ? await committedFiles(check.git, uncommitted, alone) : new Map();
    const read = asConverted(
      withCommitted(files, committed),
      alone ? new Map() : convertedEdits(loaded, check, uncommitted),
      conversions,
    );
    const again = {
      ...reading,
      file: committed.has(projectFile) || conversions.has(projectFile) ? undefined : file,
    };
    if (committed.size + conversions.size > 0)
      loaded = await runCooperatively(readProjectFiles(read, again));
  }
  reportSecrets(loaded, runtime.onSecret);
  const warned = { display: files.display, alone, project: loaded.project };
  const found = check &&
    uncommitted && [
      ...missingDocuments(loaded, check),
      ...uncommittedWarnings(uncommitted, warned),
    ];
  const fileErrors = withPointers(loaded.diagnostics, loaded.files, files.display);
  const diagnostics = [...fileErrors, ...(found ?? [])].sort(compareDiagnostics);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const isEmpty =
    mayBeEmpty && errors.every(({ code }) => code === 'no-project-file' || code === 'no-documents');
  if (errors.length > 0 && !isEmpty) throw new ProjectError(diagnostics, outcome);
  const url = urlOf(options, loaded.project);
  const { repository = loaded.project.repository } = options;
  const choice = {
    name,
    at: url !== undefined && repository !== undefined ? { url, repository } : undefined,
  };
  const changed =
    (alone ? undefined : uncommitted?.changed)?.map(({ path }) => files.display(path)) ?? [];
  const untracked = (alone ? undefined : uncommitted?.untracked)?.map(files.display) ?? [];
  const tree = runtime.merge?.changes?.tree;
  const { display } = files;
  return {
    ...loaded,
    diagnostics,
    projectFile,
    git,
    index,
    conversions,
    tree,
    changed,
    untracked,
    choice,
    display,
  };
}

/** Of all that Git has of a project, and of what is beside it. Throws GitError. */
async function conversionsIn(
  git: GitRepository,
  index: GitCheck['index'],
  { files }: Loaded,
  { merge }: GitRuntime,
): Promise<Conversions> {
  const tracked = new Set(index.map(({ path }) => path));
  const others = [...files.keys()].filter((path) => !tracked.has(path)).map((path) => ({ path }));
  const here = await conversionsOf(git, [...index, ...others]);
  return new Map([...here, ...(merge?.changes?.conversions ?? [])]);
}

/** A damaged index, from which nobody can tell which files are tracked. */
function indexProblem(error: unknown): never {
  const { code, message } = gitErrorOf(error);
  if (code !== 'git-failed') throw error;
  throw new CommandError({ code, message, hint: REBUILD_INDEX, cause: error });
}

const REBUILD_INDEX =
  'Delete this file, then run `git reset`: Git builds its index again, and your files stay as they are. Files that you added but did not commit need `git add` again.';

/** The files of the project as a command reads them, and the name of the project file. */
function filesOf(
  config: string,
  { cwd, merge }: Pick<Runtime, 'cwd' | 'merge'>,
): LazyFiles & { name: string } {
  const { files, name } = folderOf(config, cwd);
  const lazy =
    merge?.changes === undefined
      ? { files, readMore: async () => false }
      : mergedFiles(merge.changes, files);
  return { ...lazy, name };
}

/** The project file of a command, read now unless it was read before. */
export function projectFileOf(
  { config, file }: Pick<TargetOptions, 'config' | 'file'>,
  runtime: Pick<Runtime, 'cwd' | 'merge'>,
): ProjectFile {
  if (file !== undefined) return file;
  const { files, name } = filesOf(config, runtime);
  return readProjectFile(files, name);
}

/** What the project file says of the target, without documents; an empty project if there is no such file. */
export function settingsOf(
  options: Pick<TargetOptions, 'config' | 'target' | 'file'>,
  runtime: Pick<Runtime, 'cwd' | 'merge'>,
): Project {
  return settingsIn(projectFileOf(options, runtime), { name: options.target }).project;
}

/** A document missing from the working tree must not look like one that was removed. */
function missingDocuments(loaded: Loaded, { git, index, display }: GitCheck): Diagnostic[] {
  const { project } = loaded;
  const search = { isDocument: documentMatcher(project), isSearched: documentSearcher(project) };
  const missing = findMissing(git, { index, search });
  return missing.map(({ path, kind }) => ({
    severity: 'error',
    code: 'file-missing',
    ...MISSING[kind](path, leftOutIn(project, [path], searcher)),
    file: display(path),
  }));
}

/** @param leftOut where the path can be left out, as the end of a sentence */
const MISSING: Record<
  Missing['kind'],
  (path: string, leftOut: string) => { message: string; hint: string }
> = {
  document: (path) => ({
    message: `The document ${path} is in Git but missing from the working tree (sparse checkout, or removed without \`git rm\`).`,
    hint: 'Check it out, or remove it with `git rm`.',
  }),
  submodule: (path, leftOut) => ({
    message: `The project looks into the submodule ${path}, which is not checked out.`,
    hint: `Run \`git submodule update --init\` (in a workflow, set \`submodules: true\` for actions/checkout), or leave it out ${leftOut}.`,
  }),
  link: (path, leftOut) => ({
    message: `The project looks into ${path}, which is a broken symbolic link.`,
    hint: `Check out its target, remove it with \`git rm\`, or leave it out ${leftOut}.`,
  }),
};

/** `undefined` outside Git. Before the first commit nothing is committed. Throws GitError. */
export async function differences(
  project: OpenProject,
): Promise<Omit<Differences, 'elsewhere'> | undefined> {
  const { git, files } = project;
  if (git === undefined) return undefined;
  const head = await git.head();
  const entries = head === undefined ? [] : await listFolder(git, head.commit, git.folder);
  const committed = new Map(entries.map(({ path, id }) => [path, id]));
  const modes = new Map(inFolder(project.index, git.folder).map(({ path, mode }) => [path, mode]));
  const inLfs = await checkedOutOfLfs(git, files, committed);
  const isSame = await checkedOutAs(project, git, committed);
  const isDocument = documentMatcher(project.project);
  const why = (path: string): string | undefined => {
    const [bytes, id] = [files.get(path), committed.get(path)];
    if (bytes === undefined) return isDocument(path) ? 'removed' : undefined;
    if (isSame.get(path) ?? (id === blobId(bytes, id) || inLfs.has(path))) return undefined;
    if (id !== undefined) return 'changed';
    const [mode] = foldersAndFile(path).flatMap((one) => modes.get(one) ?? []);
    if (mode === undefined) return 'not tracked';
    return mode.startsWith('100') ? 'added' : undefined;
  };
  const paths = [...new Set([...files.keys(), ...committed.keys()])].sort(compareText);
  const ids = new Map([...committed].filter(([path]) => files.has(path)));
  return {
    ids,
    attributes: new Map([...project.conversions].filter(([path]) => ids.has(path))),
    uncommitted: paths.flatMap((path) => {
      const reason = why(path);
      return reason === undefined ? [] : [`${project.display(path)} (${reason})`];
    }),
  };
}

/** The files that Git LFS checked out: the commit has a pointer to exactly their content. */
async function checkedOutOfLfs(
  { objects }: GitRepository,
  files: ReadonlyMap<string, Uint8Array>,
  committed: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [path, bytes] of files) {
    const id = committed.get(path);
    if (id === undefined || id === blobId(bytes, id)) continue;
    const blob = await objects.read(id);
    if (blob !== undefined && lfsIdOf(blob.content) === lfsId(bytes)) found.add(path);
  }
  return found;
}

/** Of the files that a checkout converts, whether it makes exactly these of what is committed. */
async function checkedOutAs(
  { files, conversions }: Pick<OpenProject, 'files' | 'conversions'>,
  git: GitRepository,
  committed: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, boolean>> {
  const entries = [...committed].flatMap(([path, id]) =>
    files.has(path) && conversions.has(path) ? [{ path, id }] : [],
  );
  const contents = await convertedFiles(
    git,
    await readContents(git, 'the commit', entries),
    conversions,
  );
  return new Map(
    [...contents].map(([path, content]) => {
      const bytes = files.get(path);
      return [
        path,
        bytes !== undefined && 'bytes' in content && Buffer.compare(content.bytes, bytes) === 0,
      ];
    }),
  );
}

/** For a command that sends nothing: what the environment does not have is shown as unknown. */
export function withoutMissingEnv(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ code }) => code !== 'env-missing');
}

/** The same, with one warning for all variables. */
export function withMissingEnvOnce(
  diagnostics: readonly Diagnostic[],
  unset: readonly string[] = [],
): Diagnostic[] {
  const first = diagnostics.find(({ code }) => code === 'env-missing');
  const others = withoutMissingEnv(diagnostics);
  if (first === undefined) return others;
  const are = unset.length === 1 ? 'is' : 'are';
  const message = `${counted(unset.length, 'variable')} ${are} not set here: ${someOf(unset, { most: 20 })}. Values that need ${unset.length === 1 ? 'it' : 'them'} are not compared with the server.`;
  const hint =
    'An apply needs all of them. Set them, or name a file that has them with `--env-file`.';
  return [...others, { ...first, message, hint }].sort(compareDiagnostics);
}

export function reportSecrets(
  { project, state, passwords }: Loaded,
  onSecret: Runtime['onSecret'],
): void {
  if (onSecret === undefined) return;
  const isSecretName = secretNames(project.redact);
  for (const password of passwords.all()) onSecret(password, { isNamed: true });
  for (const { item, row } of rowsIn(state)) {
    const { text, variable = '' } = row;
    const isNamed = isSecretName(item.name) || isSecretName(variable);
    if ((item.secret || row.secret) && text) onSecret(text, { isNamed });
    else for (const secret of secretTexts(text)) onSecret(secret, { isNamed: false });
  }
}

/** Yields to the event loop between steps, so that requests and Git proceed while documents are read. */
async function runCooperatively<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    await setImmediate();
    const step = steps.next();
    if (step.done) return step.value;
  }
}
