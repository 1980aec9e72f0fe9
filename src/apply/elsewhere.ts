// Makes a plan again if the last applied commit is that of another branch: its causes, and whether an apply is refused.
import { isRestoring, isTakingOver } from '../model/plan.ts';
import type { AppliedStates, PlanInput } from '../plan/input.ts';
import { isAncestor } from '../record/git-history.ts';
import type { RecordedApply } from '../record/recorded-apply.ts';
import { lastAppliedHere } from './last-applied.ts';
import { elsewhereNote, isOfAnotherBranch, leftByMergeText, leftText } from '../core/lineage.ts';
import { type Prepared, withInput } from './prepare.ts';

/**
 * If the last applied commit is that of another branch: the causes of changes are told by what this one applied last, and
 * what may undo an apply that the trusted branch does not have is refused until it is approved.
 * @param isOfBranch what is applied will be another commit
 */
export async function withLineage(
  prepared: Prepared,
  { isOfBranch = false }: { isOfBranch?: boolean } = {},
): Promise<Prepared> {
  const { input, options, head } = prepared;
  const { changes } = prepared.result.plan;
  if (head === undefined || changes.length === 0) return prepared;
  const left = isOfBranch ? await leftByMerge(prepared) : await leftBehind(prepared, head.commit);
  if (
    options.lastApplied === undefined &&
    changes.some((change) => change.cause === 'conflict' || isTakingOver(change))
  ) {
    const lineage = await prepared.lineage();
    if (isOfAnotherBranch(lineage) && !(await isInBase(lineage.apply, prepared)))
      return withCausesHere(prepared, { apply: lineage.apply, head: head.commit, left });
  }
  return left === undefined
    ? prepared
    : withInput(prepared, { ...input, applied: { ...input.applied, left } });
}

type Left = AppliedStates['left'];

async function leftBehind({ options, lineage }: Prepared, head: string): Promise<Left> {
  const found = options.allowOlder ? undefined : await lineage();
  return found?.kind === 'left' ? leftText(found, head) : undefined;
}

async function leftByMerge({ mergeLineage }: Prepared): Promise<Left> {
  const found = await mergeLineage();
  return found.kind === 'left' ? leftByMergeText(found) : undefined;
}

/** A branch that is planned as merged with its base has what the base applied. */
async function isInBase(
  { source }: RecordedApply,
  { base, project: { git } }: Prepared,
): Promise<boolean> {
  if (base?.commit === undefined || git === undefined) return false;
  return (await isAncestor(git, source, base.commit)).answer !== 'no';
}

/** @param elsewhere the last apply, of another branch, and what is said of it */
async function withCausesHere(
  prepared: Prepared,
  elsewhere: { apply: RecordedApply; head: string; left: Left },
): Promise<Prepared> {
  const { apply, head, left } = elsewhere;
  const { input, project, lastApplied } = prepared;
  const here = (await lastAppliedHere(project, lastApplied, head)) ?? input.applied.here;
  const known: PlanInput = { ...input, applied: { ...input.applied, here, ...(left && { left }) } };
  const told = await withInput(prepared, known);
  if (!told.result.plan.changes.some(isRestoring)) return told;
  return withInput(prepared, { ...known, notes: [...input.notes, elsewhereNote(apply)] });
}
