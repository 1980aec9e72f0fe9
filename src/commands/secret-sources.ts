// What is masked: everything that any known version of the project calls secret, so that a change cannot unmask live values.
import { parentsOf } from '../baseline/git-history.ts';
import type { GitRepository } from '../baseline/git-repository.ts';
import { secretNames } from '../model/secrets.ts';
import type { Options } from '../options.ts';
import type { PlanInput } from '../plan/input.ts';
import { type BaseAnswer, readBase } from './revision.ts';
import type { Baseline, Version } from './baseline.ts';
import type { OpenProject } from './project.ts';
import type { Runtime } from './runtime.ts';
import { trustedCommits } from './trust.ts';

interface MaskSources {
  project: OpenProject;
  options: Pick<Options, 'previous' | 'untrusted'>;
  runtime: Pick<Runtime, 'env' | 'onSecret'>;
  baseline: Baseline;
  base?: BaseAnswer | undefined;
}

/** A part of a plan's input; `note` is a sentence to show if too little is known. */
interface Masks extends Pick<PlanInput, 'isSecretName' | 'secretIn' | 'masksLive'> {
  note?: string;
}

/**
 * Considers the files, the base or else the trusted branch, the record, and announced applies. Without a record also the
 * commits before; and if one of these is not available, all live texts are masked.
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

/** A version with errors was never applied: what can be read of it is enough. */
function versionIn(answer: BaseAnswer): Version[] {
  if ('base' in answer) return [answer.base];
  return 'loaded' in answer ? [answer.loaded] : [];
}

/** Sequentially: two simultaneous fetches conflict in a shallow clone. */
async function otherCommits({ project, options, runtime, baseline, base }: MaskSources): Promise<BaseAnswer[]> {
  const { git } = project;
  if (git === undefined) return [];
  const head = await git.head();
  const commits = new Set(baseline.isRecorded ? [] : await commitsBefore(git, options.previous));
  const { untrusted } = options;
  if (base === undefined && untrusted !== undefined) {
    // A commit that is not available stays in the list, and counts as missing.
    const trusted = (await firstOf(trustedCommits(git, untrusted))) ?? untrusted.commit ?? untrusted.branch;
    if (trusted !== undefined && trusted !== head?.commit) commits.add(trusted);
  }
  const answers: BaseAnswer[] = [];
  for (const revision of commits) answers.push(await readBase(project, { ...runtime, revision }));
  return answers;
}

/** HEAD, which the work tree may differ from, and the known commits before it. */
async function commitsBefore(git: GitRepository, previous: string | undefined): Promise<string[]> {
  const head = await git.head();
  if (head === undefined) return [];
  const standard = await git.objects.read('refs/remotes/origin/HEAD^{commit}');
  return [
    head.commit,
    ...(await parentsOf(git, head.commit)),
    ...(previous === undefined ? [] : [previous]),
    ...(standard === undefined ? [] : [standard.id]),
  ];
}

async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item;
  return undefined;
}
