// Makes a plan again if the last applied commit is that of another branch: its causes, and whether an apply is refused.
import { isRestoring } from '../model/plan.ts';
import type { AppliedStates, PlanInput } from '../plan/input.ts';
import { isAncestor } from '../record/git-history.ts';
import type { RecordedApply } from '../record/record.ts';
import { lastAppliedHere } from './baseline.ts';
import { elsewhereNote, isOfAnother, leftText } from './lineage.ts';
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
  const hasConflict = options.baseline === undefined && changes.some(({ cause }) => cause === 'conflict');
  const mayRefuse = changes.length > 0 && !isOfBranch && !options.allowOlder;
  if (head === undefined || !(hasConflict || mayRefuse)) return prepared;
  const lineage = await prepared.lineage();
  const left: Pick<AppliedStates, 'left'> =
    mayRefuse && lineage.kind === 'left' ? { left: leftText(lineage, head.commit) } : {};
  const told = hasConflict && isOfAnother(lineage) && !(await isInBase(lineage.apply, prepared));
  if (told) return withCausesHere(prepared, { apply: lineage.apply, head: head.commit, left });
  if (left.left === undefined) return prepared;
  return withInput(prepared, { ...input, applied: { ...input.applied, ...left } });
}

/** A branch that is planned as merged with its base has what the base applied. */
async function isInBase({ source }: RecordedApply, { base, project: { git } }: Prepared): Promise<boolean> {
  if (base?.commit === undefined || git === undefined) return false;
  return (await isAncestor(git, source, base.commit)).answer !== 'no';
}

/** @param elsewhere the last apply, of another branch, and what is said of it */
async function withCausesHere(
  prepared: Prepared,
  elsewhere: { apply: RecordedApply; head: string; left: Pick<AppliedStates, 'left'> },
): Promise<Prepared> {
  const { apply, head, left } = elsewhere;
  const { input, project, baseline } = prepared;
  const here = await lastAppliedHere(project, baseline, head);
  const known: PlanInput = { ...input, applied: { ...input.applied, here, ...left } };
  const told = await withInput(prepared, known);
  if (!told.result.plan.changes.some(isRestoring)) return told;
  return withInput(prepared, { ...known, notes: [...input.notes, elsewhereNote(apply)] });
}
