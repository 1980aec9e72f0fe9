// Limits what unmerged files may decide: the URL that the token is sent to, and how a plan may read the server.
import { basename } from 'node:path';
import { join } from 'node:path/posix';
import type { GitRepository } from '../record/git-repository.ts';
import { listFolder, readContents } from '../record/git-objects.ts';
import { ignoreGitError } from '../record/git-result.ts';
import { readProjectFile, settingsIn } from '../documents/project-file.ts';
import { filesInMemory } from '../documents/project-files.ts';
import { CommandError } from '../errors.ts';
import { isWorkflow } from '../lib/workflow.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { Approvals, Project } from '../model/project.ts';
import type { ReadMode } from '../model/server-reads.ts';
import { type ProcessEnvironment, type Untrusted, urlOf } from '../options.ts';
import { tokenVariable } from '../model/targets.ts';
import { isInGitRepository, openAround } from './git-files.ts';
import { originOut } from '../core/record-sentences.ts';
import { projectFileOf, settingsOf, type TargetOptions } from './open-project.ts';
import { formerNameIn } from './renamed-project.ts';
import type { GitRuntime } from '../runtime.ts';
import { firstOf, trustedCommits } from './trusted-commits.ts';

/** Only unmerged files name the URL, so neither the token nor a push is sent there. */
export class UntrustedUrl extends CommandError {
  /** The reason, without capital letter and full stop. */
  readonly why: string;
  /** A commit of the trusted branch to compare with; absent: none is available. */
  readonly trusted: string | undefined;

  constructor(why: string, hint: string, trusted?: string) {
    super({ code: 'untrusted-url', message: `Nothing was sent: ${why}.`, hint });
    this.why = why;
    this.trusted = trusted;
  }
}

/**
 * Throws in a workflow whose project is not in a Git repository, unless trusted settings turn the record off: nothing may
 * be recorded, locked or compared in silence there. A terminal outside Git says so in its plan.
 */
export function refuseWithoutGit(options: TargetOptions, runtime: GitRuntime): void {
  if (!isWorkflow(runtime.env) || isInGitRepository(options, runtime)) return;
  const { isReadable } = projectFileOf(options, runtime);
  // Reading the project says so.
  if (!isReadable) return;
  const isOff = !settingsOf(options, runtime).record;
  const isTrusted = isFileTrusted(options);
  if (isOff && isTrusted) return;
  const way = isTrusted ? NO_RECORD : '';
  throw new CommandError({
    code: 'no-git',
    message: `${basename(options.config)} is not in a Git repository, so this workflow cannot record or lock its apply runs, prune, or detect drift.`,
    hint: `${INSTALL_GIT}${isOff ? NOT_CONFIRMED : way}`,
  });
}

/** Whether the project file that is here counts without Git, from which the trusted branch could be read. */
function isFileTrusted({ untrusted }: Pick<TargetOptions, 'untrusted'>): boolean {
  return untrusted === undefined || untrusted.isCheckedOut === true;
}

const INSTALL_GIT =
  'Install Git 2.31 or newer before the checkout: without Git, actions/checkout downloads only the files.';
const NO_RECORD =
  ' To work without a record on purpose, set `record: false` in the project file and, for the action, the input `url` in the workflow.';
const NOT_CONFIRMED =
  ' `record: false` is ignored here: without Git, it counts only in a run for the trusted branch itself, such as a push to it.';

/**
 * Throws {@link UntrustedUrl} unless the URL of the server comes from the workflow (`options.url`) or the project file of
 * the trusted branch. Only the action sets `options.untrusted`: the command line trusts its checkout.
 */
export async function refuseUntrustedUrl(
  options: TargetOptions,
  runtime: GitRuntime,
  opening: RepositoryOpening = openAround(options.config, runtime),
): Promise<void> {
  const { untrusted, target } = options;
  const isGiven = options.url !== undefined && target === undefined;
  const isOfStage = hasTokenOfStage(options, runtime.env);
  // Without Git, only the files of the trusted branch itself get here.
  if (untrusted === undefined || (isGiven && !(isOfStage && (await opening)))) return;
  const url = urlOf(options, settingsOf(options, runtime));
  if (url === undefined) return;
  let trusted: TrustedFile | undefined;
  for await (const { commit, project, isNew = false } of trustedProjects(
    opening,
    { options, runtime },
    untrusted,
  )) {
    if (project !== undefined && isTokenFor(url, project, options, runtime.env)) return;
    trusted = { commit, isNew, hasUrl: project !== undefined && urlOf(options, project) === url };
  }
  const outage = (await opening)?.outage;
  throw outage === undefined ? untrustedUrl(url, options, trusted) : originOut(outage, runtime);
}

