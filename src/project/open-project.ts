// [edge] Opens a project: reads and checks its files, as they are committed or as they are here.
import { setImmediate } from 'node:timers/promises';
import { type Loaded, readProjectFiles } from '../documents/load-project.ts';
import { type ProjectFile, readProjectFile, settingsIn } from '../documents/project-file.ts';
import { folderOf, type ProjectFiles } from '../documents/project-files.ts';
import { CommandError } from '../errors.ts';
import { ahead } from '../lib/parallel.ts';
import { counted, countedAre, itOrThem, someOf } from '../lib/text.ts';
import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.ts';
import type { Project } from '../model/project.ts';
import { secretNames } from '../model/secrets.ts';
import { rowsIn } from '../model/state.ts';
import type { TargetChoice } from '../model/targets.ts';
import { type Options, type ProcessEnvironment, urlOf } from '../options.ts';
import type { Conversions } from '../record/conversions.ts';
import type { GitRepository, IndexEntry } from '../record/git-repository.ts';
import { gitErrorOf, ignoreGitError } from '../record/git-result.ts';
import { secretTexts } from '../semantics/secret-lines.ts';
import { compareWithGit } from './committed-files.ts';
import { withPointers } from './content-elsewhere.ts';
import { type LazyFiles, mergedFiles, openAround, withoutGit } from './git-files.ts';
import type { GitRuntime, Runtime } from '../runtime.ts';

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
  opening: ProjectOpening,
): Promise<OpenProject> {
  const { runtime, missingEnv, values = runtime.env, asCommitted, onlyCommitted } = opening;
  const { config, target: name } = options;
  const { files, name: projectFile, readMore } = filesOf(config, runtime);
  const { file = readProjectFile(files, projectFile) } = options;
  const repository = opening.opening ?? openAround(config, runtime).catch(withoutGit);
  // Git lists its index while the documents are read.
  const indexing = ahead(repository.catch(() => undefined).then((git) => git?.index()));
  const reading = { env: values, missingEnv, projectFile, choice: { name } };
  const read = (from: ProjectFiles, projectFile: ProjectFile | undefined) =>
    runCooperatively(readProjectFiles(from, { ...reading, file: projectFile }));
  let checkedOut = await read(files, file);
  while (await readMore()) checkedOut = await read(files, file);
  // Without a record nothing needs the repository.
  const isNeeded = options.record ?? checkedOut.project.record;
  const git = await (isNeeded ? repository : repository.catch(ignoreGitError));
  const index = (await indexing.catch(indexProblem)) ?? [];
  const comparison = {
    files,
    index,
    projectFile,
    asCommitted,
    onlyCommitted,
    merge: runtime.merge,
  };
  const committed = git && (await compareWithGit(checkedOut, { git, ...comparison }));
  const { instead } = committed ?? {};
  const loaded = instead
    ? await read(instead.files, instead.isOfProject ? undefined : file)
    : checkedOut;
  reportSecrets(loaded, runtime.onSecret);
  const diagnostics = [
    ...withPointers(loaded.diagnostics, loaded.files, files.display),
    ...(committed?.warningsFor(loaded) ?? []),
  ].sort(compareDiagnostics);
  refuseErrors(diagnostics, opening);
  const { conversions = new Map(), changed = [], untracked = [] } = committed ?? {};
  return {
    ...loaded,
    diagnostics,
    projectFile,
    git,
    index,
    conversions,
    tree: runtime.merge?.changes?.tree,
    changed,
    untracked,
    choice: choiceOf(options, loaded.project),
    display: files.display,
  };
}

/** Throws {@link ProjectError} if there is an error, but for having no project yet where that is allowed. */
function refuseErrors(
  diagnostics: Diagnostic[],
  { outcome, mayBeEmpty = false }: Pick<ProjectOpening, 'outcome' | 'mayBeEmpty'>,
): void {
  const isAllowed = ({ severity, code }: Diagnostic) =>
    severity !== 'error' || (mayBeEmpty && NOTHING_YET.includes(code));
  if (!diagnostics.every(isAllowed)) throw new ProjectError(diagnostics, outcome);
}

const NOTHING_YET = ['no-project-file', 'no-documents'];

/** The target as it is chosen in any version of the project file. */
function choiceOf(options: TargetOptions, project: Project): TargetChoice {
  const url = urlOf(options, project);
  const { repository = project.repository } = options;
  const at = url !== undefined && repository !== undefined ? { url, repository } : undefined;
  return { name: options.target, at };
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
  const message = `${countedAre(unset.length, 'variable')} not set here: ${someOf(unset, { most: 20 })}. Values that need ${itOrThem(unset.length)} are not compared with the server.`;
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
