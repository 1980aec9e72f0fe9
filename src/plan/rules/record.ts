// Rules about the record: can it be read, and is it of what is being applied?
import { counted } from '../../model/counted.ts';
import { isDeclaredIn, prunedChanges } from '../pruned.ts';
import type { Found, GuardInput } from '../rule.ts';

export function recordUnreadable({ recordProblem }: GuardInput): Found[] {
  return recordProblem === undefined ? [] : [{ message: recordProblem }];
}

export function recordUnconfirmed({ changes, desired, prune, unconfirmed }: GuardInput): Found[] {
  if (unconfirmed === undefined || prune !== 'managed') return [];
  const { reason, confirmed } = unconfirmed;
  const pruned = prunedChanges(changes, { desired });
  const doubtful = pruned.filter((change) => !confirmed.some((state) => isDeclaredIn(state, change)));
  if (doubtful.length === 0) return [];
  const rest = doubtful.length === 1 ? 'rests' : 'rest';
  const what = counted(doubtful.length, 'deletion');
  const message = `${what} ${rest} on a record that ${reason}: it may claim what others own.`;
  return [{ message }];
}
