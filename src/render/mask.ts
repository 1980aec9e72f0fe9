// Masks all secrets in a plan, so that no renderer can show them.
import { edited, type Range } from '../lib/text.ts';
import {
  type Change,
  type RowChange,
  holdsSecret,
  type KeyChange,
  type Plan,
  type Affected,
  type WinningRow,
} from '../model/plan.ts';
import { looksSecret } from '../model/secrets.ts';
import type { Shown, ShownRow } from '../model/shown.ts';
import type { KeyMetadata } from '../model/state.ts';

export const MASK = '(secret)';
const CHANGED = '(secret, changed)';

/** `(secret)`, or that its variable is not set. */
export function hiddenText(unset: string | undefined): string {
  return unset === undefined ? MASK : `(secret, ${unset} is not set here)`;
}

declare const masked: unique symbol;
/** A plan that may be shown; only {@link mask} makes one. */
export type MaskedPlan = Plan & { readonly [masked]: true };

/** Replaces `before` and `after` of every secret change, and the secret lines of those that have some. */
export function mask(plan: Plan): MaskedPlan {
  const { changes, drift, alreadySent } = plan;
  return {
    ...plan,
    changes: changes.map(maskChange),
    drift: drift.map(maskChange),
    alreadySent: alreadySent?.map(maskChange),
  } as MaskedPlan;
}

export function maskChange(change: Change): Change {
  return change.kind === 'key' ? maskKey(change) : maskTexts(change);
}

/** Rows that may be shown; only {@link maskShown} makes them. */
export type MaskedShown = Omit<Shown, 'rows'> & {
  rows: (ShownRow & { isMasked: boolean })[];
  readonly [masked]: true;
};

export function maskShown({ rows, ...shown }: Shown): MaskedShown {
  const hidden = rows.map((row) => {
    const change = maskTexts(row.change);
    return {
      ...row,
      change,
      isMasked: change.secret === true || change.after !== row.change.after,
    };
  });
  return { ...shown, rows: hidden } as unknown as MaskedShown;
}

/** Without its secrets, as far as the marks of the change tell them. */
export function maskTexts<One extends RowChange>(change: One): One {
  const isSecret = holdsSecret(change);
  const affects = change.affects && maskAffected(change.affects, isSecret);
  if (!isSecret && affects === change.affects) return change;
  const { secrets, affects: _, ...rest } = change;
  const shown = { ...rest, affects } as One;
  if (!isSecret || (secrets?.before.length === 0 && secrets.after.length === 0)) return shown;
  const masked = secrets && maskedSides(change);
  return masked === undefined
    ? { ...withSides(shown, { before: MASK, after: MASK }), secret: true }
    : withSides(shown, masked);
}

function withSides<Shown extends RowChange>(change: Shown, sides: Sides): Shown {
  return {
    ...change,
    before: change.before === undefined ? undefined : sides.before,
    after: change.after === undefined ? undefined : sides.after,
  };
}

/** @param isSecret masks every text, because the change itself is secret */
function maskAffected(affects: Affected, isSecret: boolean): Affected {
  const { isExact, regions } = affects;
  const isHidden = (winning?: WinningRow) =>
    winning !== undefined && (isSecret || winning.secret === true) && winning.text !== undefined;
  if (!regions.some(({ before, after }) => isHidden(before) || isHidden(after))) return affects;
  const row = (winning: WinningRow): WinningRow =>
    isHidden(winning) ? { ...winning, text: MASK, secret: true } : winning;
  return {
    isExact,
    regions: regions.map(({ contexts, before, after }) => ({
      contexts,
      before: before && row(before),
      after: after && row(after),
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
    before: before && side(before, MASK),
    after: after && side(after, isSame ? MASK : CHANGED),
  } as KeyChange;
}

// The secret lines of two versions of a text are masked so that a changed secret is still visible as changed.

const LINE = '(secret line)';
const CHANGED_LINE = '(secret line, changed)';

/** Both versions without their secret lines; `undefined` if they say nothing without them. */
function maskedSides({ before, after, secrets }: RowChange): Sides | undefined {
  const lines = { before: secrets?.before ?? [], after: secrets?.after ?? [] };
  const old = new Set(lines.before.map(({ start, end }) => before?.slice(start, end)));
  const sides = {
    before: replaced(before, lines.before, () => LINE),
    after: replaced(after, lines.after, (line) =>
      old.size === 0 || old.has(line) ? LINE : CHANGED_LINE,
    ),
  };
  const isNothingLeft = [sides.before, sides.after].every(
    (text) => text == null || text.replaceAll(LINE, '').replaceAll(CHANGED_LINE, '').trim() === '',
  );
  return isNothingLeft || (sides.before === sides.after && before !== after) ? undefined : sides;
}

type Sides = Record<'before' | 'after', string | null | undefined>;

function replaced(
  text: string | null | undefined,
  lines: readonly Range[],
  label: (line: string) => string,
): string | null | undefined {
  if (text == null) return text;
  const masks = lines.map(({ start, end }) => {
    const line = text.slice(start, end);
    return { start, end, text: `${label(line)}${line.endsWith('\r') ? '\r' : ''}` };
  });
  return edited(text, masks);
}
