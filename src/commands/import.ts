// import: turns live into new documents or edits of existing ones. Only reads; the entry writes after approval.
import { basename, relative, resolve, sep } from 'node:path';
import { type GitRepository, inFolder } from '../record/git-repository.ts';
import { gitErrorOf } from '../record/git.ts';
import { readRecord } from '../record/record.ts';
import { committedOf } from '../record/work-tree-status.ts';
import type { Depth } from '../documents/parse-context.ts';
import { type ProjectFiles, resolvePath } from '../documents/project-files.ts';
import { folderOf } from '../documents/work-tree-files.ts';
import { CommandError } from '../errors.ts';
import { ahead } from '../lib/parallel.ts';
import { type ImportInput, NoDocumentPath, planImport } from '../import/plan-import.ts';
import type { Import } from '../model/import-plan.ts';
import type { Project } from '../model/project.ts';
import { type MissingRead, missingText } from '../model/server-reads.ts';
import { emptyState, type State } from '../model/state.ts';
import { repositoryText } from '../model/targets.ts';
import { ifOffered, type Offered } from '../remote/answer.ts';
import { type Baseline, lastApplied, readBaseline } from '../apply/baseline.ts';
import { type Connected, withTarget } from '../apply/connect.ts';
import { projectFile } from './init.ts';
import { ask, inspect, type Inspection } from '../apply/inspect.ts';
import { liveOf } from '../apply/live.ts';
import { planInput } from '../apply/plan-input.ts';
import { gitProblem, openAround } from '../apply/git-files.ts';
import { type OpenProject, openProject, ProjectError, settingsOf, type TargetOptions } from '../apply/project.ts';
import { pathInGit, placeFor } from '../apply/record-place.ts';
import type { Runtime } from '../apply/runtime.ts';
import { masksOf, secretsOf, secretsOfOthers } from '../apply/secret-sources.ts';

export interface ImportOptions {
  /** The document for everything that is declared nowhere yet; relative to the current folder, like the next one. */
  intoFile?: string | undefined;
  /** A file that gets a line for each new variable. */
  envExample?: string | undefined;
  /** Imports only drift: what changed on the server since the last apply. */
  onlyDrift: boolean;
}

export interface ImportPlan {
  import: Import;
  project: ImportProject;
}

/** What an import would write; nothing is written yet. */
export async function planningImport(options: TargetOptions & ImportOptions, runtime: Runtime): Promise<ImportPlan> {
  const project = await openForImport(options, runtime);
  if (bytesOf(project, project.file) === undefined) requireTarget(options);
  return withTarget(project.project, options, runtime, async (connected) => {
    runtime.onStep(`Reading ${repositoryText(connected.target.repository)}`);
    const input = await inputOf({ ...connected, options, runtime, project });
    return { import: importOf(input, project.project.include), project };
  });
}

/** Without a project file, only the options can name the target. */
function requireTarget({ url, repository }: TargetOptions): void {
  const missing = Object.entries({ url, repository }).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length === 0) return;
  throw new CommandError({
    code: 'no-target',
    message: `There is no project file here, and no ${missing.join(' and no ')} is given.`,
    hint: `Pass ${missing.map((name) => `--${name}`).join(' and ')} (${missing.map((name) => `CONFIGHUB_${name.toUpperCase()}`).join(', ')}), or run \`confighub-sync init\`, which asks for them in a terminal.`,
  });
}

interface ImportSource extends Connected {
  options: TargetOptions & ImportOptions;
  runtime: Runtime;
  project: ImportProject;
}

async function inputOf(source: ImportSource): Promise<ImportInput> {
  const { reader, options, runtime, project, target } = source;
  const exporting = ahead(ifOffered('export', reader.exportState(target.repository)));
  const asked = ask(reader, { target, hasToken: options.token !== undefined });
  const inspection = await inspect(asked, { target, ...project });
  const exported = await exporting;
  const read = options.onlyDrift
    ? await readDrift(source, { inspection, exported })
    : { live: requireExport(exported), ...(await secretsHere(source)) };
  const { settings } = await inspection.listing();
  const { levels } = inspection;
  const { file } = project;
  const own = bytesOf(project, file);
  const files = new Map(project.open?.files);
  if (!files.has(file)) files.set(file, own ?? Buffer.from(projectFile({ ...target, levels })));
  return {
    ...read,
    target: { url: target.url, ...target.repository, levels },
    vdtEnabled: settings.vdtEnabled,
    files,
    projectFile: file,
    choice: { name: options.target },
    isNew: own === undefined,
    exists: (path) => exists(project, path),
    env: runtime.env,
    intoFile: options.intoFile === undefined ? undefined : pathOf(project, options.intoFile, runtime),
    envExample: options.envExample === undefined ? undefined : exampleOf(project, options.envExample, runtime),
  };
}

