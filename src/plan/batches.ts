// `batch: <number>`: one push cut into smaller ones, because the server's time grows with the square of the values.
import { grouped } from '../model/grouped.ts';
import type { Change } from '../model/plan.ts';
import { keyId } from '../model/state.ts';

/**
 * Groups of at most `size` values and files. All changes of one key stay together, and so does a file; what creates
 * and updates comes before what only deletes, and files before keys, so that every group can stand on its own:
 * a key's file is there before the key, a placeholder is gone before its key.
 */
export function batchesOf(changes: readonly Change[], size: number): Change[][] {
  const batches: Change[][] = [];
  let room = 0;
  for (const group of [...groupsOf(changes)].sort((a, b) => rank(a) - rank(b))) {
    const weight = weightOf(group);
    const last = batches.at(-1);
    if (last === undefined || weight > room) {
      batches.push([...group]);
      room = size - weight;
    } else {
      last.push(...group);
      room -= weight;
    }
  }
  return batches;
}

/** Values and files: what the server's time grows with. */
function weightOf(changes: readonly Change[]): number {
  return Math.max(1, changes.filter((change) => change.kind !== 'key').length);
}

function groupsOf(changes: readonly Change[]): Iterable<Change[]> {
  return grouped(changes, (change) =>
    change.kind === 'file' ? `file\0${change.path}\0${change.context}` : `key\0${keyId(change.key)}`,
  ).values();
}

function rank(group: readonly Change[]): number {
  const isDeletion = group.every((change) => change.action === 'delete');
  return (isDeletion ? 2 : 0) + (group[0]?.kind === 'file' ? 0 : 1);
}
