// What a record keeps of earlier secrets: rows that may still be on the server, although nothing declares them secret any more.
import { isRead, type Plan } from '../model/plan.ts';
import { type FormerSecrets, isSecretRow } from '../model/secret-rows.ts';
import { type FoundRow, onlyRows, type Row, rowAt, stands } from '../model/state.ts';
import { addressId, changeId } from '../plan/find-item.ts';
import type { PlanInput } from '../plan/input.ts';

interface AppliedOver {
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
export function leftSecrets({ former, input, plan, isVerified }: AppliedOver): FormerSecrets {
  if (former === 'unknown') return former;
  const { desired, live, liveSource } = input;
  const { changes, alreadySent = [] } = plan;
  const arrives = isVerified || !isRead(liveSource);
  const written = new Set([...(arrives ? changes : []), ...alreadySent].map(changeId));
  const isLeft = ({ id, context }: FoundRow) => {
    const address = { id, context };
    const [item, row] = [desired.items.get(id), rowAt(desired, address)];
    if (item?.securityGroup !== undefined || (item && row && isSecretRow(item, row))) return false;
    if (written.has(addressId(address))) return false;
    return !(isRead(liveSource) && isSameText(row, rowAt(live, address)));
  };
  const left = onlyRows(former, isLeft);
  return { items: new Map([...left.items].filter(([, { rows }]) => rows.size > 0)) };
}

function isSameText(declared: Row | undefined, live: Row | undefined): boolean {
  if (declared === undefined || live === undefined || !stands(declared)) return false;
  return !declared.unknown && !live.unknown && declared.text === live.text;
}
