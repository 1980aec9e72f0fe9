// Makes a plan again if the last applied commit is that of another branch: its causes, and whether an apply is refused.
import { isRestoring, isTakingOver } from '../model/plan.ts';
import type { AppliedStates, PlanInput } from '../plan/input.ts';
import type { RecordedApply } from '../record/recorded-apply.ts';
import { elsewhereNote, isOfAnotherBranch, leftByMergeText, leftText } from './lineage.ts';
import type { ShownPlan } from './plan-facts.ts';
import { withInput } from './shown-plan.ts';
import type { World } from './world.ts';

/**
 * If the last applied commit is that of another branch: the causes of changes are told by what this one applied last, and
 * what may undo an apply that the trusted branch does not have is refused until it is approved.
 * @param isOfBranch what is applied will be another commit
 */
export async function withLineage(
  world: World,
  shown: ShownPlan,
  { isOfBranch = false }: { isOfBranch?: boolean } = {},
): Promise<ShownPlan> {
  const { input, options, commit: head } = shown;
  const { changes } = shown.plan;
  if (head === undefined || changes.length === 0) return shown;
  const left = isOfBranch ? await leftByMerge(shown) : await leftBehind(shown, head);
  if (
    options.lastApplied === undefined &&
    changes.some((change) => change.cause === 'conflict' || isTakingOver(change))
  ) {
    const lineage = await shown.lineage();
    if (isOfAnotherBranch(lineage) && !(await isInBase(world, lineage.apply, shown)))
      return withCausesHere(world, shown, { apply: lineage.apply, head, left });
  }
  return left === undefined
    ? shown
    : withInput(world, shown, { ...input, applied: { ...input.applied, left } });
}

type Left = AppliedStates['left'];

async function leftBehind({ options, lineage }: ShownPlan, head: string): Promise<Left> {
  const lineageNow = options.allowOlder ? undefined : await lineage();
  return lineageNow?.kind === 'left' ? leftText(lineageNow, head) : undefined;
}

async function leftByMerge({ mergeLineage }: ShownPlan): Promise<Left> {
  const lineageNow = await mergeLineage();
  return lineageNow.kind === 'left' ? leftByMergeText(lineageNow) : undefined;
}

/** A branch that is planned as merged with its base has what the base applied. */
async function isInBase(
  world: World,
  { source }: RecordedApply,
  { base }: ShownPlan,
): Promise<boolean> {
  if (base?.commit === undefined) return false;
  return (await world.isAncestor(source, base.commit)).answer !== 'no';
}

/** @param elsewhere the last apply, of another branch, and what is said of it */
async function withCausesHere(
  world: World,
  shown: ShownPlan,
  elsewhere: { apply: RecordedApply; head: string; left: Left },
): Promise<ShownPlan> {
  const { apply, head, left } = elsewhere;
  const { input, lastApplied } = shown;
  const here = (await world.appliedHere(lastApplied.recorded.record, head)) ?? input.applied.here;
  const inputHere: PlanInput = { ...input, applied: { ...input.applied, here, left } };
  const shownHere = await withInput(world, shown, inputHere);
  if (!shownHere.plan.changes.some(isRestoring)) return shownHere;
  return withInput(world, shown, { ...inputHere, notes: [...input.notes, elsewhereNote(apply)] });
}
