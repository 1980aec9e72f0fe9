// What is masked: everything that any known version of this project or another one for the same repository calls secret.
import { type FormerSecrets, secretRowsIn } from '../model/secret-rows.ts';
import { secretNames } from '../model/secrets.ts';
import {
  formerSecretsIn,
  type LastApplied,
  type ProjectRecord,
  type Masking,
  type Masks,
  type OtherProjects,
  type NamedRevision,
  type SecretsProblem,
  type SecretVersion,
} from './applied.ts';
import type { Git, Versions } from './world.ts';
import type { PlanFacts } from './plan-facts.ts';
import type { Options } from '../options.ts';

type MaskSources = Pick<PlanFacts, 'files' | 'base' | 'differences'> & {
  options: Pick<Options, 'previous' | 'untrusted'>;
  lastApplied: Pick<LastApplied, 'versions' | 'done' | 'recorded'>;
};

/**
 * Considers the files, the base or else the trusted branch, and the record, of this project and of all
 * others. Without a record also all commits before. If one of these is not available, all live texts are masked.
 */
export async function masksOf(world: Git & Versions, sources: MaskSources): Promise<Masks> {
  const { files, lastApplied, base } = sources;
  const hasRecord = isRecorded(lastApplied);
  const earlierCommits = hasRecord ? [] : await commitsBefore(world, sources);
  const answers = [
    ...(base === undefined ? [] : [base]),
    ...(await otherCommits(world, sources, earlierCommits)),
  ];
  const commits = answers.flatMap(({ commit = [], loaded }) =>
    loaded === undefined ? [] : commit,
  );
  const others = await secretsOfOthers(world, lastApplied.recorded.record, commits);
  const past = earlierCommits.length === 0 ? {} : await pastOf(world, commits);
  // A version with errors was never applied: what can be read of it is enough.
  const loaded = answers.flatMap((answer) => answer.loaded ?? []);
  const ofProject = [
    ...lastApplied.versions,
    ...(past.version ?? []),
    ...(hasRecord ? [] : loaded),
  ];
  const isMissing = answers.some((answer) => answer.loaded === undefined);
  const missing = hasRecord ? NO_COMMIT : NO_RECORD_AND_COMMIT;
  const lost = isMissing ? missing : past.problem;
  const versions = [files, ...ofProject, ...(hasRecord ? loaded : []), ...others.versions];
  const problem = lost ?? others.problem ?? (versions.some(isLocked) ? LOCKED : undefined);
  const masksLive = problem === undefined ? undefined : true;
  const secrets: Masking = { ...secretsOf(versions), masksLive };
  const former: FormerSecrets =
    hasRecord || lost === undefined ? secretRowsIn(ofProject.map(({ state }) => state)) : 'unknown';
  return { secrets, former, otherProjects: others.otherProjects, problem };
}

/** Whether the record says what was ever secret. */
function isRecorded({ done, recorded }: MaskSources['lastApplied']): boolean {
  return done !== undefined && recorded.isForgetful !== true;
}

const NO_RECORD = 'no apply record says what was ever secret';
const WHOLE_HISTORY =
  'In a workflow, set `fetch-depth: 0` for actions/checkout. Elsewhere, run `git fetch`, in a shallow clone with `--unshallow`.';

const NO_COMMIT: SecretsProblem = {
  message: 'a commit that may mark values as secret is not available',
  hint: WHOLE_HISTORY,
};

const NO_RECORD_AND_COMMIT: SecretsProblem = {
  ...NO_COMMIT,
  message: `${NO_RECORD}, and ${NO_COMMIT.message}`,
};

const LOCKED: SecretsProblem = {
  message:
    'an earlier version of the files cannot be read without its Git filter, so everything in them counts as secret',
  hint: 'Set up the filter in this clone, as for the files themselves.',
};

function isLocked({ diagnostics = [] }: SecretVersion): boolean {
  return diagnostics.some(({ code }) => code === 'git-filter');
}

/** What all versions of the documents before these commits call secret. */
async function pastOf(
  world: Git & Versions,
  commits: readonly string[],
): Promise<{ version?: [SecretVersion]; problem?: SecretsProblem }> {
  const past = await world.past(commits);
  if (past === undefined) return {};
  if (!('problem' in past)) return { version: [{ state: past.state, project: past }] };
  const message = `${NO_RECORD}, and earlier commits may. ${past.problem}`;
  return { problem: { message, hint: past.hint ?? WHOLE_HISTORY } };
}

/** Globs and states that say what is secret. */
function secretsOf(versions: readonly SecretVersion[]): Masking {
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
  world: Git & Versions,
  record: ProjectRecord['record'],
  commits: readonly string[],
): Promise<{
  versions: SecretVersion[];
  problem: SecretsProblem | undefined;
  otherProjects: OtherProjects;
}> {
  const otherProjects = await world.otherProjects(record);
  const inFiles = [...otherProjects.versions];
  for (const commit of new Set(commits)) inFiles.push(...(await world.projectsIn(commit, record)));
  const { recorded } = otherProjects;
  const [first] = [
    ...inFiles.flatMap(({ name, fileError }) =>
      fileError === undefined ? [] : [`the files of ${name} have errors (${fileError})`],
    ),
    ...recorded.flatMap(({ name, problem }) =>
      problem === undefined ? [] : [`the record of ${name} ${problem}`],
    ),
  ];
  const versions = [
    ...inFiles,
    ...recorded.flatMap(({ read }) =>
      read ? [read.loaded, ...formerSecretsIn([read.apply]).versions] : [],
    ),
  ];
  const message = first && `another project may mark values as secret, and ${first}`;
  const problem = message === undefined ? undefined : { message, hint: MEND_OTHER };
  return { versions, problem, otherProjects };
}

const MEND_OTHER = 'Fix the files of that project, or apply it again to renew its record.';

/** Sequentially: two simultaneous fetches conflict in a shallow clone. */
async function otherCommits(
  world: Git & Versions,
  { files, options, base, differences }: MaskSources,
  before: readonly string[],
): Promise<NamedRevision[]> {
  const head = await world.head();
  const commits = new Set(before);
  if (base === undefined && options.untrusted !== undefined) {
    // A commit that is not available stays in the list, and counts as missing.
    const trusted = await world.firstTrusted();
    if (trusted !== undefined && trusted !== head) commits.add(trusted);
  }
  const { uncommitted, elsewhere } = differences ?? {};
  const isCommitted = uncommitted?.length === 0 && elsewhere?.length === 0;
  const answers: NamedRevision[] = [];
  for (const commit of commits) {
    const isRead = isCommitted && commit === head;
    answers.push(isRead ? { commit, loaded: files } : await world.version(commit, 'base'));
  }
  return answers;
}

/** HEAD, which the working tree may differ from, and the known commits before it. */
async function commitsBefore(world: Git & Versions, { options }: MaskSources): Promise<string[]> {
  const head = await world.head();
  if (head === undefined) return [];
  const standard = await world.standard();
  const commits = [head, ...(await world.parents(head)), options.previous, standard];
  return commits.filter((commit) => commit !== undefined);
}
