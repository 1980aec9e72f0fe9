// What is masked: everything that any known version of this project or another one for the same repository calls secret.
import { parentsOf } from '../record/git-history.ts';
import { listFolder } from '../record/git-objects.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { documentMatcher } from '../documents/globs.ts';
import { type FormerSecrets, secretRowsIn } from '../model/secret-rows.ts';
import { secretNames } from '../model/secrets.ts';
import type { Options } from '../options.ts';
import { readBase } from './revision.ts';
import { formerIn } from './last-applied.ts';
import { otherProjects, type OwnFiles, type OwnProject, projectsIn } from './other-projects.ts';
import type { OpenProject } from './project.ts';
import { pathInGit } from './records.ts';
import type { Runtime } from './runtime.ts';
import { secretsOfHistory } from './secret-history.ts';
import { firstOf, trustedCommits } from './trust.ts';
import type {
  LastApplied,
  Masking,
  Masks,
  OtherProjects,
  Revision,
  SecretsProblem,
  Version,
} from '../core/applied.ts';

interface MaskSources {
  project: OpenProject;
  options: Pick<Options, 'previous' | 'untrusted'>;
  runtime: Pick<Runtime, 'env' | 'onSecret' | 'merge'>;
  lastApplied: Pick<LastApplied, 'versions' | 'done' | 'record' | 'isForgetful'>;
  base?: Revision | undefined;
  /** The files are known to be those of HEAD. */
  isCommitted?: boolean;
  /** Nothing of the server is shown. */
  isOffline?: boolean;
}

/**
 * Considers the files, the base or else the trusted branch, and the record, of this project and of all
 * others. Without a record also all commits before; and if one of all these is not available, all live texts are masked.
 * `former`: what was secret in this project, for its next record.
 */
export async function masksOf(known: MaskSources): Promise<Masks> {
  const { project, lastApplied, base } = known;
  const isKnown = isRecorded(lastApplied);
  const before = isKnown ? [] : await commitsBefore(known);
  const answers = [...(base === undefined ? [] : [base]), ...(await otherCommits(known, before))];
  const commits = answers.flatMap(({ commit = [], loaded }) =>
    loaded === undefined ? [] : commit,
  );
  const others = await secretsOfOthers(project, {
    record: lastApplied.record,
    merge: known.runtime.merge,
    commits,
  });
  const past = before.length === 0 || known.isOffline ? {} : await pastOf(project, commits);
  // A version with errors was never applied: what can be read of it is enough.
  const loaded = answers.flatMap((one) => one.loaded ?? []);
  const own = [...lastApplied.versions, ...(past.version ?? []), ...(isKnown ? [] : loaded)];
  const isUnknown = !isKnown && answers.some((one) => one.loaded === undefined);
  const lost = isUnknown ? NO_VERSION : past.problem;
  const versions = [project, ...own, ...(isKnown ? loaded : []), ...others.versions];
  const problem = lost ?? others.problem ?? (versions.some(isLocked) ? LOCKED : undefined);
  const secrets: Masking = {
    ...secretsOf(versions),
    ...(problem !== undefined && { masksLive: true }),
  };
  const former: FormerSecrets =
    lost === undefined ? secretRowsIn(own.map(({ state }) => state)) : 'unknown';
  return {
    secrets,
    former,
    otherProjects: others.found,
    problem,
  };
}

/** Whether the record says what was ever secret. */
function isRecorded({ done, isForgetful }: MaskSources['lastApplied']): boolean {
  return done !== undefined && isForgetful !== true;
}

const NO_RECORD = 'no apply record says what was ever secret';
const WHOLE_CLONE =
  'In a workflow, set `fetch-depth: 0` for actions/checkout. Elsewhere, run `git fetch --unshallow`.';

const NO_VERSION: SecretsProblem = {
  message: `${NO_RECORD}, and a commit that may mark values as secret is not available`,
  hint: WHOLE_CLONE,
};