function exampleOf(project: ImportProject, name: string, runtime: Runtime): ImportInput['envExample'] {
  const path = pathOf(project, name, runtime);
  const before = bytesOf(project, path);
  return { path, ...(before !== undefined && { before: Buffer.from(before).toString() }) };
}

function importOf(input: ImportInput, include: readonly string[]): Import {
  try {
    const result = planImport(input);
    if ('import' in result) return result.import;
    throw new CommandError({
      code: 'import-failed',
      message: `The generated documents cannot be read back (${result.mistakes[0]?.code}); nothing was written.`,
      hint: 'Please report this bug with the structure of your documents. Importing into an empty folder may work.',
    });
  } catch (error) {
    if (!(error instanceof NoDocumentPath)) throw error;
    throw new CommandError({
      code: 'no-document-path',
      message: `\`include\` (${include.join(', ')}) does not match ${error.message} for a new document, or a source reads it.`,
      hint: 'Add its path to `include`, or name another document with --into-file.',
    });
  }
}

/** Uncommitted changes could not be told apart from the imported ones. */
export async function refuseUncommitted({ project: { open, tree }, import: { writes } }: ImportPlan): Promise<void> {
  const paths = writes.filter(({ before }) => before !== undefined).map(({ path }) => path);
  if (open?.git === undefined || paths.length === 0) return;
  const committed = await compareNow(open.git, paths).catch((error: unknown) => {
    const { code, message } = gitErrorOf(error);
    throw new CommandError({ code, message, cause: error });
  });
  const changed = paths.filter((path) => !committed.has(path)).map(tree.display);
  if (changed.length === 0) return;
  throw new CommandError({
    code: 'uncommitted',
    message: `The import would edit ${changed.join(', ')}, which ${changed.length === 1 ? 'has' : 'have'} uncommitted changes.`,
    hint: 'Commit or stash them first. Then `git diff` shows what the import did, and `git checkout` reverts it.',
  });
}

/** A person may have been asked since the project was read. */
async function compareNow(git: GitRepository, paths: readonly string[]): Promise<ReadonlySet<string>> {
  return committedOf(git, { index: inFolder(await git.index(), git.folder), paths });
}

function requireExport(exported: Offered<State>): State {
  if ('missing' in exported) throw noExport([exported.missing], NEEDS_ALL);
  return exported.answer;
}

/** What the files and other projects call secret. */
async function secretsHere({ project, target, options, runtime }: ImportSource) {
  const { open } = project;
  const git = open === undefined ? await openAround(options.config, runtime).catch(gitProblem) : open.git;
  if (git === undefined) return secretsOf([project]);
  const projectFile = basename(options.config);
  const record = await readRecord(placeFor(git, target, pathInGit(git, projectFile)));
  const own = { git, index: open?.index ?? (await git.index()), projectFile, choice: { at: target } };
  const { versions, problem } = await secretsOfOthers(own, { record, commits: [] });
  refuseUnknownSecrets(problem);
  return secretsOf([project, ...versions]);
}

/** Values that nobody calls secret are written into documents. */
function refuseUnknownSecrets(problem: string | undefined): void {
  if (problem === undefined) return;
  throw new CommandError({
    code: 'secrets-unknown',
    message: `Nothing was imported: ${problem}.`,
    hint: 'Fix the files of that project, or apply it again to renew its record.',
  });
}

