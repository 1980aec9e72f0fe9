// What is masked: all that any known version of the project calls secret, so that a change cannot unmask what is live.
import { parentsOf } from '../baseline/git-history.ts';
import type { GitRepository } from '../baseline/git-repository.ts';
import { secretNames } from '../model/secrets.ts';
import type { Options } from '../options.ts';
import type { PlanInput } from '../plan/input.ts';
import { type BaseAnswer, readBase } from './base.ts';
import type { Baseline, Version } from './baseline.ts';
import type { OpenProject } from './project.ts';
import type { Runtime } from './runtime.ts';
import { trustedCommits } from './trust.ts';

interface MaskSources {
  project: OpenProject;
  options: Pick<Options, 'previous' | 'untrusted'>;
  runtime: Runtime;
  baseline: Baseline;
  base: BaseAnswer | undefined;
}

/** As part of a plan's input; `note` is a sentence for people, where not enough is known. */
export interface Masks extends Pick<PlanInput, 'isSecretName' | 'secretIn' | 'masksLive'> {
  note?: string;
}

/**
 * The files, the base or else the trusted branch, the record and what applies announced count always. Where no record
 * says what was applied last, so do the commits before; and where one that should say it is not here, all texts of live
 * are masked.
 */
export async function masksOf(known: MaskSources): Promise<Masks> {
  const { project, baseline, base } = known;
  const answers = [...(base === undefined ? [] : [base]), ...(await otherCommits(known))];
  const versions = [...baseline.versions, ...answers.flatMap(versionIn)];
  const redact = [project, ...versions].flatMap((version) => version.project.redact);
  const isUnknown = !baseline.isRecorded && answers.some((answer) => versionIn(answer).length === 0);
  return {
    isSecretName: secretNames([...new Set(redact)]),
    secretIn: [project.state, ...versions.map(({ state }) => state)],
    ...(isUnknown && { masksLive: true, note: MASKED }),
  };
}

const MASKED =
  'All live values are masked: there is no record of earlier applies, and a commit that may mark values as secret is not available.';

/** One with mistakes was never applied: what can be read of it is enough. */
function versionIn(answer: BaseAnswer): Version[] {
  if ('base' in answer) return [answer.base];
  return 'loaded' in answer ? [answer.loaded] : [];
}

/** One after the other: two fetches at a time are in each other's way in a shallow clone. */
async function otherCommits({
  project,
  options,
  runtime,
  baseline,
  base,
}: MaskSources): Promise<BaseAnswer[]> {
  const { git } = project;
  if (git === undefined) return [];
  const head = await git.head();
  const commits = new Set(baseline.isRecorded ? [] : await commitsBefore(git, options.previous));
  const { untrusted } = options;
  if (base === undefined && untrusted !== undefined) {
    // Of one that cannot be had, the name is left: then it is missing.
    const trusted = (await firstOf(trustedCommits(git, untrusted))) ?? untrusted.commit ?? untrusted.branch;
    if (trusted !== undefined && trusted !== head?.commit) commits.add(trusted);
  }
  const answers: BaseAnswer[] = [];
  for (const revision of commits) answers.push(await readBase(project, { ...runtime, revision }));
  return answers;
}

/** What is checked out, which the work tree may differ from, and what is known to be before it. */
async function commitsBefore(git: GitRepository, previous: string | undefined): Promise<string[]> {
  const head = await git.head();
  if (head === undefined) return [];
  const standard = await git.git(['rev-parse', '--verify', '--quiet', 'refs/remotes/origin/HEAD^{commit}']);
  return [
    head.commit,
    ...(await parentsOf(git, head.commit)),
    ...(previous === undefined ? [] : [previous]),
    ...(standard.status === 0 ? [standard.stdout.toString().trim()] : []),
  ];
}

async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item;
  return undefined;
}
