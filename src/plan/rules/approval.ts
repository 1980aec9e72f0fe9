// Rules about what somebody has to approve once: the first apply to what is there already, and an approval of something else.
import { counted, withCommas } from '../../model/counted.ts';
import { countChanges, isCounted, isRead } from '../../model/plan.ts';
import { WHOLE_REPOSITORY } from '../../model/scope.ts';
import type { State } from '../../model/state.ts';
import { isOfAnother } from '../force.ts';
import type { Found, GuardInput } from '../rule.ts';
import { unmanaged } from '../unmanaged.ts';

/** What import took over, and nothing changes, is no surprise to anybody; neither is an empty repository. */
export function firstApply(input: GuardInput): Found[] {
  if (input.firstOf === undefined || !input.changes.some(isCounted)) return [];
  if (!isRead(input.liveSource)) return firstUnread(input.firstOf);
  const { update, delete: deleted } = countChanges(input.changes);
  const others = othersIn(input);
  if (others + update + deleted === 0) return [];
  const parts = [
    ...(others > 0 ? [`${counted(others, 'item')} that nobody here declares`] : []),
    ...(update > 0 ? [`${counted(update, 'item')} that this plan changes`] : []),
    ...(deleted > 0 ? [`${counted(deleted, 'item')} that this plan deletes`] : []),
  ];
  const message = `Nothing was applied from here before, and the repository is not empty: it holds ${parts.join(', and ')}.`;
  return [{ message, hint: 'Make sure that it is the right one; `import` writes what it holds into files.' }];
}

/** An empty repository can lose nothing. */
function firstUnread(keys: number | 'unknown'): Found[] {
  if (keys === 0) return [];
  const holds =
    keys === 'unknown'
      ? 'the server does not say what the repository holds'
      : `the repository holds ${counted(keys, 'key')}, which the server does not show`;
  const message = `Nothing is known to have been applied from here, and ${holds}: this plan may overwrite what others made.`;
  return [{ message, hint: 'Make sure that it is the right repository.' }];
}

/** Where live is not all of it, the server's own count of keys tells that there is more. */
function othersIn(input: GuardInput): number {
  const { live, liveSource, firstOf, scope } = input;
  const known = unmanaged(input.desired, { ...input, prune: 'managed' }).unmanaged;
  if (liveSource === 'export' || scope !== WHOLE_REPOSITORY || typeof firstOf !== 'number') return known;
  return Math.max(known, firstOf - live.keys.size);
}

/**
 * Drift is what people change. What is gone by the dozen was lost: more than the share of `limits.deletes`, from as many
 * items on as `limits.existing` says, or all that the repository held.
 */
export function liveVanished(input: GuardInput): Found[] {
  const { baseline, live, liveSource, limits, changes, drift } = input;
  if (baseline === undefined || !isRead(liveSource) || changes.length + drift.length === 0) return [];
  const { items, gone } = vanished(baseline, live);
  const isEmpty = items > 0 && live.keys.size === 0 && live.files.size === 0;
  const isMost = items >= limits.existing && gone * 100 > limits.deletes * items;
  if (!isEmpty && !isMost) return [];
  const were = `${counted(items, 'item')} ${items === 1 ? 'was' : 'were'}`;
  const message = isEmpty
    ? `The repository is empty, and ${were} applied from here. It may be another server, or one that lost its data (\`serve\` without \`--data\`).`
    : `${withCommas(gone)} of the ${counted(items, 'item')} that were last applied from here are gone from the server. It may be another server, or a restored backup.`;
  return [{ message, hint: 'To plan as if nothing had been applied before, use `--no-baseline`.' }];
}

/** Values and files that were applied, and how many of them are no longer there. */
export function vanished(baseline: State, live: State): { items: number; gone: number } {
  let [items, gone] = [0, 0];
  const look = (isThere: boolean) => {
    items += 1;
    if (!isThere) gone += 1;
  };
  for (const [id, key] of baseline.keys) {
    if (key.absent) continue;
    for (const [context, { absent }] of key.values)
      if (!absent) look(live.keys.get(id)?.values.has(context) === true);
  }
  for (const [id, { absent }] of baseline.files) if (!absent) look(live.files.has(id));
  return { items, gone };
}

export function otherPlan(input: GuardInput): Found[] {
  if (input.isOffline || input.changes.length === 0 || !isOfAnother(input)) return [];
  const message = `\`force: ${input.force?.digest}\` approves another plan: the files or the server changed since, or it was another repository's.`;
  return [{ message, hint: 'Look at what this one does.' }];
}
