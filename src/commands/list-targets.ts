// targets: lists the targets of the project file, all or those that changed since a commit. Asks no server.
import { findCommit } from '../baseline/git-history.ts';
import type { GitRepository } from '../baseline/git-repository.ts';
import { GitError } from '../baseline/git.ts';
import { CommandError } from '../errors.ts';
import { counted } from '../lib/text.ts';
import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.ts';
import type { RepositoryName } from '../model/targets.ts';
import { type Options, targetOf, urlOf } from '../options.ts';
import { readBaseline } from './baseline.ts';
import { distinct, eachTarget, type TargetResult } from './each-target.ts';
import { gitProblem, openAround, type OpenProject, openProject, ProjectError } from './project.ts';
import { firstMistake, loadCommit, unknownRevision } from './revision.ts';
import type { GitRuntime, Runtime } from './runtime.ts';
import { chosenTargets, type TargetOptions } from './targets.ts';

interface ListedTarget {
  name: string;
  repository: RepositoryName;
  /** Absent: neither the project file nor an option has it. */
  url?: string;
  /** Why it is among those that changed; absent if all are listed. */
  reason?: string;
}

export interface TargetList {
  /** In the order of the project file. */
  targets: ListedTarget[];
  warnings: Diagnostic[];
  /** Sentences about records that could not be read. */
  remarks: string[];
}

export interface ListOptions extends Options {
  /** List only the targets whose files differ from this revision or from the record of their last apply. */
  changedSince?: string | undefined;
}

type ListRuntime = GitRuntime & Pick<Runtime, 'onSecret'>;

/** Throws one {@link ProjectError} with the mistakes of all targets. */
export async function listTargets(
  { changedSince, ...options }: ListOptions,
  runtime: ListRuntime,
): Promise<TargetList> {
  // No token is used, so it does not matter whether they are valid.
  const chosen = chosenTargets(options, { cwd: runtime.cwd, env: {} });
  if (chosen === undefined) return refuseSingle(options, runtime);
  const opening = openAround({ config: options.config }, runtime);
  const since = changedSince === undefined ? undefined : await revisionOf(changedSince, opening);
  const results: TargetResult<Listed>[] = [];
  await eachTarget(chosen, {
    work: (target) => listOne(target, { runtime, opening, since }),
    show: (result) => void results.push(result),
  });
  return collected(results);
}

interface Since extends Revision {
  git: GitRepository;
}

interface Revision {
  /** As the user named it. */
  name: string;
  commit: string;
}

async function revisionOf(name: string, opening: Promise<GitRepository | undefined>): Promise<Since> {
  const git = await opening.catch(gitProblem);
  const commit = git && (await findCommit(git, name));
  if (git === undefined || commit === undefined) throw unknownRevision(git, `revision \`${name}\``);
  return { git, name, commit };
}

interface Listing {
  runtime: ListRuntime;
  opening: Promise<GitRepository | undefined>;
  since: Since | undefined;
}

interface Listed extends Pick<TargetList, 'warnings' | 'remarks'> {
  /** Absent: it did not change. */
  target?: ListedTarget;
}

async function listOne(options: TargetOptions, { runtime, opening, since }: Listing): Promise<Listed> {
  const project = await openProject(options, { runtime, missingEnv: 'warning', opening });
  const { diagnostics: warnings } = project;
  const { repository } = project.project;
  // Mistakes in `targets` were reported, so there is one.
  if (repository === undefined) return { warnings, remarks: [] };
  const url = urlOf(options, project.project);
  const target = { name: options.target, repository, ...(url !== undefined && { url }) };
  if (since === undefined) return { target, warnings, remarks: [] };
  const { reason, remarks } = await changeOf(project, { options, since });
  return { ...(reason !== undefined && { target: { ...target, reason } }), warnings, remarks };
}

interface Change {
  /** Absent: the files are those of the revision and those of the last apply. */
  reason?: string | undefined;
  remarks: string[];
}

/** The record is read only if the files are those of the revision: at origin, it costs a request. */
async function changeOf(
  project: OpenProject,
  { options, since }: { options: TargetOptions; since: Since },
): Promise<Change> {
  const reason = await sinceRevision(project, since);
  return reason === undefined ? sinceApply(project, options) : { reason, remarks: [] };
}

async function sinceRevision(project: OpenProject, { git, commit, name }: Since): Promise<string | undefined> {
  try {
    const loaded = await loadCommit(git, { commit, project, env: 'unknown' });
    const isMissing = loaded.diagnostics.some(({ code }) => code === 'no-target' || code === 'no-project-file');
    if (isMissing) return `${name} does not have the target`;
    const mistake = firstMistake(loaded);
    if (mistake !== undefined) return `its files in ${name} cannot be read (${mistake})`;
    return differenceOf(project.files, { before: loaded.files, what: name });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return `its files in ${name} cannot be read (${error.message})`;
  }
}

async function sinceApply(project: OpenProject, options: TargetOptions): Promise<Change> {
  const target = targetOf(options, project.project);
  const { applied, announced, isUnknown, reason, warnings } = await readBaseline(project, { target, options: {} });
  const told = (text: string | undefined): Change => ({ reason: text, remarks: warnings });
  if (isUnknown) return told(reason);
  if (applied?.found !== true) return told('no apply is recorded');
  if (announced !== undefined) return told('an earlier apply began and was not recorded');
  return told(differenceOf(project.files, { before: applied.files, what: 'the last apply' }));
}

/** `config/shop.yaml and 2 more files differ from main`; absent if all are the same. */
function differenceOf(
  now: ReadonlyMap<string, Uint8Array>,
  { before, what }: { before: ReadonlyMap<string, Uint8Array>; what: string },
): string | undefined {
  const paths = [...new Set([...now.keys(), ...before.keys()])].sort();
  const [first, ...others] = paths.filter((path) => !isSame(now.get(path), before.get(path)));
  if (first === undefined) return undefined;
  return others.length === 0
    ? `${first} differs from ${what}`
    : `${first} and ${counted(others.length, 'more file')} differ from ${what}`;
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
}

/** Throws the mistakes of all targets at once, or else the first error. */
function collected(results: readonly TargetResult<Listed>[]): TargetList {
  const errors = results.flatMap((one) => ('error' in one ? [one.error] : []));
  const mistakes = errors.flatMap((error) => (error instanceof ProjectError ? error.diagnostics : []));
  if (mistakes.length > 0) throw new ProjectError(distinct(mistakes).sort(compareDiagnostics));
  const [error] = errors;
  if (error !== undefined) throw error;
  const listed = results.flatMap((one) => ('result' in one ? [one.result] : []));
  return {
    targets: listed.flatMap(({ target }) => target ?? []),
    warnings: distinct(listed.flatMap(({ warnings }) => warnings)),
    remarks: [...new Set(listed.flatMap(({ remarks }) => remarks))],
  };
}

/** Mistakes in the project file may be why it names no targets. */
async function refuseSingle(options: Options, runtime: ListRuntime): Promise<never> {
  await openProject(options, { runtime, missingEnv: 'warning' });
  throw new CommandError({
    code: 'no-targets',
    message: `${options.config} has no \`targets\`, so there is nothing to list.`,
    hint: 'It is a single target. Run `plan` and `apply` without this command.',
  });
}
