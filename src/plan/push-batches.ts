// Splits a plan into pushes: surplus rows first, new keys before files that refer to them, then batches.
import { grouped } from '../lib/collections.ts';
import { counted, withCommas } from '../lib/text.ts';
import {
  type Change,
  fileChanges,
  type KeyCreation,
  type KeyUpdate,
  isRead,
  keyChanges,
  needsItsKey,
  type Plan,
  valueChanges,
} from '../model/plan.ts';
import { isFilePath, itemId, keyId, type State, withRows } from '../model/state.ts';
import { keysNamedIn } from '../semantics/placeholders.ts';
import { storedText } from '../semantics/value-types.ts';
import { changeId } from './find-item.ts';

/** `live` absent: the server was read. */
type Phased = Pick<Plan, 'changes' | 'batch'> & Partial<Pick<Plan, 'live'>>;

/** Of several rows of a value (behaviour.md, section 17), chooses the one equal to the declared value, or else the first in order. */
export function withRowsChosen(live: State, desired: State): State {
  return withRows(live, (row, { id, context, item }) => {
    const { texts } = row;
    if (texts === undefined) return row;
    const declared = desired.items.get(id);
    const wanted = declared?.rows.get(context);
    const text = wanted && storedText(declared?.vdt ?? item.vdt ?? 'Text', wanted.text);
    if (text !== undefined && texts.includes(text)) return { ...row, text };
    const [first = row.text] = [...texts].sort();
    return { ...row, text: first };
  });
}

/**
 * A delete removes an arbitrary row of a context, and writes are rejected until one row is left (behaviour.md, section
 * 17). So each push before the plan's own deletes one surplus row of each value. Deleting a whole key needs none of this.
 */
function surplusPhases(changes: readonly Change[]): Change[][] {
  const deletedKeys = keyChanges(changes).filter(
    (change) => change.action === 'delete' && change.whole,
  );
  const whole = new Set(deletedKeys.map(itemId));
  const doubled = valueChanges(changes).filter(
    (change) => (change.surplus ?? 0) > 0 && !whole.has(itemId(change)),
  );
  const rounds = doubled.reduce((most, { surplus = 0 }) => Math.max(most, surplus), 0);
  return Array.from({ length: rounds }, (_, round) =>
    doubled
      .filter(({ surplus = 0 }) => surplus > round)
      .map(({ after: _after, ...change }) => ({ ...change, action: 'delete' as const })),
  );
}

/**
 * Without a read, keys of security groups may have been deleted at any time, and a push that may create keys would create
 * them outside of their group. So what is written to these gets a push of its own. If possible it comes first: if the
 * server rejects it, nothing was changed. A value that points to a file of the plan waits for it.
 */
function securedApart({
  changes,
  live,
}: Phased): Record<'first' | 'rest' | 'last', readonly Change[]> {
  if (live === undefined || isRead(live)) return { first: [], rest: changes, last: [] };
  const ids = new Set(changes.filter(needsItsKey).map(({ name }) => keyId(name)));
  const isSecured = ({ kind, name }: Change) => kind !== 'file' && ids.has(keyId(name));
  const mayCreate = (change: Change) => {
    if (change.kind === 'key') return change.action === 'create';
    // With a token that may override locks, a value also makes its key.
    if (change.kind === 'value')
      return change.action !== 'delete' || change.mayMakeKey !== undefined;
    // A new file creates the keys that it names (behaviour.md, section 11).
    const isNew = change.action === 'create' || change.mayExist;
    return isNew && keysNamedIn(change.after ?? '').some((name) => ids.has(keyId(name)));
  };
  const rest = ids.size === 0 ? [] : changes.filter((change) => !isSecured(change));
  if (!rest.some(mayCreate)) return { first: [], rest: changes, last: [] };
  const paths = new Set<unknown>(fileChanges(changes).map(({ name }) => name));
  const pointing = valueChanges(changes).filter(
    ({ vdt, after }) => isFilePath(vdt) && paths.has(after),
  );
  const waiting = new Set(pointing.map(itemId));
  const isWaiting = (change: Change) => waiting.has(keyId(change.name));
  const secured = changes.filter(isSecured);
  return {
    first: secured.filter((change) => !isWaiting(change)),
    rest,
    last: secured.filter(isWaiting),
  };
}

/** New keys that must exist before the files that refer to them (behaviour.md, sections 11 and 18.13). */
function neededKeys(changes: readonly Change[]): ReadonlySet<string> {
  const named = new Set(
    fileChanges(changes).flatMap(({ after }) => keysNamedIn(after ?? '').map(keyId)),
  );
  const created = keyChanges(changes).filter(
    (change) => change.action === 'create' && named.has(itemId(change)),
  );
  return new Set(created.map(itemId));
}