/** With what the last apply declared, left and called secret: only what differs from it is imported. */
async function readDrift(
  source: ImportSource,
  { inspection, exported }: { inspection: Inspection; exported: Offered<State> },
): Promise<Pick<ImportInput, 'live' | 'baseline' | 'isSecretName' | 'secretIn'>> {
  const { project, baseline, state } = await lastApply(source);
  const sources = { ...source, project, inspection, baseline };
  const live = await liveOf(exported, sources);
  if (live.source === 'none') throw noExport(live.missing, NEEDS_TOKEN);
  // With the additional reads of a plan: import and plan must see the same state.
  const { input } = await planInput(sources, live, undefined);
  const { secrets, problem } = await masksOf(sources);
  refuseUnknownSecrets(problem);
  const { isSecretName, secretIn } = secrets;
  return { live: input.live, baseline: state, isSecretName, secretIn };
}

/** `state` is that of the baseline. */
async function lastApply({
  project: { open },
  target,
}: ImportSource): Promise<{ project: OpenProject; baseline: Baseline; state: State }> {
  const baseline = open && (await readBaseline(open, { target, options: {} }));
  const state = baseline && lastApplied(baseline);
  if (open !== undefined && baseline !== undefined && state !== undefined) return { project: open, baseline, state };
  throw new CommandError({
    code: 'no-baseline',
    message: `Cannot determine drift: ${baseline?.reason ?? 'there is no project here yet'}.`,
    hint: `To import everything, run \`confighub-sync import\` without \`--only drift\`. ${open !== undefined && open.git === undefined ? IN_GIT : 'Drift is what changes after an apply: `confighub-sync apply`.'}`,
  });
}

const IN_GIT = 'Applies are recorded in Git: run `git init` and commit the project before you apply.';

const NEEDS_ALL = {
  needs: 'An import needs the export',
  hint: 'Allow reading without a token in the repository settings, at least for the import. With a token, `--only drift` imports drift without the export.',
};

const NEEDS_TOKEN = {
  needs: '`--only drift` needs the export or, with a token, `pull`',
  hint: 'Provide a token (CONFIGHUB_TOKEN), or allow reading without a token in the repository settings.',
};

function noExport(missing: readonly MissingRead[], { needs, hint }: typeof NEEDS_ALL): CommandError {
  return new CommandError({ code: 'no-export', message: `${needs} (${missingText(missing)}).`, hint });
}

/** An existing project, or a folder that becomes one. */
interface ImportProject {
  /** Absolute path of its folder. */
  root: string;
  /** Everything in this folder. */
  tree: ProjectFiles;
  /** Name of the project file. */
  file: string;
  project: Project;
  state: State;
  depth?: Depth;
  /** Absent if there are no documents yet. */
  open?: OpenProject;
}

/** Throws if the files have errors; a folder without documents is an empty project. */
async function openForImport(options: TargetOptions, runtime: Runtime): Promise<ImportProject> {
  const { root, files: tree, name: file } = folderOf(options.config, runtime.cwd);
  const open = await openIfAny(options, runtime);
  return {
    root,
    tree,
    file,
    project: open?.project ?? settingsOf(options, runtime),
    state: open?.state ?? emptyState(),
    ...(open !== undefined && { open, ...(open.depth && { depth: open.depth }) }),
  };
}

/** The content of a file of the project; `undefined`: it cannot be read. */
function bytesOf({ tree }: ImportProject, path: string): Uint8Array | undefined {
  const found = tree.read(path);
  return 'bytes' in found ? found.bytes : undefined;
}

function exists({ tree }: ImportProject, path: string): boolean {
  const found = tree.read(path);
  return !('problem' in found) || found.problem.code !== 'file-missing';
}

/** The path in the project of a file that an option names. */
function pathOf({ root, file }: ImportProject, name: string, { cwd }: Runtime): string {
  const path = relative(root, resolve(cwd, name)).replaceAll(sep, '/');
  if (resolvePath(file, path) === path) return path;
  const message = `${name} is not in the folder of the project.`;
  throw new CommandError({ code: 'bad-option', message, hint: 'Name a file in that folder or below it.' });
}

/** Variables need not be set: values that come from them are not changed. */
async function openIfAny(options: TargetOptions, runtime: Runtime): Promise<OpenProject | undefined> {
  try {
    return await openProject(options, { runtime, missingEnv: 'warning', outcome: 'nothing was imported' });
  } catch (error) {
    const errors =
      error instanceof ProjectError ? error.diagnostics.filter(({ severity }) => severity === 'error') : [];
    const isEmpty = errors.every(({ code }) => code === 'no-documents' || code === 'no-project-file');
    if (errors.length > 0 && isEmpty) return undefined;
    throw error;
  }
}
