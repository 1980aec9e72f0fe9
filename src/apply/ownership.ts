// Protects items of other projects from a plan, and finds items that are managed only according to an unconfirmed record.
import { doubtOf, type Histories } from '../record/confirm-record.ts';
import { isAncestor } from '../record/git-history.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { counted, shellQuoted } from '../lib/text.ts';
import type { Change, Plan } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import type { AppliedStates, OtherProject, PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { isDeclaredIn } from '../plan/find-item.ts';
import { prunedChanges, withoutItems } from '../plan/prune.ts';
import type { Baseline } from './baseline.ts';
import type { Sources } from './live.ts';
import type { OtherProjects } from './other-projects.ts';
import { pathInGit, placeFor } from './record-place.ts';
import { trustedHistory } from './trust.ts';

export interface Planned {
  input: PlanInput;
  plan: Plan;
}

/** The plan, and its input with the items of other projects and, if it prunes something, the confirmed part of the record. */
export async function planWithOwnership(
  given: PlanInput,
  sources: Sources,
  { inFiles, recorded }: OtherProjects,
): Promise<Planned> {
  const { git } = sources.project;
  const plan = makePlan(given);
  if (git === undefined) return { input: given, plan };
  const input = inFiles.length === 0 ? given : { ...given, others: inFiles };
  const pruned = prunedChanges(plan.changes, input);
  if (pruned.length === 0) return { input, plan: input === given ? plan : makePlan(input) };
  const head = (await git.head())?.commit;
  const histories = { head, trusted: () => trustedHistory(git, sources.options.untrusted) };
  const asked = recorded.filter(({ loaded }) => !loaded || pruned.some((change) => isDeclaredIn(loaded.state, change)));
  const { claims, ignored } = await claimsOf(asked, sources, git, histories);
  const owned: PlanInput = {
    ...input,
    others: [...inFiles, ...claims],
    notes: [...input.notes, ...ownerNotes(pruned, inFiles, claims), ...ignored],
    applied: { ...input.applied, ...(await unconfirmed(sources.baseline, git, histories)) },
  };
  return { input: owned, plan: makePlan(owned) };
}

/**
 * What records of other projects declare of the pruned items, as far as they are confirmed, and without what this project
 * took over in a later commit; and a note on each record that is ignored.
 */
async function claimsOf(
  recorded: OtherProjects['recorded'],
  { project, target, baseline }: Sources,
  git: GitRepository,
  histories: Histories,
): Promise<{ claims: OtherProject[]; ignored: string[] }> {
  const own = pathInGit(git, project.projectFile);
  const { done: ours, record } = baseline;
  const source = record?.done?.source;
  const claims: OtherProject[] = [];
  const ignored: string[] = [];
  const ignore = (name: string, doubt: string) => ignored.push(`Ignoring the record of ${name}: it ${doubt}.`);
  for (const { name, ref, loaded, apply } of recorded) {
    if (loaded === undefined || apply === undefined) ignore(name, 'cannot be read');
    // A copied record of this project.
    if (loaded === undefined || apply === undefined || name === own) continue;
    const isElsewhere = placeFor(git, target, name).ref !== ref;
    const doubt = isElsewhere ? 'is stored under another name' : await doubtOf(git, apply, histories);
    if (doubt !== undefined) {
      ignore(name, doubt);
      continue;
    }
    const isComparable = ours !== undefined && source !== undefined && apply.source !== source;
    const isEarlier = isComparable && (await isAncestor(git, apply.source, source)).answer === 'yes';
    claims.push({ name, state: isEarlier ? withoutItems(loaded.state, ours) : loaded.state, isCertain: false });
  }
  return { claims, ignored };
}

/** Which items are not pruned, and because of which projects. */
function ownerNotes(
  pruned: readonly Change[],
  inFiles: readonly OtherProject[],
  claims: readonly OtherProject[],
): string[] {
  const declared = keptFor(inFiles, pruned);
  const isDeclared = new Set(declared.items);
  const rest = pruned.filter((change) => !isDeclared.has(change));
  const claimed = keptFor(claims, rest);
  const removed = claimed.names.filter((name) => inFiles.every((other) => other.name !== name));
  return [
    ...notPruned(declared, 'declared by'),
    ...notPruned(claimed, 'last applied from'),
    ...removed.map(
      (name) =>
        `If ${name} was removed permanently, delete its record with \`confighub-sync history --forget --config ${shellQuoted(name)}\`.`,
    ),
  ];
}

interface Kept {
  items: readonly Change[];
  names: string[];
}

function keptFor(projects: readonly OtherProject[], pruned: readonly Change[]): Kept {
  const items = pruned.filter((change) => projects.some(({ state }) => isDeclaredIn(state, change)));
  const owners = projects.filter(({ state }) => items.some((change) => isDeclaredIn(state, change)));
  return { items, names: [...new Set(owners.map(({ name }) => name))].sort() };
}

function notPruned({ items, names }: Kept, how: string): string[] {
  if (items.length === 0) return [];
  return [`Not pruned: ${counted(items.length, 'item')} ${how} ${names.join(' and ')}.`];
}

/** Items managed only according to a record that anyone with push access could have forged. */
async function unconfirmed(
  baseline: Baseline,
  git: GitRepository,
  histories: Histories,
): Promise<Pick<AppliedStates, 'unconfirmed'>> {
  const confirmed: State[] = [];
  let reason: string | undefined;
  for (const { state, apply } of baseline.parts) {
    // Without an origin, nobody else can write to the record.
    const doubt = git.origin ? await doubtOf(git, apply, histories) : undefined;
    if (doubt === undefined) confirmed.push(state);
    else reason ??= doubt;
  }
  if (baseline.chosen) confirmed.push(baseline.chosen);
  return reason === undefined ? {} : { unconfirmed: { reason, confirmed } };
}