/** The changes of a plan, grouped into consecutive pushes. */
export function phasesOf(plan: Phased): (readonly Change[])[] {
  const { changes, batch } = plan;
  const { first, rest, last } = securedApart(plan);
  const phases = [...surplusPhases(changes), ...some(first), ...orderedPhases(rest), ...some(last)];
  return batch === undefined ? phases : phases.flatMap((phase) => batchesOf(phase, batch));
}

function some(phase: readonly Change[]): (readonly Change[])[] {
  return phase.length === 0 ? [] : [phase];
}

/** A sentence for the plan if it takes more than one push. */
export function phasesNote(plan: Phased): string | undefined {
  const { length } = phasesOf(plan);
  if (length < 2) return undefined;
  const { first, rest, last } = securedApart(plan);
  const surplus =
    surplusPhases(plan.changes).length > 0 &&
    'deletions that leave one row of each value that the server stores more than once';
  const other = surplus === false && first.length === 0 ? 'everything else' : 'the rest';
  const batched =
    plan.batch === undefined ? [other] : ['what is created and updated', 'what is deleted'];
  const others =
    orderedPhases(rest).length > 1
      ? ['the new keys that placeholders in configuration files name', 'the rest']
      : batched;
  const steps = [
    surplus,
    first.length > 0 && 'what changes in keys of security groups',
    ...others,
    last.length > 0 && 'keys of security groups that point to its files',
  ].filter((step) => step !== false);
  const size =
    plan.batch === undefined
      ? ''
      : ` of up to ${counted(plan.batch, 'value')} each, so it is not atomic`;
  return `An apply sends this to the server in ${withCommas(length)} pushes${size}: first ${steps.join(', then ')}.`;
}

/**
 * The server processes files before keys, so a file that refers to a new key must be pushed after that key (behaviour.md,
 * section 18.13). Each push leaves the repository in a consistent state.
 */
function orderedPhases(changes: readonly Change[]): (readonly Change[])[] {
  const needed = neededKeys(changes);
  if (needed.size === 0) return [changes];
  const { files, later } = aroundNeeded(changes, needed);
  const isFirst = (change: Change) =>
    change.kind === 'file'
      ? files.has(change)
      : needed.has(keyId(change.name)) && !later.has(change);
  // A key that is created locked would reject later values.
  const split = keyChanges(changes).filter(
    (key): key is WrittenKey =>
      key.after?.push === false &&
      [...later].some((change) => keyId(change.name) === keyId(key.name)),
  );
  const inFirst = new Map<Change, Change>(split.map((key) => [key, unlocked(key)]));
  return [
    changes.filter(isFirst).map((change) => inFirst.get(change) ?? change),
    [...changes.filter((change) => !isFirst(change)), ...split.map(locked)],
  ];
}

/**
 * Around needed keys whose values point to new files. `files`: those that refer to none of the keys, and can come first.
 * `later`: values that point to another one. Such a file must wait for the key, and the value for the file.
 */
function aroundNeeded(changes: readonly Change[], needed: ReadonlySet<string>) {
  const isNeeded = (name: string) => needed.has(keyId(name));
  const pointing = valueChanges(changes).filter(
    ({ name, vdt }) => isFilePath(vdt) && isNeeded(name),
  );
  const paths = new Set(pointing.map(({ after }) => after));
  const created = fileChanges(changes).filter(
    ({ action, name }) => action === 'create' && paths.has(name),
  );
  const first = created.filter(({ after }) => !keysNamedIn(after ?? '').some(isNeeded));
  const early = new Set(first.map(({ name }) => name));
  const waiting = new Set<unknown>(
    created.map(({ name }) => name).filter((path) => !early.has(path)),
  );
  return {
    files: new Set<Change>(first),
    later: new Set<Change>(pointing.filter(({ after }) => waiting.has(after))),
  };
}

type WrittenKey = KeyCreation | KeyUpdate;

function unlocked(change: WrittenKey): WrittenKey {
  return { ...change, after: { ...change.after, push: true } };
}

/** It was just created in its group, if it has one. */
function locked(change: WrittenKey): KeyUpdate {
  const after = { ...change.after, securityGroup: undefined };
  return { ...change, action: 'update', before: { ...after, push: true }, after };
}

/**
 * Groups of at most `size` values and files. All changes of one key stay together. Creates and updates come before
 * deletes, and files before keys, so that every group is valid on its own: a file exists before the key that points to
 * it, and a placeholder is removed before its key.
 */
export function batchesOf(changes: readonly Change[], size: number): Change[][] {
  const batches: Change[][] = [];
  let room = 0;
  const groups = grouped(changes, (change) =>
    change.kind === 'file' ? changeId(change) : itemId(change),
  );
  for (const group of [...groups.values()].sort((a, b) => rank(a) - rank(b))) {
    // The number of values and files determines the server's time.
    const weight = Math.max(1, group.filter((change) => change.kind !== 'key').length);
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

function rank(group: readonly Change[]): number {
  const isDeletion = group.every((change) => change.action === 'delete');
  return (isDeletion ? 2 : 0) + (group[0]?.kind === 'file' ? 0 : 1);
}
