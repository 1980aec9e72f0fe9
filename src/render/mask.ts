// Masks all secrets in a plan, so that no renderer can show them.
import {
  type Change,
  type FileChange,
  holdsSecret,
  type KeyChange,
  type Plan,
  type Received,
  type ReceivedRow,
  type ValueChange,
} from '../model/plan.ts';
import { looksSecret } from '../model/secrets.ts';
import type { KeyMetadata } from '../model/state.ts';
import { CHANGED, MASK, maskedVersions } from './mask-parts.ts';

export { MASK };

declare const masked: unique symbol;
/** A plan that may be shown; only {@link mask} makes one. */
export type MaskedPlan = Plan & { readonly [masked]: true };

/** Replaces `before` and `after` of every secret change, and secret parts of those that have some. */
export function mask(plan: Plan): MaskedPlan {
  return { ...plan, changes: plan.changes.map(maskChange), drift: plan.drift.map(maskChange) } as MaskedPlan;
}

function maskChange(change: Change): Change {
  return change.kind === 'key' ? maskKey(change) : maskTexts(change);
}

/** Without its secrets, as far as the marks of the change tell them. */
export function maskTexts<One extends ValueChange | FileChange>(change: One): One {
  const { secretTexts: known, received, ...rest } = change;
  const isSecret = holdsSecret(change);
  const shown = { ...rest, ...(received && { received: maskReceived(received, isSecret) }) } as One;
  if (change.secret) return withSides(shown, { before: MASK, after: MASK });
  const masked = known && maskedVersions({ ...change, known });
  if (masked === undefined) return shown;
  return masked === 'all'
    ? { ...withSides(shown, { before: MASK, after: MASK }), secret: true }
    : withSides(shown, masked);
}

/** Replaces the sides that a change has. */
function withSides<Shown extends ValueChange | FileChange>(
  change: Shown,
  sides: { before?: string | null | undefined; after?: string | null | undefined },
): Shown {
  const before = change.before === undefined ? {} : { before: sides.before };
  const after = change.after === undefined ? {} : { after: sides.after };
  return { ...change, ...before, ...after };
}

/** @param all masks every text, because the change itself is secret */
function maskReceived({ isExact, regions }: Received, all: boolean): Received {
  const row = (one: ReceivedRow): ReceivedRow =>
    (all || one.secret) && one.text !== undefined ? { ...one, text: MASK, secret: true } : one;
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
  const side = (metadata: KeyMetadata, text: string) =>
    looksSecret(metadata.readme) ? { ...metadata, readme: text } : metadata;
  const isSame = !looksSecret(before?.readme) || before?.readme === after?.readme;
  return {
    ...change,
    ...(before && { before: side(before, MASK) }),
    ...(after && { after: side(after, isSame ? MASK : CHANGED) }),
  };
}