const LOCKED: SecretsProblem = {
  message:
    'an earlier version of the files cannot be read without its Git filter, and all that is in them is secret',
  hint: 'Set up the filter in this clone, as for the files themselves.',
};

function isLocked({ diagnostics = [] }: Version): boolean {
  return diagnostics.some(({ code }) => code === 'git-filter');
}

/** What all versions of the documents before these commits call secret. */
async function pastOf(
  project: OpenProject,
  commits: readonly string[],
): Promise<{ version?: [Version]; problem?: SecretsProblem }> {
  const past = project.git && (await secretsOfHistory(project.git, project, commits));
  if (past === undefined) return {};
  if (!('problem' in past)) return { version: [{ state: past.state, project: past }] };
  const message = `${NO_RECORD}, and earlier commits may. ${past.problem}`;
  return { problem: { message, hint: past.hint ?? WHOLE_CLONE } };
}

/** Globs and states that say what is secret. */
function secretsOf(versions: readonly Version[]): Masking {
  const redact = versions.flatMap(({ project }) => project.redact);
  return {
    isSecretName: secretNames([...new Set(redact)]),
    secretIn: versions.map(({ state }) => state),
  };
}

/**
 * Every known version of other projects: checked out, staged or merged, in these commits, and in records, confirmed or
 * not; and why one of them is not known, as the end of a sentence.
 */
async function secretsOfOthers(
  { git, index, projectFile, choice, ...project }: OpenProject,
  {
    record,
    commits,
    merge,
  }: Pick<OwnProject, 'record'> & Partial<Pick<OwnFiles, 'merge'>> & { commits: readonly string[] },
): Promise<{ versions: Version[]; problem: SecretsProblem | undefined; found: OtherProjects }> {
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
    ...inFiles.map(
      ({ name, fileError }) => fileError && `the files of ${name} have errors (${fileError})`,
    ),
    ...recorded.map((one) => one.problem && `the record of ${one.name} ${one.problem}`),
  ].filter((what) => what !== undefined);
  const versions = [
    ...inFiles,
    ...recorded.flatMap(({ read }) =>
      read ? [read.loaded, ...formerIn([read.apply]).versions] : [],
    ),
  ];
  const message = first && `another project may mark values as secret, and ${first}`;
  const problem = message === undefined ? undefined : { message, hint: MEND_OTHER };
  return { versions, problem, found };
}

const MEND_OTHER = 'Fix the files of that project, or apply it again to renew its record.';

/** Sequentially: two simultaneous fetches conflict in a shallow clone. */
async function otherCommits(known: MaskSources, before: readonly string[]): Promise<Revision[]> {
  const { project, options, runtime, base, isCommitted } = known;
  const { git } = project;
  if (git === undefined) return [];
  const head = await git.head();
  const commits = new Set(before);
  const { untrusted } = options;
  if (base === undefined && untrusted !== undefined) {
    // A commit that is not available stays in the list, and counts as missing.
    const trusted =
      (await firstOf(trustedCommits(git, untrusted))) ?? untrusted.commit ?? untrusted.branch;
    if (trusted !== undefined && trusted !== head?.commit) commits.add(trusted);
  }
  const answers: Revision[] = [];
  for (const revision of commits) {
    const isRead = isCommitted && revision === head?.commit;
    answers.push(
      isRead
        ? { commit: revision, loaded: project }
        : await readBase(project, { ...runtime, revision }),
    );
  }
  return answers;
}

/** HEAD, which the working tree may differ from, and the known commits before it. */
async function commitsBefore({
  project: { git },
  options: { previous },
}: MaskSources): Promise<string[]> {
  const head = await git?.head();
  if (git === undefined || head === undefined) return [];
  const standard = await git.objects.read('refs/remotes/origin/HEAD^{commit}');
  const known = [head.commit, ...(await parentsOf(git, head.commit)), previous, standard?.id];
  return known.filter((commit) => commit !== undefined);
}
