// How many pushes a plan takes: one, unless files name keys that are new (behaviour.md, section 18.13), or `batch` asks for more.
import { counted } from '../model/counted.ts';
import { addressOf, type Change, type FileChange, type KeyChange, type Plan } from '../model/plan.ts';
import { keyId } from '../model/state.ts';
import { surplusPhases } from './surplus.ts';
import { neededKeys, pointsAtFile, targetFiles } from './new-keys.ts';
import { grouped } from '../model/grouped.ts';

/** The changes of a plan in the groups in which they are pushed, one after the other. */
export function phasesOf({ changes, batch }: Pick<Plan, 'changes' | 'batch'>): (readonly Change[])[] {
  const phases = [...surplusPhases(changes), ...orderedPhases(changes)];
  return batch === undefined ? phases : phases.flatMap((phase) => batchesOf(phase, batch));
}

/** One sentence for the plan, where one push is not enough. */
export function phasesNote(plan: Pick<Plan, 'changes' | 'batch'>): string | undefined {
  const { length } = phasesOf(plan);
  if (length < 2) return undefined;
  const surplus = surplusPhases(plan.changes).length > 0;
  const order = orderedPhases(plan.changes).length > 1;
  const ordered = 'first the new keys that files name in their placeholders, then the rest';
  const batched = 'first what is created and updated, then what is deleted';
  const why = [
    ...(surplus
      ? ['first deletes that leave one row of each value that the server holds more than once']
      : []),
    ...(order ? [`${surplus ? 'then ' : ''}${ordered}; the server takes them only in this order`] : []),
    ...(order || (surplus && plan.batch === undefined) ? [] : [batched]),
    ...(surplus && !order && plan.batch === undefined ? ['then the rest'] : []),
  ].join(', ');
  const size =
    plan.batch === undefined ? '' : ` of up to ${counted(plan.batch, 'value')} each, so not atomic`;
  return `${length} pushes${size}: ${why}.`;
}

/**
 * The server processes files before keys, so a file whose placeholders name a new key must come after that key;
 * each group leaves the repository in a state of its own that is whole.
 */
function orderedPhases(changes: readonly Change[]): (readonly Change[])[] {
  const needed = neededKeys(changes);
  if (needed.size === 0) return [changes];
  const files = targetFiles(changes, needed);
  const later = pointingLater(changes, { needed, files });
  const isFirst = (change: Change) =>
    change.kind === 'file' ? files.has(change) : needed.has(keyId(change.key)) && !later.has(change);
  const split = changes.filter((change) => change.kind === 'key' && isLockedLater(change, later));
  return [
    changes.filter(isFirst).map((change) => (split.includes(change) ? unlocked(change) : change)),
    [...changes.filter((change) => !isFirst(change)), ...split.map(locked)],
  ];
}

/**
 * Values of the needed keys that point at a new file which itself names needed keys, maybe just this one: the file
 * must wait for the key, and the value for the file.
 */
function pointingLater(
  changes: readonly Change[],
  { needed, files }: { needed: ReadonlySet<string>; files: ReadonlySet<FileChange> },
): ReadonlySet<Change> {
  const created = changes.filter((change) => change.kind === 'file' && change.action === 'create');
  const isThere = new Set([...files].map(({ path }) => path));
  const waiting = new Set(created.map((change) => addressOf(change)).filter((path) => !isThere.has(path)));
  return new Set(
    changes.filter(
      (change) => pointsAtFile(change) && needed.has(keyId(change.key)) && waiting.has(change.after ?? ''),
    ),
  );
}

/** A key that is born locked would refuse the values that come later. */
function isLockedLater(own: KeyChange, later: ReadonlySet<Change>): boolean {
  const isOfKey = (change: Change) => change.kind === 'value' && keyId(change.key) === keyId(own.key);
  return own.after?.push === false && [...later].some(isOfKey);
}

function unlocked(change: Change): Change {
  return change.kind === 'key' ? { ...change, after: { ...change.after, push: true } } : change;
}

function locked(change: Change): Change {
  if (change.kind !== 'key') return change;
  return { ...change, action: 'update', before: { ...change.after, push: true } };
}

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
