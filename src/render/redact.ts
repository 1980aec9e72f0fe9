// Masking: after this, no secret is in the plan, so no renderer can show one.
import type { Change, Plan } from '../model/plan.ts';

export const MASK = '(secret)';

declare const masked: unique symbol;
/** A plan that may be shown. Only {@link mask} makes one. */
export type MaskedPlan = Plan & { readonly [masked]: true };

/** Replaces what stands before and after in every secret change, by item and never by searching texts. */
export function mask(plan: Plan): MaskedPlan {
  return { ...plan, changes: plan.changes.map(maskChange), drift: plan.drift.map(maskChange) } as MaskedPlan;
}

function maskChange(change: Change): Change {
  if (!change.secret || change.kind === 'key') return change;
  const before = change.before === undefined ? {} : { before: MASK };
  const after = change.after === undefined ? {} : { after: MASK };
  return { ...change, ...before, ...after };
}
