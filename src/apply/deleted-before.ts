// Names what an earlier apply declared, a later one deleted, and the server has again, as after a restored backup.
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
import { rowAt, type State } from '../model/state.ts';
import { appliedRow, isSame } from '../plan/causes.ts';
import { addressIn, find, isDeclaredIn } from '../plan/find-item.ts';
import { unmanaged } from '../plan/prune.ts';
import { earlierStates } from './baseline.ts';
import type { Prepared } from './prepare.ts';

/** With a warning. Earlier applies are read only if the plan shows drift, because that takes time: a backup brings some. */
export async function withDeletedBefore(plan: Plan, prepared: Prepared): Promise<Plan> {
  const { input, otherProjects, project, baseline } = prepared;
  const { policy, live, liveSource, desired } = input;
  if (policy.prune !== 'managed' || !isRead(liveSource) || (!plan.isDrift && countDrift(plan) === 0)) return plan;
  const { unmanagedItems = [] } = unmanaged(desired, { ...input, drift: plan.drift, listUnmanaged: true });
  const recorded = otherProjects.recorded.flatMap(({ read }) => read?.loaded.state ?? []);
  const others = [...otherProjects.inFiles.map(({ state }) => state), ...recorded];
  let left = unmanagedItems.filter((item) => !others.some((state) => isDeclaredIn(state, item)));
  if (left.length === 0) return plan;
  const found: ItemName[] = [];
  for await (const state of earlierStates(project, baseline)) {
    const isBack = new Set(left.filter((item) => isAsIn(state, live, item)));
    found.push(...isBack);
    left = left.filter((item) => !isBack.has(item));
    if (left.length === 0) break;
  }
  return found.length === 0 ? plan : withFindings(plan, warningOf(found));
}

/** An item with another text is the work of others. */
function isAsIn(state: State, live: State, item: ItemName): boolean {
  if (!isDeclaredIn(state, item)) return false;
  const at = addressIn(item);
  const [applied, there] = [appliedRow(state, at, find(live, item).item?.vdt), rowAt(live, at)];
  return item.context === undefined || applied === 'unknown' || there?.unknown === true || isSame(applied, there);
}

function warningOf(found: readonly ItemName[]): Finding {
  const names = someOf(found.map(nameInContext).sort(), { most: 10, noun: 'item' });
  const [match, them] = found.length === 1 ? ['matches', 'it'] : ['match', 'them'];
  return {
    severity: 'warning',
    code: 'deleted-before',
    message: `${counted(found.length, 'item')} on the server ${match} an earlier apply, but the last apply did not declare ${them}: ${names}.`,
    hint: `A restored backup may have brought ${them} back, or others created ${them}, so an apply leaves ${them} alone. To keep ${them}, declare ${them}. To delete ${them}, declare ${them} with \`opp: delete\`.`,
  };
}
