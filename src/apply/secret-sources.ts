// What is masked: everything that any known version of this project or another one for the same repository calls secret.
import { parentsOf } from '../record/git-history.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { listFolder } from '../record/git-objects.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { documentMatcher } from '../documents/globs.ts';
import { secretNames } from '../model/secrets.ts';
import type { State } from '../model/state.ts';
import type { Options } from '../options.ts';
import type { SecretRules } from '../plan/input.ts';
import { readBase, type Revision } from './revision.ts';
import type { Baseline, Version } from './baseline.ts';
import { type OtherProjects, otherProjects, type OwnFiles, type OwnProject, projectsIn } from './other-projects.ts';
import type { OpenProject } from './project.ts';
import { pathInGit } from './records.ts';
import type { Runtime } from './runtime.ts';
import { firstOf, trustedCommits } from './trust.ts';

interface MaskSources {
  project: OpenProject;
  options: Pick<Options, 'previous' | 'untrusted'>;
  runtime: Pick<Runtime, 'env' | 'onSecret' | 'merge'>;
  baseline: Pick<Baseline, 'versions' | 'done' | 'record'>;
  base?: Revision | undefined;
  /** The files are known to be those of HEAD. */
  isCommitted?: boolean;
}

type Masking = Pick<SecretRules, 'isSecretName' | 'masksLive'> & { secretIn: State[] };

/**
 * Considers the files, the base or else the trusted branch, and the record, of this project and of all
 * others. Without a record also the commits before; and if one of all these is not available, all live texts are masked:
 * `problem` says why, as the end of a sentence.
 */
export async function masksOf(known: MaskSources) {
  const { project, baseline, base } = known;
  const answers = [...(base === undefined ? [] : [base]), ...(await otherCommits(known))];
  const others = await secretsOfOthers(project, {
    record: baseline.record,
    merge: known.runtime.merge,
    commits: answers.flatMap(({ commit = [], loaded }) => (loaded === undefined ? [] : commit)),
  });
  // A version with errors was never applied: what can be read of it is enough.
  const versions = [project, ...baseline.versions, ...answers.flatMap(({ loaded = [] }) => loaded), ...others.versions];
  const isUnknown = baseline.done === undefined && answers.some(({ loaded }) => loaded === undefined);
  const problem = isUnknown ? NO_VERSION : (others.problem ?? (versions.some(isLocked) ? LOCKED : undefined));
  const secrets: Masking = { ...secretsOf(versions), ...(problem !== undefined && { masksLive: true }) };
  return {
    secrets,
    otherProjects: others.found,
    problem,
    notes: problem === undefined ? [] : [`All live values are masked: ${problem}.`],
  };
}

const NO_VERSION =
  'there is no record of earlier applies, and a commit that may mark values as secret is not available';

const LOCKED =
  'an earlier version of the files cannot be read without its Git filter, and all that is in them is secret';

function isLocked({ diagnostics = [] }: Version): boolean {
  return diagnostics.some(({ code }) => code === 'git-filter');
}

/** Globs and states that say what is secret. */
export function secretsOf(versions: readonly Version[]): Masking {
  const redact = versions.flatMap(({ project }) => project.redact);
  return { isSecretName: secretNames([...new Set(redact)]), secretIn: versions.map(({ state }) => state) };
}

/**
 * Every known version of other projects: checked out, staged or merged, in these commits, and in records, confirmed or
 * not; and why one of them is not known, as the end of a sentence.
 */
export async function secretsOfOthers(
  { git, index, projectFile, choice, ...project }: OpenProject,
  {
    record,
    commits,
    merge,
  }: Pick<OwnProject, 'record'> & Partial<Pick<OwnFiles, 'merge'>> & { commits: readonly string[] },
): Promise<{ versions: Version[]; problem: string | undefined; found: OtherProjects }> {
  if (git === undefined)
    return { versions: [], problem: undefined, found: { inFiles: [], versions: [], recorded: [] } };
  const own = { git, index, path: pathInGit(git, projectFile), at: choice.at, record };
  const isDocument = documentMatcher(project.project);
  const found = await otherProjects(own, {
    isOwn: (path) => project.files.has(path) || isDocument(path),
    isChanged: project.changed.length + project.untracked.length > 0,
    merge,
  });
  const inFiles = [...found.versions];
  for (const commit of new Set(commits)) {
    const entries = await listFolder(git, commit, '');
    inFiles.push(...(await projectsIn(own, entries, { name: shortCommit(commit), tree: commit })));
  }
  const { recorded } = found;
  const [first] = [
    ...inFiles.map(({ name, mistake }) => mistake && `the files of ${name} have mistakes (${mistake})`),
    ...recorded.map((one) => one.problem && `the record of ${one.name} ${one.problem}`),
  ].filter((what) => what !== undefined);
  const versions = [...inFiles, ...recorded.flatMap(({ read }) => read?.loaded ?? [])];
  const problem = first && `another project may mark values as secret, and ${first}`;
  return { versions, problem, found };
}

/** Sequentially: two simultaneous fetches conflict in a shallow clone. */
async function otherCommits(known: MaskSources): Promise<Revision[]> {
  const { project, options, runtime, baseline, base, isCommitted } = known;
  const { git } = project;
  if (git === undefined) return [];
  const head = await git.head();
  const isKnown = baseline.done !== undefined || head === undefined;
  const commits = new Set(isKnown ? [] : await commitsBefore(git, head.commit, options.previous));
  const { untrusted } = options;
  if (base === undefined && untrusted !== undefined) {
    // A commit that is not available stays in the list, and counts as missing.
    const trusted = (await firstOf(trustedCommits(git, untrusted))) ?? untrusted.commit ?? untrusted.branch;
    if (trusted !== undefined && trusted !== head?.commit) commits.add(trusted);
  }
  const answers: Revision[] = [];
  for (const revision of commits) {
    const isRead = isCommitted && revision === head?.commit;
    answers.push(isRead ? { commit: revision, loaded: project } : await readBase(project, { ...runtime, revision }));
  }
  return answers;
}

/** HEAD, which the work tree may differ from, and the known commits before it. */
async function commitsBefore(git: GitRepository, head: string, previous: string | undefined): Promise<string[]> {
  const standard = await git.objects.read('refs/remotes/origin/HEAD^{commit}');
  const known = [head, ...(await parentsOf(git, head)), previous, standard?.id];
  return known.filter((commit) => commit !== undefined);
}
