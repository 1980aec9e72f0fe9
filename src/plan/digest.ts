// The digest of a plan: of its target, its mode of pruning and all that it changes. It identifies what was reviewed.
import { createHash, createHmac } from 'node:crypto';
import { type Change, holdsSecret, inJson, type ItemName, type Plan } from '../model/plan.ts';
import { secretTexts } from '../semantics/secret-lines.ts';

/**
 * Two plans with the same digest do the same. Without a digest key, a secret counts only by address and action, and a
 * text with a secret inside by the rest of it.
 *
 * @param digestKey for digests of secrets, because short secrets could be guessed from plain digests
 */
export function planDigest(
  { target, prune, changes }: Pick<Plan, 'target' | 'prune'> & { changes: readonly Change[] },
  digestKey: string | undefined,
): string {
  const { url, account, name } = target;
  const items = changes.map((change) => {
    const digest = digestOf(change, digestKey);
    return { ...addressOf(change), action: change.action, ...(digest !== undefined && { digest }) };
  });
  return createHash('sha256')
    .update(JSON.stringify([url, account, name, prune, items]))
    .digest('hex');
}

function addressOf({ kind, name, context }: ItemName): object {
  return inJson({ kind, name, context });
}

function digestOf(change: Change, digestKey: string | undefined): string | undefined {
  const isOpen = !holdsSecret(change);
  const hash = isOpen || digestKey === undefined ? createHash('sha256') : createHmac('sha256', digestKey);
  const content = isOpen || digestKey !== undefined ? change : withoutSecrets(change);
  return content && hash.update(JSON.stringify(contentOf(content))).digest('hex');
}

/** The change without the secrets inside of its texts; `undefined` if one of another version would be left. */
function withoutSecrets(change: Change): Change | undefined {
  if (change.kind === 'key' || change.secret || change.secrets === undefined) return undefined;
  const { before, after, secrets } = change;
  // The longest first: one secret may contain another.
  const own = [before, after].flatMap(secretTexts).sort((a, b) => b.length - a.length);
  const cut = <Text>(text: Text) =>
    typeof text === 'string' ? own.reduce<string>((rest, secret) => rest.replaceAll(secret, '\0'), text) : text;
  const sides = { before: cut(before), after: cut(after) };
  const isLeft = secrets.texts.some((secret) => [sides.before, sides.after].some((text) => text?.includes(secret)));
  return isLeft ? undefined : ({ ...change, ...sides } as Change);
}

/** All that decides what the push does to the item; the place may move. */
export function contentOf(change: Change): unknown {
  const present = [change.before !== undefined, change.after !== undefined, change.rewritten ?? false];
  if (change.kind === 'key') {
    const metadata = [sortedEntries(change.before), sortedEntries(change.after)];
    return ['key', ...present, ...metadata, ...optional(change.whole)];
  }
  const texts = [change.before ?? null, change.after ?? null];
  return change.kind === 'value'
    ? ['value', ...present, ...texts, change.vdt, ...optional(change.surplus)]
    : ['file', ...present, ...texts, null, ...optional(change.securityGroup)];
}

function optional<One>(one: One | undefined): One[] {
  return one === undefined ? [] : [one];
}

function sortedEntries(metadata: object = {}): unknown[] {
  return Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
}
