// targets: lists the targets of the project file, all or those that changed since a commit, and those that it lost. Asks no server.
import { basename } from 'node:path';
import { findCommit } from '../baseline/git-history.ts';
import type { GitRepository } from '../baseline/git-repository.ts';
import { gitErrorOf, ignoreGitError } from '../baseline/git.ts';
import { baselineRef, endOf, placeOf, type RecordedPlace, RECORDS } from '../baseline/ref-names.ts';
import { refValuesBelow } from '../baseline/refs.ts';
import { CommandError } from '../errors.ts';
import { compareText, counted } from '../lib/text.ts';
import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.ts';
import { type RepositoryName, repositoryText } from '../model/targets.ts';
import { type Options, targetOf, urlOf } from '../options.ts';
import { readBaseline } from './baseline.ts';
import { chosenTargets, distinct, resultsOf, type TargetOptions, type TargetResult } from './targets.ts';
import { gitProblem, openAround, type OpenProject, openProject, ProjectError, readProjectFile } from './project.ts';
import { pathInGit } from './record-place.ts';
import { firstMistake, loadCommit, unknownRevision } from './revision.ts';
import type { GitRuntime, Runtime } from './runtime.ts';

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
  return collected(await resultsOf(chosen, (target) => listOne(target, { runtime, opening, since })));
}

interface Since {
  git: GitRepository;
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
  // The record is read only if the files are those of the revision: at origin, it costs a request.
  const different = await sinceRevision(project, since);
  if (different !== undefined) return { target: { ...target, reason: different }, warnings, remarks: [] };
  const { reason, remarks } = await sinceApply(project, options);
  return { ...(reason !== undefined && { target: { ...target, reason } }), warnings, remarks };
}

interface Change {
  /** Absent: the files are those of the revision and those of the last apply. */
  reason?: string | undefined;
  remarks: string[];
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
    return `its files in ${name} cannot be read (${gitErrorOf(error).message})`;
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
    message: `${options.config} has no \`targets\`: the project file is itself the only target.`,
    hint: 'All commands use it without --target.',
  });
}

/**
 * Records of targets that the project file no longer names: what they declared stays on the server. Sorted by server and
 * repository. Empty if the records cannot be read, which the plans report.
 */
export async function removedTargets(options: Options, runtime: GitRuntime): Promise<RecordedPlace[]> {
  try {
    const git = await openAround(options, runtime);
    if (git === undefined) return [];
    const projectFile = pathInGit(git, basename(options.config));
    const read = await refValuesBelow(git, { where: git.origin ? 'origin' : 'local', folder: RECORDS });
    if ('unreachable' in read) return [];
    const declared = declaredRefs(options, { runtime, projectFile });
    const refs = [...read.values.keys()].filter((ref) => ref.endsWith(endOf(projectFile)) && !declared.has(ref));
    return refs
      .flatMap((ref) => placeOf(ref) ?? [])
      .sort((a, b) => compareText(a.server, b.server) || compareText(a.repository, b.repository));
  } catch (error) {
    ignoreGitError(error);
    return [];
  }
}

/** Also those at the servers of the project file where an option names another. */
function declaredRefs(
  options: Options,
  { runtime, projectFile }: { runtime: GitRuntime; projectFile: string },
): Set<string> {
  const project = readProjectFile(options, runtime);
  const refs = (project.targets ?? []).flatMap((target) => {
    const repository = repositoryText(target.repository);
    const urls = [target.url, urlOf(options, { target, url: target.url })];
    return urls.flatMap((url) => (url === undefined ? [] : [baselineRef({ url, repository }, projectFile)]));
  });
  return new Set(refs);
}

/** What became of each, and what to do. The name of a record has no scheme, so any finds it again. */
export function removedText(removed: readonly RecordedPlace[], file: string): string[] {
  return removed.map(
    ({ server, repository }) =>
      `${file} no longer names ${repository} at ${server}: what it declared stays there (docs/targets.md says how to delete that). To end this reminder: confighub-sync history --forget --url https://${server} --repository ${repository}`,
  );
}
