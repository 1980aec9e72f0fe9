// Rules about how much a plan may do at once: numbers, shares, and all items of a kind.
import { compareContexts } from '../../model/context.ts';
import { counted, withCommas } from '../../model/counted.ts';
import { type LimitName, limitText } from '../../model/limits.ts';
import { countChanges } from '../../model/plan.ts';
import { existing, isBroughtBack, type Tally } from '../existing.ts';
import type { Found, GuardInput } from '../rule.ts';

export function maxDeletes({ changes, limits }: GuardInput): Found[] {
  const { delete: count } = countChanges(changes);
  if (count <= limits.maxDeletes) return [];
  const message = `The plan deletes ${counted(count, 'item')}, more than the limit of ${limits.maxDeletes} (maxDeletes).`;
  return [{ message }];
}

/** What others deleted and an apply brings back is a change of what is there. */
export function maxUpdates({ changes, limits }: GuardInput): Found[] {
  const count = countChanges(changes).update + changes.filter(isBroughtBack).length;
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
  // Where nothing is known of what is there, nothing has a share of it.
  const { changes, liveSource } = input;
  const isTouched =
    countChanges(changes)[share.action] > 0 || (share.action === 'update' && changes.some(isBroughtBack));
  if (!isTouched || liveSource === 'none') return [];
  const { all, contexts } = existing(input);
  const isOver = (some: Tally) => exceeds(some, { input, share });
  // One context that holds all is the repository.
  const over = [...contexts]
    .filter(([, some]) => some.items < all.items && isOver(some))
    .sort(([a], [b]) => compareContexts(a, b));
  const rest = over.length - MAX_CONTEXTS;
  return [
    ...(isOver(all) ? [{ message: `The plan ${sizeOf(all, { input, share })}.` }] : []),
    ...over.slice(0, MAX_CONTEXTS).map(([context, some], index) => {
      const more = rest > 0 && index === MAX_CONTEXTS - 1 ? ` So in ${counted(rest, 'more context')}.` : '';
      return { message: `In \`${context}\`, the plan ${sizeOf(some, { input, share })}.${more}` };
    }),
  ];
}

interface Sharing {
  input: GuardInput;
  share: Share;
}

function exceeds(tally: Tally, { input: { limits }, share }: Sharing): boolean {
  const { items, [share.action]: count } = tally;
  return items >= limits.existing && count * 100 > limits[share.limit] * items;
}

function sizeOf(tally: Tally, { input: { limits }, share }: Sharing): string {
  const { items, [share.action]: count } = tally;
  // Rounded up: what is over the limit must not read as the limit.
  const percent = Math.ceil((count * 10_000) / items) / 100;
  const limit = limitText(share.limit, limits[share.limit]);
  return `${share.does} ${withCommas(count)} of ${counted(items, 'item')}, ${percent}%, more than the limit of ${limit} (${share.limit})`;
}

/** That one item goes, the plan says in one line; `protect` is for those that must not. */
const MIN_ALL = 2;

const KINDS = { keys: 'keys and values', files: 'files' } as const;

export function allDeleted(input: GuardInput): Found[] {
  if (countChanges(input.changes).delete === 0 || input.liveSource === 'none') return [];
  const found = existing(input);
  return (['keys', 'files'] as const).flatMap((kind) => {
    const { items, delete: deleted } = found[kind];
    if (items < MIN_ALL || deleted < items) return [];
    const message = `The plan deletes all ${KINDS[kind]} on the server that are this project's (${counted(items, 'item')}).`;
    return [{ message }];
  });
}