/** The newest version of the project file on a trusted branch. */
interface TrustedFile {
  commit: string;
  /** The branch has no such project file. */
  isNew: boolean;
  /** It sets the URL that is being checked. */
  hasUrl: boolean;
}

/** The variable of a stage may be that of a target, which has another server on the trusted branch. */
function hasTokenOfStage({ chosenStage, token }: TargetOptions, env: ProcessEnvironment): boolean {
  if (chosenStage === undefined || token === undefined) return false;
  return env[tokenVariable(chosenStage.name)]?.trim() === token;
}

type RepositoryOpening = Promise<GitRepository | undefined>;

/**
 * Whether a trusted project file sends the token of these options to this address. The name of the target does not
 * matter, because it may have been renamed. A token that no trusted target has may go to the server that all of them
 * have. The shared token is not for a target with a server of its own.
 */
function isTokenFor(
  url: string,
  project: Project,
  options: TargetOptions,
  env: ProcessEnvironment,
): boolean {
  const isByTarget =
    options.target !== undefined ||
    (project.targets !== undefined && hasTokenOfStage(options, env));
  if (!isByTarget) return urlOf(options, project) === url;
  const { token, isTokenShared = false } = options;
  const { targets = [{ ...project, name: undefined, hasOwnServer: false }] } = project;
  const atServer = targets.filter(
    (target) => (target.hasOwnServer ? target.url : (options.url ?? target.url)) === url,
  );
  if (token === undefined) return atServer.length > 0;
  const takers = atServer.filter(({ hasOwnServer }) => !isTokenShared || !hasOwnServer);
  if (project.targets !== undefined && atServer.length === targets.length) return takers.length > 0;
  return takers.some(({ name }) => {
    const ownToken = name === undefined ? undefined : env[tokenVariable(name)]?.trim() || undefined;
    return isTokenShared ? ownToken === undefined : ownToken === token;
  });
}

const NEW_URL = 'To plan with the server now, set the input `url` in the workflow.';

function untrustedUrl(
  url: string,
  { config, target, chosenStage, untrusted = {} }: TargetOptions,
  trusted: TrustedFile | undefined,
): UntrustedUrl {
  const file =
    target === undefined ? basename(config) : `${basename(config)} for the target \`${target}\``;
  const { branch = untrusted.commit && shortCommit(untrusted.commit) } = untrusted;
  if (branch === undefined) {
    const why = `the server URL comes only from ${file}, and this workflow has no trusted branch to compare it with`;
    return new UntrustedUrl(
      why,
      'Set the input `url` in the workflow. The input `branch` is enough if the job checks out the repository of the workflow.',
    );
  }
  if (trusted?.isNew) {
    const why = `\`${branch}\` has no ${basename(config)} in this folder yet, so the server URL in this file is trusted only after the merge`;
    return new UntrustedUrl(
      why,
      target === undefined ? NEW_URL : 'Merge it to plan with the server.',
      trusted.commit,
    );
  }
  if (chosenStage !== undefined && trusted?.hasUrl) {
    const why = `the token of the stage \`${chosenStage.name}\` goes only to servers that \`${branch}\` sends it to; this branch sends it to ${url}`;
    return new UntrustedUrl(why, `Merge \`stages\` into \`${branch}\` first.`, trusted.commit);
  }
  const token = target === undefined ? 'the token' : `the token of the target \`${target}\``;
  const where =
    target === undefined
      ? `the \`url\` that \`${branch}\` sets`
      : `servers that \`${branch}\` sends it to`;
  const unfetched = trusted === undefined ? `, and \`${branch}\` could not be fetched` : '';
  const why = `${token} goes only to ${where}${unfetched}; this branch sets its \`url\` to ${url}`;
  // The input is no URL of a target.
  const hint =
    target === undefined
      ? `Set the input \`url\` in the workflow, or merge the URL into \`${branch}\` first.`
      : `Merge the URL into \`${branch}\` first.`;
  return new UntrustedUrl(why, hint, trusted?.commit);
}

