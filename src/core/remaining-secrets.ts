// What a record keeps of earlier secrets: rows that may still be on the server, although nothing declares them secret any more.
import { isRead, type Plan } from '../model/plan.ts';
import { type FormerSecrets, isSecretRow } from '../model/secret-rows.ts';
import { type LocatedRow, onlyRows, type Row, rowAt, isPresent } from '../model/state.ts';
import { addressId, changeId } from '../plan/find-item.ts';
import type { PlanInput } from '../plan/input.ts';

interface FinishedApply {
  /** What was secret before. */
  former: FormerSecrets;
  input: Pick<PlanInput, 'desired' | 'live' | 'liveSource'>;
  plan: Pick<Plan, 'changes' | 'alreadySent'>;
  /** Whether a read shows that what was sent has arrived, if the server offers one. */
  isVerified: boolean;
}

/**
 * Without what the documents themselves call secret, what the apply deletes or writes, and what the server has as they
 * declare it.
 */
export function remainingSecrets({
  former,
  input,
  plan,
  isVerified,
}: FinishedApply): FormerSecrets {
  if (former === 'unknown') return former;
  const { desired, live, liveSource } = input;
  const { changes, alreadySent = [] } = plan;
  const hasArrived = isVerified || !isRead(liveSource);
  const written = new Set([...(hasArrived ? changes : []), ...alreadySent].map(changeId));
  const mayRemain = ({ id, context }: LocatedRow) => {
    const address = { id, context };
    const [declaredItem, declaredRow] = [desired.items.get(id), rowAt(desired, address)];
    if (
      declaredItem?.securityGroup !== undefined ||
      (declaredItem && declaredRow && isSecretRow(declaredItem, declaredRow))
    )
      return false;
    if (written.has(addressId(address))) return false;
    return !(isRead(liveSource) && isSameText(declaredRow, rowAt(live, address)));
  };
  const remaining = onlyRows(former, mayRemain);
  return { items: new Map([...remaining.items].filter(([, { rows }]) => rows.size > 0)) };
}

function isSameText(declared: Row | undefined, live: Row | undefined): boolean {
  if (declared === undefined || live === undefined || !isPresent(declared)) return false;
  return !declared.unknown && !live.unknown && declared.text === live.text;
}
