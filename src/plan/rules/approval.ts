// Rules about what somebody has to approve once: the first apply to what is there already, and an approval of something else.
import { counted } from '../../model/counted.ts';
import { countChanges, isCounted, isRead } from '../../model/plan.ts';
import { WHOLE_REPOSITORY } from '../../model/scope.ts';
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

export function otherPlan(input: GuardInput): Found[] {
  if (input.isOffline || input.changes.length === 0 || !isOfAnother(input)) return [];
  const message = `\`force: ${input.force?.digest}\` approves another plan: the files or the server changed since, or it was another repository's.`;
  return [{ message, hint: 'Look at what this one does.' }];
}
