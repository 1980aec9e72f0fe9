// Masks all secrets in a plan, so that no renderer can show them.
import type { Change, KeyChange, Plan, Received, ReceivedRow } from '../model/plan.ts';
import { looksSecret } from '../model/secrets.ts';
import type { KeyMetadata } from '../model/state.ts';

export const MASK = '(secret)';

declare const masked: unique symbol;
/** A plan that may be shown; only {@link mask} makes one. */
export type MaskedPlan = Plan & { readonly [masked]: true };

/** Replaces `before` and `after` of every secret change. Never searches texts. */
export function mask(plan: Plan): MaskedPlan {
  return { ...plan, changes: plan.changes.map(maskChange), drift: plan.drift.map(maskChange) } as MaskedPlan;
}

function maskChange(change: Change): Change {
  if (change.kind === 'key') return maskKey(change);
  const { received } = change;
  const shown = received === undefined ? change : { ...change, received: maskReceived(received) };
  if (!change.secret) return shown;
  const before = change.before === undefined ? {} : { before: MASK };
  const after = change.after === undefined ? {} : { after: MASK };
  return { ...shown, ...before, ...after };
}

function maskReceived({ isExact, regions }: Received): Received {
  const row = (one: ReceivedRow) => (one.secret && one.text !== undefined ? { ...one, text: MASK } : one);
  return {
    isExact,
    regions: regions.map(({ contexts, before, after }) => ({
      contexts,
      ...(before && { before: row(before) }),
      ...(after && { after: row(after) }),
    })),
  };
}

/** Metadata is shown even for secret keys, but a readme may contain a token. */
function maskKey(change: KeyChange): KeyChange {
  const { before, after } = change;
  if (!looksSecret(before?.readme) && !looksSecret(after?.readme)) return change;
  const side = (metadata: KeyMetadata) => (looksSecret(metadata.readme) ? { ...metadata, readme: MASK } : metadata);
  return {
    ...change,
    ...(before && { before: side(before) }),
    ...(after && { after: side(after) }),
  };
}