/**
 * With the action, `reads` and `record` are those of the trusted branch, so that a change cannot reduce the checks of its
 * own plan, and no branch those of an apply. A remark says so if they differ.
 */
export async function trustedSettings(
  options: TargetOptions,
  runtime: GitRuntime,
  opening: RepositoryOpening,
): Promise<{ reads?: ReadMode; record?: boolean; remarks: string[] }> {
  const { untrusted } = options;
  if (untrusted === undefined || (untrusted.isCheckedOut && !isInGitRepository(options, runtime)))
    return { remarks: [] };
  const proposed = settingsOf(options, runtime);
  const isStrict = proposed.record && (options.reads !== undefined || proposed.reads === 'all');
  if (untrusted.commit === undefined && isStrict) return { remarks: [] };
  const trusted = await firstOf(trustedProjects(opening, { options, runtime }, untrusted));
  const { reads = 'all', record = true } = trusted?.project ?? {};
  const settings = {
    ...(options.reads === undefined && reads !== proposed.reads && { reads }),
    ...(record !== proposed.record && { record }),
  };
  const remarks = Object.entries(settings).map(
    ([field, base]) =>
      `This branch sets \`${field}\` to \`${proposed[field as keyof typeof settings]}\`. Planned with \`${base}\`, as set on the base branch; the change takes effect when it is merged.`,
  );
  return { ...settings, remarks };
}

/**
 * Any person's reviews count only if the planned files and their base say so. Without a base, as in a merge queue, the
 * trusted branch says so, unless it is what was planned: then only reviews of others count.
 */
export async function trustedApprovals(
  base: string | undefined,
  { options, runtime }: { options: TargetOptions; runtime: GitRuntime },
): Promise<Approvals> {
  const { commit, branch } = options.untrusted ?? {};
  const otherBranch = commit === undefined ? branch : undefined;
  const trusted = base === undefined ? { branch: otherBranch } : { commit: base };
  if (settingsOf(options, runtime).approvals !== 'any-writer') return 'not-author';
  const opening = openAround(options.config, runtime);
  const file = await firstOf(trustedProjects(opening, { options, runtime }, trusted));
  return file?.project?.approvals ?? 'not-author';
}

/** The trusted project files, with the settings of the target; `project` is absent if one cannot be read. `isNew`: there is none. */
async function* trustedProjects(
  opening: RepositoryOpening,
  given: TrustedRequest,
  untrusted: Untrusted,
): AsyncGenerator<{ commit: string; project?: Project | undefined; isNew?: boolean }> {
  const git = await opening;
  if (git === undefined) return;
  for await (const commit of trustedCommits(git, untrusted))
    yield { commit, ...(await projectAt(git, commit, given).catch(ignoreGitError)) };
}

type TrustedRequest = { options: TargetOptions; runtime: GitRuntime };

/** Of a project that was renamed since, what its file said under its former name. */
async function projectAt(git: GitRepository, commit: string, given: TrustedRequest) {
  const { config, target: name } = given.options;
  const file = basename(config);
  const listed = await listFolder(git, commit, git.folder);
  const underThisName = listed.filter(({ path }) => path === file);
  const former = underThisName.length > 0 ? undefined : await formerName(git, commit, given);
  const allEntries = former === undefined ? [] : await listFolder(git, commit, '');
  const [content] = (
    await readContents(
      git,
      commit,
      former ? allEntries.filter(({ path }) => path === former) : underThisName,
    )
  ).values();
  const files = filesInMemory(new Map(content === undefined ? [] : [[file, content]]));
  return {
    project: settingsIn(readProjectFile(files, file), { name }).project,
    isNew: content === undefined,
  };
}

async function formerName(
  git: GitRepository,
  commit: string,
  { options, runtime }: TrustedRequest,
) {
  const tree = runtime.merge?.changes?.tree ?? (await git.head())?.commit;
  if (tree === undefined) return undefined;
  const settings = settingsOf(options, runtime);
  const url = urlOf(options, settings);
  const { repository = settings.repository } = options;
  const at = url === undefined || repository === undefined ? undefined : { url, repository };
  const entries = await listFolder(git, tree, '');
  return formerNameIn(
    { git, path: join(git.folder, basename(options.config)), at, entries, read: new Map() },
    commit,
  );
}
