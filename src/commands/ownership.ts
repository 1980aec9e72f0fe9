// What a plan may delete: not what another project declares, and only by approval what rests on a record that nothing confirms.
import { isAncestor } from '../baseline/ancestry.ts';
import { doubtOf, type Histories } from '../baseline/confirm.ts';
import type { GitRepository } from '../baseline/work-tree.ts';
import { counted } from '../model/counted.ts';
import type { Change, Plan } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import type { Options, ResolvedTarget } from '../options.ts';
import type { OtherProject, PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { isDeclaredIn, prunedChanges, withoutItems } from '../plan/pruned.ts';
import type { Baseline } from './baseline.ts';
import { otherProjects, type RecordedProject, recordedProjects } from './other-projects.ts';
import type { OpenProject } from './project.ts';
import { pathInGit } from './record-place.ts';
import { trustedHistory } from './trust.ts';

export interface Owning {
  project: OpenProject;
  target: ResolvedTarget;
  baseline: Baseline;
  options: Pick<Options, 'untrusted'>;
}

export interface Planned {
  input: PlanInput;
  plan: Plan;
}

/**
 * The plan, and its input with what other projects declare and what of the record is confirmed; records are looked at
 * only where the plan deletes something for their sake.
 */
export async function planWithOwnership(given: PlanInput, known: Owning): Promise<Planned> {
  const { project, baseline, options } = known;
  const { git } = project;
  const plan = makePlan(given);
  if (git === undefined) return { input: given, plan };
  const place = { ...known, git, applied: baseline.applied };
  const inFiles = await otherProjects(place);
  const input = inFiles.length === 0 ? given : { ...given, others: inFiles };
  const pruned = prunedChanges(plan.changes, input);
  if (pruned.length === 0) return { input, plan: input === given ? plan : makePlan(input) };
  const head = (await git.head())?.commit;
  const histories = { head, trusted: () => trustedHistory(git, options.untrusted) };
  const isAsked = (state: State) => pruned.some((change) => isDeclaredIn(state, change));
  const recorded = await recordedProjects(place, { histories, isAsked });
  const claims = await claimsOf(recorded, { git, baseline });
  const owned: PlanInput = {
    ...input,
    others: [...inFiles, ...claims],
    notes: [...input.notes, ...ownerNotes(pruned, { inFiles, claims }), ...doubtNotes(recorded)],
    ...(await unconfirmed(known, { git, histories })),
  };
  return { input: owned, plan: makePlan(owned) };
}

/** What confirmed records declare. What our own record declares from a later commit came to us since. */
async function claimsOf(
  recorded: readonly RecordedProject[],
  { git, baseline }: { git: GitRepository; baseline: Baseline },
): Promise<OtherProject[]> {
  const { recorded: ours, source } = baseline;
  const claims: OtherProject[] = [];
  for (const { name, state, doubt, source: theirs } of recorded) {
    if (doubt !== undefined) continue;
    const isEarlier =
      ours !== undefined &&
      source !== undefined &&
      theirs !== undefined &&
      theirs !== source &&
      (await isAncestor(git, theirs, source)).answer === 'yes';
    claims.push({ name, state: isEarlier ? withoutItems(state, ours) : state, isCertain: false });
  }
  return claims;
}

/** What stays, and for whose sake. */
function ownerNotes(
  pruned: readonly Change[],
  { inFiles, claims }: { inFiles: readonly OtherProject[]; claims: readonly OtherProject[] },
): string[] {
  const isIn = (change: Change) => (one: OtherProject) => isDeclaredIn(one.state, change);
  const notes: string[] = [];
  const say = (names: readonly string[], { items, how }: { items: number; how: string }) => {
    const stay =
      items === 1 ? 'that this project does not declare stays' : 'that this project does not declare stay';
    if (items > 0) notes.push(`${counted(items, 'item')} ${stay}: ${how} ${names.join(' and ')}.`);
  };
  const namesOf = (projects: readonly OtherProject[], items: readonly Change[]) =>
    [
      ...new Set(projects.filter((one) => items.some((change) => isIn(change)(one))).map(({ name }) => name)),
    ].sort();
  const declared = pruned.filter((change) => inFiles.some(isIn(change)));
  say(namesOf(inFiles, declared), { items: declared.length, how: 'declared by' });
  const left = pruned.filter((change) => !inFiles.some(isIn(change)) && claims.some(isIn(change)));
  const names = namesOf(claims, left);
  say(names, { items: left.length, how: 'last applied from' });
  for (const name of names.filter((one) => inFiles.every((other) => other.name !== one)))
    notes.push(
      `If ${name} is gone for good, \`confighub-sync history --forget --config ${name}\` removes its record.`,
    );
  return notes;
}

function doubtNotes(recorded: readonly RecordedProject[]): string[] {
  return recorded.flatMap(({ name, doubt }) =>
    doubt === undefined ? [] : [`The record of ${name} protects nothing: it ${doubt}.`],
  );
}

/** What is known to be ours only from records that whoever may push refs could have written. */
async function unconfirmed(
  { project, baseline }: Owning,
  { git, histories }: { git: GitRepository; histories: Histories },
): Promise<Pick<PlanInput, 'unconfirmed'>> {
  const path = pathInGit(git, project.projectFile);
  const confirmed: State[] = [];
  let reason: string | undefined;
  for (const { state, where, files, source, projectFile = path } of baseline.parts) {
    const doubt =
      where === 'local' ? undefined : await doubtOf(git, { source, files, projectFile }, histories);
    if (doubt === undefined) confirmed.push(state);
    else reason ??= doubt;
  }
  if (baseline.chosen) confirmed.push(baseline.chosen);
  return reason === undefined ? {} : { unconfirmed: { reason, confirmed } };
}
