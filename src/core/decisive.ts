// Whether the settings or counts of the server could change a plan: only then are they asked for.
import type { Change } from '../model/plan.ts';
import { keyId, type State } from '../model/state.ts';
import { type PlanInput, statesOf } from '../plan/input.ts';
import { vanished } from '../plan/rules/limits.ts';
import { valueProblem } from '../semantics/value-types.ts';
import type { Owned } from './owners.ts';

/** Whether the server's settings or counts could change the plan. */
export function isDecisive({ input, compared: { changes, drift } }: Owned): boolean {
  const { live, liveSource, applied } = input;
  const { lastApplied } = applied;
  return (
    [...changes, ...drift].some(isAboutTypes) ||
    statesOf(applied).some((state) => hasOtherType(state, live)) ||
    changes.some((change) => isSecured(change, input)) ||
    // An export without applied items may be incomplete; the counts would show it.
    (liveSource === 'export' && lastApplied !== undefined && vanished(lastApplied, live).gone > 0)
  );
}

/** With value types off, types do not change and values are not checked (behaviour.md, section 7.3). */
function isAboutTypes(change: Change): boolean {
  if (change.kind === 'key') {
    const { action, before, after } = change;
    if (action === 'create') return after?.vdt !== undefined && after.vdt !== 'Text';
    return action === 'update' && before?.vdt !== after?.vdt;
  }
  return (
    change.kind === 'value' &&
    change.after != null &&
    valueProblem(change.vdt ?? 'Text', change.after) !== undefined
  );
}

/** With security off, a security group has no effect (behaviour.md, section 12.1). */
function isSecured(change: Change, { desired, live }: PlanInput): boolean {
  if (change.kind === 'file') return change.securityGroup !== undefined;
  const id = keyId(change.name);
  return [desired, live].some(({ items }) => items.get(id)?.securityGroup !== undefined);
}

/** Whether a key has another type than it was applied with. */
function hasOtherType({ items }: State, live: State): boolean {
  for (const [id, { vdt }] of items) {
    const liveVdt = vdt && live.items.get(id)?.vdt;
    if (liveVdt !== undefined && vdt !== liveVdt) return true;
  }
  return false;
}
