// A plan as it is shown and perhaps applied: with its change comment, its remarks, and what an apply needs besides.
import { counted, someOf } from '../lib/text.ts';
import type { Approval } from '../model/approval.ts';
import type { Change, Plan } from '../model/plan.ts';
import {
  type Elements,
  elementsIn,
  itemNames,
  mergedElements,
  type State,
} from '../model/state.ts';
import type { IsSecretName } from '../model/secrets.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { readsOf } from '../record/record-format.ts';
import type { RecordedApply } from '../record/recorded-apply.ts';
import { followedBy } from './applied-parts.ts';
import { readsToRecord, refuseLost, refuseUnanswered } from './inspect.ts';
import { type PlanFacts, type PlanResult, readsIn, type ShownPlan } from './plan-facts.ts';
import { ofVariables, refuseUnset } from './stages.ts';
import { withMovedOut } from './moved-out.ts';
import type { Planned } from './plan.ts';
import { unfinishedRemarks } from './record-sentences.ts';
import type { World } from './world.ts';

/**
 * Throws {@link CommandError} if no server answered, or one that no longer offers what the last apply read.
 * @param about.remarks sentences about the settings
 * @param about.isStrict whether variables of a stage that are not set are errors, as in an apply
 */
export async function shownPlan(
  world: World,
  { facts, input, plan: made, stage }: Planned,
  about: { remarks: readonly string[]; isApply: boolean; isStrict?: boolean },
): Promise<ShownPlan> {
  const { files, options, lastApplied, base } = facts;
  if (stage && (about.isApply || about.isStrict)) refuseUnset(files.diagnostics, made.unset);
  const { record } = lastApplied.recorded;
  const { done, begun = [] } = record ?? {};
  const followed = followedIn(facts, stage);
  const last = followed.find(({ state }) => state === 'done');
  const waited = stage && made.changes.length > 0 ? await waitedNotes(world, last) : [];
  const plan = await withMovedOut(
    world,
    { ...made, notes: [...made.notes, ...waited] },
    { files, applied: appliedFiles(facts) },
  );
  const reads = recordedReads(facts);
  const head = await world.head();
  reportPlannedSecrets(made, world.onSecret, input.secrets.isSecretName);
  const changeComment = await world.changeComment(plan);
  const actor = await world.actor();
  const unfinished = { now: world.serverTime(), isApply: about.isApply, followed };
  // Otherwise some of the lines that a plan removes are those of another commit.
  const isOfDone = lastApplied.parts.length === 1 && options.lastApplied === undefined;
  return {
    ...facts,
    plan,
    input: waited.length === 0 ? input : { ...input, notes: [...input.notes, ...waited] },
    stage,
    warnings: stage === undefined ? files.diagnostics : ofVariables(files.diagnostics, made.unset),
    remarks: [
      ...about.remarks,
      ...lastApplied.warnings,
      ...unfinishedRemarks({ begun, ...record }, unfinished),
    ],
    changeComment,
    commit: head,
    removedAt: isOfDone ? done?.source : undefined,
    declared: itemNames(files.state),
    elements: knownElements(facts),
    untracked: files.untracked,
    lastAppliedCommit: last?.source,
    actor,
    reads,
    followed,
    lineage: onlyOnce(() => world.lineage(followed)),
    mergeLineage: onlyOnce(() => world.mergeLineage(followed, base?.commit)),
  };
}

/** Those that an apply must follow: the last finished ones, then unfinished ones. Without their documents, all count. */
function followedIn(
  { files, lastApplied: { recorded, parts } }: PlanFacts,
  stage: Planned['stage'],
): RecordedApply[] {
  const { done, begun = [] } = recorded.record ?? {};
  const applies = [...(done ? [done] : []), ...begun, ...(done?.kept ?? [])];
  if (parts.length === 0) return applies;
  const nextPart = { apply: { state: 'begun' as const, stage }, state: files.state };
  const followed = new Set(followedBy(nextPart, parts).map(({ apply }) => apply));
  return applies.filter((apply) => followed.has(apply));
}

/** The commits that an apply of a stage takes along, because they were not applied to it in their turn. */
async function waitedNotes(world: World, last: RecordedApply | undefined): Promise<string[]> {
  if (last === undefined) return [];
  const commits = await world.commitsSince(last.source);
  if (commits.length === 0) return [];
  const names = someOf(
    commits.map((commit) => `\`${commit}\``),
    { most: 5 },
  );
  return [
    `Since the last apply of this stage, ${counted(commits.length, 'earlier commit')} changed the project: ${names}. What ${commits.length === 1 ? 'it' : 'they'} changed for this stage is applied, too.`,
  ];
}

function recordedReads(facts: PlanFacts): ShownPlan['reads'] {
  const { options, target, lastApplied, live, files } = facts;
  const { done } = lastApplied.recorded.record ?? {};
  const reads = {
    ...readsIn(facts),
    before: (done && readsOf(done)) ?? [],
    mode: options.reads ?? files.project.reads ?? 'all',
  };
  if (live.source === 'none' && lastApplied.recorded.unusable === undefined)
    refuseUnanswered(reads, { target, project: files.project });
  refuseLost(reads);
  return readsToRecord(reads);
}

function knownElements({ files, live, inspection }: PlanFacts): Elements {
  const { levels, elements = [] } = inspection;
  const named = ({ state }: { state: State }) => elementsIn(state, levels.length);
  return mergedElements(mergedElements(named(live), named(files)), elements);
}

function appliedFiles({ lastApplied: { parts } }: Pick<PlanFacts, 'lastApplied'>) {
  return parts.map(({ apply }) => apply.files);
}

function onlyOnce<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let begun: Promise<Result> | undefined;
  return () => {
    begun ??= work();
    return begun;
  };
}

/** Secret texts on the server may still be in use, so they are masked too. */
export function reportPlannedSecrets(
  { changes, drift, alreadySent = [] }: Pick<Plan, 'changes' | 'drift' | 'alreadySent'>,
  onSecret: World['onSecret'],
  isSecretName: IsSecretName,
): void {
  const report = (change: Change, side: 'before' | 'after') => {
    if (change.kind === 'key') return;
    for (const text of change.secrets?.texts ?? []) onSecret?.(text, { isNamed: false });
    if (change.secret && change[side])
      onSecret?.(change[side], { isNamed: isSecretName(change.name) });
  };
  for (const change of [...changes, ...alreadySent]) report(change, 'before');
  for (const change of drift) report(change, 'after');
}

/** The plan of another input, for example one that is approved. */
export async function withInput(
  world: World,
  shown: ShownPlan,
  input: PlanInput,
): Promise<ShownPlan> {
  const moved = { files: shown.files, applied: appliedFiles(shown) };
  const plan = await withMovedOut(world, makePlan(input), moved);
  return { ...shown, input, plan, changeComment: await world.changeComment(plan) };
}

export function approvedWith(
  world: World,
  shown: ShownPlan,
  approval: Approval,
): Promise<ShownPlan> {
  return withInput(world, shown, { ...shown.input, approval });
}

/** Of a plan, what a command shows. */
export function resultOf(shown: ShownPlan): PlanResult {
  const { plan, warnings, remarks, changeComment, commit } = shown;
  const { removedAt, declared, elements, untracked, lastAppliedCommit } = shown;
  const links = { commit, removedAt, declared, elements, untracked, lastAppliedCommit };
  return { plan, warnings, remarks, changeComment, ...links };
}
