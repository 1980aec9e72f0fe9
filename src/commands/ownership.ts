// What a plan may delete: not what another project declares, and only by approval what rests on a record that nothing confirms.
import { doubtOf } from '../baseline/confirm.ts';
import { counted } from '../model/counted.ts';
import type { Plan } from '../model/plan.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { isDeclaredIn, prunedChanges } from '../plan/pruned.ts';
import type { ResolvedTarget } from '../options.ts';
import type { Baseline } from './baseline.ts';
import { otherProjects, recordedProjects } from './other-projects.ts';
import type { OpenProject } from './project.ts';
import { pathInGit } from './record-place.ts';

interface Known {
  project: OpenProject;
  target: ResolvedTarget;
  baseline: Baseline;
}

export interface Planned {
  input: PlanInput;
  plan: Plan;
}

/**
 * The plan, and its input with what other projects declare and what of the record is confirmed; records are looked at
 * only where the plan deletes something for their sake.
 */
export async function planWithOwnership(given: PlanInput, known: Known): Promise<Planned> {
  const { project, baseline } = known;
  const { git } = project;
  const plan = makePlan(given);
  if (git === undefined) return { input: given, plan };
  const place = { ...known, git, applied: baseline.applied };
  const inFiles = await otherProjects(place);
  const input = inFiles.length === 0 ? given : { ...given, others: inFiles };
  const pruned = prunedChanges(plan.changes, input);
  if (pruned.length === 0) return { input, plan: input === given ? plan : makePlan(input) };
  const head = (await git.head())?.commit;
  const recorded = await recordedProjects(place, head);
  const claims = [...inFiles, ...recorded.map((one) => ({ ...one, isCertain: false }))];
  const isClaimed = ({ state }: { state: PlanInput['desired'] }) =>
    pruned.some((change) => isDeclaredIn(state, change));
  const others = claims.filter((one) => !('doubt' in one));
  const owners = [...new Set(others.filter(isClaimed).map(({ name }) => name))].sort();
  const left = pruned.filter((change) => others.some(({ state }) => isDeclaredIn(state, change))).length;
  const note = `${counted(left, 'item')} that this project no longer declares ${left === 1 ? 'stays' : 'stay'}: declared by ${owners.join(' and ')}.`;
  const doubts = recorded.filter((one) => one.doubt !== undefined && isClaimed(one));
  const owned: PlanInput = {
    ...input,
    others,
    notes: [
      ...input.notes,
      ...(left === 0 ? [] : [note]),
      ...doubts.map(({ name, doubt }) => `The record of ${name} protects nothing: it ${doubt}.`),
    ],
    ...(await unconfirmed(known, { git, head })),
  };
  return { input: owned, plan: makePlan(owned) };
}

/** What is known to be ours only from records that whoever may push refs could have written. */
async function unconfirmed(
  { project, baseline }: Known,
  { git, head }: { git: NonNullable<OpenProject['git']>; head: string | undefined },
): Promise<Pick<PlanInput, 'unconfirmed'>> {
  const path = pathInGit(git, project.projectFile);
  const confirmed = [];
  let reason: string | undefined;
  for (const { state, where, ...part } of baseline.parts) {
    const doubt =
      where === 'local'
        ? undefined
        : await doubtOf(git, { ...part, projectFile: part.projectFile ?? path }, head);
    if (doubt === undefined) confirmed.push(state);
    else reason ??= doubt;
  }
  if (baseline.chosen) confirmed.push(baseline.chosen);
  return reason === undefined ? {} : { unconfirmed: { reason, confirmed } };
}
