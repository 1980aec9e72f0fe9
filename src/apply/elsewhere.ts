// Makes a plan again if the last applied commit is not on the trusted branch: refused until it is approved.
import { leftText } from './lineage.ts';
import { type Prepared, withInput } from './prepare.ts';

/** @param isOfBranch what is applied will be another commit */
export async function withLineage(
  prepared: Prepared,
  { isOfBranch = false }: { isOfBranch?: boolean } = {},
): Promise<Prepared> {
  const { input, options, head } = prepared;
  const mayRefuse = prepared.result.plan.changes.length > 0 && !isOfBranch && !options.allowOlder;
  if (head === undefined || !mayRefuse) return prepared;
  const lineage = await prepared.lineage();
  if (lineage.kind !== 'left') return prepared;
  return withInput(prepared, { ...input, applied: { ...input.applied, left: leftText(lineage, head.commit) } });
}
