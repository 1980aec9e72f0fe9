// Rules about how much a plan may do at once.
import type { Found, GuardInput } from '../rule.ts';

export function maxDeletes({ changes, maxDeletes: limit, force }: GuardInput): Found[] {
  const deletes = changes.filter(
    (change) => change.action === 'delete' && (change.kind !== 'key' || change.values === 0),
  );
  if (force || deletes.length <= limit) return [];
  const message = `The plan deletes ${deletes.length} items, more than the limit of ${limit} (maxDeletes).`;
  return [{ message, hint: 'If that is meant, apply once with --force (input `force: true`).' }];
}
