// Masking: after this, no secret is in the plan, so no renderer can show one.
import type { Change, KeyChange, Plan } from '../model/plan.ts';
import { looksSecret } from '../model/secrets.ts';
import type { KeyMetadata } from '../model/state.ts';

export const MASK = '(secret)';

declare const masked: unique symbol;
/** A plan that may be shown. Only {@link mask} makes one. */
export type MaskedPlan = Plan & { readonly [masked]: true };

/** Replaces what stands before and after in every secret change, by item and never by searching texts. */
export function mask(plan: Plan): MaskedPlan {
  return { ...plan, changes: plan.changes.map(maskChange), drift: plan.drift.map(maskChange) } as MaskedPlan;
}

function maskChange(change: Change): Change {
  if (change.kind === 'key') return maskKey(change);
  if (!change.secret) return change;
  const before = change.before === undefined ? {} : { before: MASK };
  const after = change.after === undefined ? {} : { after: MASK };
  return { ...change, ...before, ...after };
}

/** What describes a key is shown, also of a secret one; but somebody may have written a token into the readme. */
function maskKey(change: KeyChange): KeyChange {
  const { before, after } = change;
  if (!looksSecret(before?.readme) && !looksSecret(after?.readme)) return change;
  const side = (metadata: KeyMetadata) =>
    looksSecret(metadata.readme) ? { ...metadata, readme: MASK } : metadata;
  return {
    ...change,
    ...(before && { before: side(before) }),
    ...(after && { after: side(after) }),
  };
}
