// Rules about how much a plan may do at once: numbers, shares, and all items of a kind.
import { compareContexts } from '../../model/context.ts';
import { counted, withCommas } from '../../model/counted.ts';
import { type LimitName, limitText } from '../../model/limits.ts';
import { countChanges } from '../../model/plan.ts';
import { type Existing, existing } from '../existing.ts';
import type { Found, GuardInput } from '../rule.ts';

export function maxDeletes({ changes, limits }: GuardInput): Found[] {
  const { delete: count } = countChanges(changes);
  if (count <= limits.maxDeletes) return [];
  const message = `The plan deletes ${counted(count, 'item')}, more than the limit of ${limits.maxDeletes} (maxDeletes).`;
  return [{ message }];
}

export function maxUpdates({ changes, limits }: GuardInput): Found[] {
  const { update: count } = countChanges(changes);
  if (count <= limits.maxUpdates) return [];
  const message = `The plan changes ${counted(count, 'item')}, more than the limit of ${limits.maxUpdates} (maxUpdates).`;
  return [{ message }];
}

export function shareOfDeletes(input: GuardInput): Found[] {
  return overShare(input, { limit: 'deletes', action: 'delete', does: 'deletes' });
}

export function shareOfUpdates(input: GuardInput): Found[] {
  return overShare(input, { limit: 'updates', action: 'update', does: 'changes' });
}

interface Share {
  limit: Extract<LimitName, 'deletes' | 'updates'>;
  action: 'delete' | 'update';
  does: string;
}

/** So many contexts are named one by one. */
const MAX_CONTEXTS = 5;

function overShare(input: GuardInput, share: Share): Found[] {
  if (countChanges(input.changes)[share.action] === 0) return [];
  const items = existing(input);
  const contexts = byContext(items);
  const isOver = (some: readonly Existing[]) => exceeds(some, { input, share });
  // One context that holds all is the repository.
  const over = [...contexts]
    .filter(([, some]) => some.length < items.length && isOver(some))
    .sort(([a], [b]) => compareContexts(a, b));
  const rest = over.length - MAX_CONTEXTS;
  return [
    ...(isOver(items) ? [{ message: `The plan ${sizeOf(items, { input, share })}.` }] : []),
    ...over.slice(0, MAX_CONTEXTS).map(([context, some], index) => {
      const more = rest > 0 && index === MAX_CONTEXTS - 1 ? ` So in ${counted(rest, 'more context')}.` : '';
      return { message: `In \`${context}\`, the plan ${sizeOf(some, { input, share })}.${more}` };
    }),
  ];
}

function byContext(items: readonly Existing[]): Map<string, Existing[]> {
  const contexts = new Map<string, Existing[]>();
  for (const item of items) {
    if (item.context === undefined) continue;
    const others = contexts.get(item.context);
    if (others === undefined) contexts.set(item.context, [item]);
    else others.push(item);
  }
  return contexts;
}

interface Sharing {
  input: GuardInput;
  share: Share;
}

function exceeds(items: readonly Existing[], { input: { limits }, share }: Sharing): boolean {
  const count = countOf(items, share);
  return items.length >= limits.existing && count * 100 > limits[share.limit] * items.length;
}

function countOf(items: readonly Existing[], { action }: Share): number {
  return items.filter((item) => item.action === action).length;
}

function sizeOf(items: readonly Existing[], { input: { limits }, share }: Sharing): string {
  const count = countOf(items, share);
  // Rounded up: what is over the limit must not read as the limit.
  const percent = Math.ceil((count * 10_000) / items.length) / 100;
  const limit = limitText(share.limit, limits[share.limit]);
  return `${share.does} ${withCommas(count)} of ${counted(items.length, 'item')}, ${percent}%, more than the limit of ${limit} (${share.limit})`;
}

/** That one item goes, the plan says in one line; `protect` is for those that must not. */
const MIN_ALL = 2;

const KINDS = { keys: 'keys and values', files: 'files' } as const;

export function allDeleted(input: GuardInput): Found[] {
  if (countChanges(input.changes).delete === 0) return [];
  const items = existing(input);
  return (['keys', 'files'] as const).flatMap((kind) => {
    const some = items.filter((item) => item.kind === kind);
    if (some.length < MIN_ALL || some.some(({ action }) => action !== 'delete')) return [];
    const message = `The plan deletes all ${KINDS[kind]} on the server that are this project's (${counted(some.length, 'item')}).`;
    return [{ message }];
  });
}
