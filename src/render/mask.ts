// Masks all secrets in a plan, so that no renderer can show them.
import { grouped } from '../lib/collections.ts';
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
import { secretParts } from '../semantics/secret-parts.ts';
import type { SecretPart } from '../semantics/secret-value.ts';

export const MASK = '(secret)';
const CHANGED = '(secret, changed)';

/** `(secret)`, or that its variable is not set. */
export function hiddenText(unset: string | undefined): string {
  return unset === undefined ? MASK : `(secret, ${unset} is not set here)`;
}

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

// The secret parts of two versions of a text are masked so that a changed secret is still visible as changed.

interface Versions {
  before?: string | null | undefined;
  after?: string | null | undefined;
  /** Secret texts of other versions of the item. */
  known?: readonly string[];
}

/**
 * Both versions with `(secret)` in the place of their secrets. Absent if there are none; `all` if the texts cannot be
 * shown at all.
 */
export function maskedVersions({
  before,
  after,
  known = [],
}: Versions): Pick<Versions, 'before' | 'after'> | 'all' | undefined {
  const [old, now] = [secretParts(before), secretParts(after)];
  if (old === 'all' || now === 'all' || old.length + now.length > MAX_PARTS) return 'all';
  const all = new Set([...known, ...textsOf(before, old), ...textsOf(after, now)]);
  const secrets = [...all].filter(
    (secret) => isDistinct(secret) && (before?.includes(secret) || after?.includes(secret)),
  );
  if (secrets.length > MAX_SECRETS) return 'all';
  const [oldParts, nowParts] = [withCopies(before, old, secrets), withCopies(after, now, secrets)];
  if (oldParts.length + nowParts.length === 0) return undefined;
  const sides = {
    before: replaced(before, oldParts, () => MASK),
    after: replaced(after, nowParts, labelOf({ before, oldParts, after, nowParts })),
  };
  return sides.before === sides.after && before !== after ? 'all' : sides;
}

/** Shorter texts occur by chance. */
const SHORTEST = 6;
/** A text with more is a list of secrets. */
const MAX_PARTS = 2000;
/** The same. */
const MAX_SECRETS = 500;

/** Whether a secret can be masked where it stands. */
function isDistinct(secret: string): boolean {
  return secret.length >= SHORTEST;
}

function textsOf(text: string | null | undefined, parts: readonly SecretPart[]): string[] {
  return parts.map(({ start, end }) => (text ?? '').slice(start, end));
}

/** The parts, and every other place where one of the secrets stands. */
function withCopies(
  text: string | null | undefined,
  parts: readonly SecretPart[],
  secrets: readonly string[],
): SecretPart[] {
  if (text == null) return [...parts];
  const copies: SecretPart[] = [];
  for (const secret of secrets) {
    for (let start = text.indexOf(secret); start !== -1; start = text.indexOf(secret, start + secret.length))
      copies.push({ start, end: start + secret.length, name: '' });
  }
  return merged([...parts, ...copies]);
}

/** Sorted, and without overlaps: one secret may contain the beginning of another. */
function merged(parts: readonly SecretPart[]): SecretPart[] {
  const result: SecretPart[] = [];
  for (const part of [...parts].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || part.start >= last.end) result.push({ ...part });
    else Object.assign(last, { end: Math.max(last.end, part.end), name: last.name || part.name });
  }
  return result;
}

function replaced(
  text: string | null | undefined,
  parts: readonly SecretPart[],
  label: (part: SecretPart) => string,
): string | null | undefined {
  if (text == null) return text;
  let shown = '';
  let from = 0;
  for (const part of parts) {
    shown += text.slice(from, part.start) + label(part);
    from = part.end;
  }
  return shown + text.slice(from);
}

interface Sides {
  before: string | null | undefined;
  oldParts: readonly SecretPart[];
  after: string | null | undefined;
  nowParts: readonly SecretPart[];
}

/** Members of one name are compared in their order if there are as many as before, and as a set otherwise. */
function labelOf({ before, oldParts, after, nowParts }: Sides): (part: SecretPart) => string {
  const [old, now] = [byName(before, oldParts), byName(after, nowParts)];
  const count = new Map<string, number>();
  return ({ name, start, end }) => {
    const index = count.get(name) ?? 0;
    count.set(name, index + 1);
    const others = old.get(name);
    const text = (after ?? '').slice(start, end);
    if (others === undefined) return MASK;
    const isSame = others.length === now.get(name)?.length ? others[index] === text : others.includes(text);
    return isSame ? MASK : CHANGED;
  };
}

function byName(text: string | null | undefined, parts: readonly SecretPart[]): Map<string, string[]> {
  const names = grouped(parts, ({ name }) => name);
  return new Map([...names].map(([name, same]) => [name, textsOf(text, same)]));
}
