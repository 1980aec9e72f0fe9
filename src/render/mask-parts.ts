// Masks the secret parts of two versions of a text, so that a changed secret is still visible as changed.
import { type SecretPart, secretParts } from '../semantics/secret-parts.ts';

export const MASK = '(secret)';
export const CHANGED = '(secret, changed)';

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
  const names = new Map<string, string[]>();
  for (const { name, start, end } of parts) {
    const texts = names.get(name) ?? [];
    texts.push((text ?? '').slice(start, end));
    names.set(name, texts);
  }
  return names;
}
