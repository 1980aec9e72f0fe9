// Warns of items that an earlier apply declared, a later one deleted, and the server has again, as after a restored backup.
import { counted, someOf } from '../lib/text.ts';
import {
  countDrift,
  type Finding,
  isRead,
  type ItemName,
  nameInContext,
  type Plan,
  withFindings,
} from '../model/plan.ts';
import type { State } from '../model/state.ts';
import { appliedRow, isSame } from '../plan/causes.ts';
import { addressIn, find, isDeclaredIn } from '../plan/find-item.ts';
import { unmanaged } from '../plan/prune.ts';
import { countingStates } from './applied-parts.ts';
import type { ShownPlan } from './plan-facts.ts';
import type { Versions } from './world.ts';

/** With a warning. Earlier apply runs are read only if the plan shows drift, because that takes time: a backup brings some. */
export async function withDeletedBefore(
  world: Versions,
  plan: Plan,
  { input, otherProjects, lastApplied }: ShownPlan,
): Promise<Plan> {
  const { policy, live, liveSource, desired } = input;
  if (
    policy.prune !== 'managed' ||
    !isRead(liveSource) ||
    (!plan.isDrift && countDrift(plan) === 0)
  )
    return plan;
  const { unmanagedItems = [] } = unmanaged(desired, {
    ...input,
    drift: plan.drift,
    listUnmanaged: true,
  });
  const others = [
    ...otherProjects.inFiles,
    ...otherProjects.recorded.flatMap(({ read }) => read ?? []),
  ];
  const left = new Set(
    unmanagedItems.filter((item) => !others.some(({ state }) => isDeclaredIn(state, item))),
  );
  if (left.size === 0) return plan;
  const deletedBefore: ItemName[] = [];
  await world.earlierStates(lastApplied.recorded.record, (state, apply) => {
    const [applied = state] = countingStates([{ apply, state }]);
    const asApplied = [...left].filter((item) => isAsIn(applied, live, item));
    deletedBefore.push(...asApplied);
    for (const item of asApplied) left.delete(item);
    return left.size > 0;
  });
  return deletedBefore.length === 0 ? plan : withFindings(plan, warningOf(deletedBefore));
}

/** An item with another text is the work of others. */
function isAsIn(state: State, live: State, name: ItemName): boolean {
  if (!isDeclaredIn(state, name)) return false;
  const { item, row } = find(live, name);
  const applied = appliedRow(state, addressIn(name), item?.vdt);
  return (
    name.context === undefined ||
    applied === 'unknown' ||
    row?.unknown === true ||
    isSame(applied, row)
  );
}

function warningOf(deletedBefore: readonly ItemName[]): Finding {
  const names = someOf(deletedBefore.map(nameInContext).sort(), { most: 10, noun: 'item' });
  const [match, them, are, these] =
    deletedBefore.length === 1
      ? ['matches', 'it', 'is', 'this item']
      : ['match', 'them', 'are', 'these items'];
  return {
    severity: 'warning',
    code: 'deleted-before',
    message: `${counted(deletedBefore.length, 'item')} on the server ${match} an earlier apply, but ${are} not part of the last apply: ${names}.`,
    hint: `A restored backup or another person may have brought ${them} back, so an apply leaves ${these} alone. To keep ${these}, add ${them} to the files. To delete ${these}, declare ${them} with \`opp: delete\`.`,
  };
}
