// Makes the plan, and makes it again with what `info/all` says if that could change it. No other read costs the server as much.
import type { Change, KeyChange } from '../model/plan.ts';
import { valueProblem } from '../model/vdt.ts';
import { keyId, type State } from '../model/state.ts';
import type { PlanInput } from '../plan/input.ts';
import { vanished } from '../plan/rules/approval.ts';
import type { Inspection, Listing } from './inspect.ts';
import { type Owning, type Planned, planWithOwnership } from './ownership.ts';
import { withLateListing } from './plan-input.ts';

interface Known extends Owning {
  inspection: Inspection;
  /** What is known already. */
  listing?: Listing;
}

export async function planWithListing(
  input: PlanInput,
  { inspection, listing, ...known }: Known,
): Promise<Planned & { listing?: Listing }> {
  const planned = await planWithOwnership(input, known);
  if (listing !== undefined) return { ...planned, listing };
  if (!isDecisive(planned)) return planned;
  const asked = await inspection.listing();
  return { ...(await planWithOwnership(withLateListing(input, asked), known)), listing: asked };
}

/** Whether the plan might be another one if the server's settings or counts were known. */
function isDecisive({ input, plan: { changes, drift } }: Planned): boolean {
  const { live, liveSource, baseline, announced } = input;
  const applied = [baseline, announced].filter((state) => state !== undefined);
  return (
    [...changes, ...drift].some(isAboutTypes) ||
    applied.some((state) => isTypedOtherwise(state, live)) ||
    changes.some((change) => isSecured(change, input)) ||
    // An export that lacks what was applied may have less than the server counts.
    (liveSource === 'export' && baseline !== undefined && vanished(baseline, live).gone > 0)
  );
}

/** Where value types are switched off, no type changes, and no value is checked (behaviour.md, section 7.3). */
function isAboutTypes(change: Change): boolean {
  if (change.kind === 'key') return isTyped(change);
  return (
    change.kind === 'value' && change.after != null && valueProblem(change.vdt, change.after) !== undefined
  );
}

function isTyped({ action, before, after }: KeyChange): boolean {
  if (action === 'create') return after?.vdt !== undefined && after.vdt !== 'Text';
  return action === 'update' && before?.vdt !== after?.vdt;
}

/** Where security is switched off, a security group guards nothing (behaviour.md, section 12.1). */
function isSecured(change: Change, { desired, live }: PlanInput): boolean {
  if (change.kind === 'file') return change.securityGroup !== undefined;
  const id = keyId(change.key);
  return [desired, live].some(({ keys }) => keys.get(id)?.securityGroup !== undefined);
}

/** Whether a key was applied with another type than it has. */
function isTypedOtherwise({ keys }: State, live: State): boolean {
  return [...keys].some(([id, { vdt }]) => {
    const there = live.keys.get(id)?.vdt;
    return vdt !== undefined && there !== undefined && vdt !== there;
  });
}
