// Digests of the reviewed changes: a later apply pushes only these.
import { createHash, createHmac } from 'node:crypto';
import { type Change, type Finding, holdsSecret, type ItemName, type Plan, type Target } from '../model/plan.ts';
import { secretParts, secretTexts } from '../semantics/secret-parts.ts';

/**
 * One reviewed change. Without a digest key, a secret has no digest, so only address and action are compared, and the
 * digest of a text with a secret inside covers the rest of it.
 */
type ReviewedItem = ItemName & { action: Change['action']; digest?: string };

/** The part of a plan file that an apply compares with. */
export interface Review {
  target: Target;
  prune: Plan['prune'];
  items: ReviewedItem[];
}

/** @param digestKey for digests of secrets, because short secrets could be guessed from plain digests */
export function reviewOf(
  { target, prune, changes }: Pick<Plan, 'target' | 'prune'> & { changes: readonly Change[] },
  digestKey: string | undefined,
): Review {
  return { target, prune, items: changes.map((change) => reviewedItem(change, digestKey)) };
}

function reviewedItem(change: Change, digestKey: string | undefined): ReviewedItem {
  const digest = digestOf(change, digestKey);
  return { ...nameOf(change), action: change.action, ...(digest !== undefined && { digest }) };
}

function nameOf(change: Change): ItemName {
  if (change.kind === 'key') return { kind: 'key', key: change.key };
  if (change.kind === 'file') return { kind: 'file', path: change.path, context: change.context };
  return { kind: 'value', key: change.key, context: change.context };
}

function digestOf(change: Change, digestKey: string | undefined): string | undefined {
  const isSecret = holdsSecret(change);
  if (isSecret && digestKey !== undefined)
    return createHmac('sha256', digestKey)
      .update(JSON.stringify(contentOf(change)))
      .digest('hex');
  const open = isSecret ? withoutSecrets(change) : change;
  return (
    open &&
    createHash('sha256')
      .update(JSON.stringify(contentOf(open)))
      .digest('hex')
  );
}

/** The change without the secrets inside of its texts; `undefined` if one would be left. */
function withoutSecrets(change: Change): Change | undefined {
  if (change.kind === 'key' || change.secret || change.secretTexts === undefined) return undefined;
  const { before, after, secretTexts: known } = change;
  const own = [before, after].flatMap(secretTexts);
  const sides = { before: openText(before, own), after: openText(after, own) };
  const isLeft = known.some((secret) => [sides.before, sides.after].some((text) => text?.includes(secret)));
  return isLeft ? undefined : ({ ...change, ...sides } as Change);
}

/** A text with a mark in the place of its secret parts, and of each other place where one of the secrets stands. */
function openText<Text extends string | null | undefined>(text: Text, secrets: readonly string[]): Text | string {
  if (text == null) return text;
  const parts = secretParts(text);
  if (parts === 'all') return SECRET;
  const cut = parts
    .toReversed()
    .reduce((rest, { start, end }) => rest.slice(0, start) + SECRET + rest.slice(end), text as string);
  // The longest first: one secret may contain another.
  return secrets.toSorted((a, b) => b.length - a.length).reduce((rest, secret) => rest.replaceAll(secret, SECRET), cut);
}

const SECRET = '\0';

/** Before and after, as reviewed; the place may move. */
function contentOf(change: Change): unknown {
  const before = change.before ?? null;
  const after = change.after ?? null;
  const present = [change.before !== undefined, change.after !== undefined, change.rewritten ?? false];
  return change.kind === 'key'
    ? ['key', ...present, sortedEntries(change.before), sortedEntries(change.after)]
    : [change.kind, ...present, before, after, change.kind === 'value' ? change.vdt : null];
}

export function sortedEntries(metadata: object = {}): unknown[] {
  return Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A refusal for each change that was not reviewed. Reviewed changes that are no longer planned are fine. */
export function notReviewed(
  plan: Plan,
  { review, digestKey }: { review: Review; digestKey: string | undefined },
): Finding[] {
  if (!isSameTarget(plan, review)) return [refusal(OTHER_TARGET)];
  const reviewed = new Map(review.items.map((item) => [idOf(item), item]));
  return plan.changes.flatMap((change) => {
    const item = reviewedItem(change, digestKey);
    const known = reviewed.get(idOf(item));
    if (known !== undefined && isSameContent(known, { item, change })) return [];
    const what = known === undefined ? 'is not in the reviewed plan' : 'differs from the reviewed plan';
    const message = `${shown(item)} ${what}.`;
    const mayBeOfAnotherKey = known !== undefined && holdsSecret(change);
    const hint = mayBeOfAnotherKey ? DIGEST_HINT : HINT;
    return [{ ...refusal({ message, hint }), place: change.place }];
  });
}

const HINT = 'The files or the server have changed since the review. Plan again, and have the plan reviewed again.';
const DIGEST_HINT =
  'The secret has changed since the review, or the plan was made with a different digest key (`CONFIGHUB_DIGEST_KEY`, input `digest-key`).';

const OTHER_TARGET = {
  message: 'The reviewed plan is for another repository, or was made with a different `prune`.',
  hint: 'Apply it with the same url, repository and prune mode.',
};

function refusal(what: { message: string; hint: string }): Finding {
  return { severity: 'refusal', code: 'not-reviewed', ...what };
}

function isSameTarget({ target, prune }: Plan, review: Review): boolean {
  const address = ({ url, account, name }: Target) => JSON.stringify([url, account, name]);
  return address(target) === address(review.target) && prune === review.prune;
}

/** A secret reviewed with a digest does not match without one. */
function isSameContent(known: ReviewedItem, { item, change }: { item: ReviewedItem; change: Change }): boolean {
  if (known.digest === undefined) return holdsSecret(change);
  return known.digest === item.digest;
}

function idOf(item: ReviewedItem): string {
  return [item.kind, item.action, nameParts(item).join('\0').toLowerCase()].join('\0');
}

function nameParts(item: ItemName): string[] {
  if (item.kind === 'key') return [item.key];
  return [item.kind === 'file' ? item.path : item.key, item.context];
}

function shown(item: ReviewedItem): string {
  const [name, context] = nameParts(item);
  return `${item.action} of ${name}${context === undefined ? '' : ` in \`${context}\``}`;
}
