// Values that the server holds more than once: which row counts, and what takes the others away (behaviour.md, section 17).
import { changed, grouped } from '../lib/collections.ts';
import { counted } from '../lib/text.ts';
import { contextIn } from '../model/context.ts';
import {
  addressOf,
  type Change,
  type FileChange,
  type KeyChange,
  type Plan,
  type ValueChange,
} from '../model/plan.ts';
import { fileId, type Key, keyId, type State, type Value } from '../model/state.ts';
import { placeholdersIn } from '../semantics/placeholders.ts';
import { storedText } from '../semantics/value-types.ts';
import { fileChanges, keyChanges, valueChanges } from './diff.ts';
import type { PlanInput } from './input.ts';

/** Rows have no order: the one that is as declared counts, or else always the same one. */
export function withRowsChosen(live: State, desired: State): State {
  const keys = changed(live.keys, (key, id) => {
    const values = changed(key.values, (value, context) => {
      const { rows } = value;
      if (rows === undefined) return value;
      const declared = desired.keys.get(id);
      return chosen({ ...value, rows }, textOf(declared?.values.get(context), declared, key));
    });
    return values === key.values ? key : { ...key, values };
  });
  return keys === live.keys ? live : { ...live, keys };
}

function textOf(value: Value | undefined, declared: Key | undefined, live: Key): string | null | undefined {
  return value && storedText(declared?.vdt ?? live.vdt ?? 'Text', value.text);
}

type Rows = Value & Required<Pick<Value, 'rows'>>;

function chosen(value: Rows, wanted: string | null | undefined): Value {
  if (wanted !== undefined && value.rows.includes(wanted)) return { ...value, text: wanted };
  const [first = value.text] = [...value.rows].sort();
  return { ...value, text: first };
}

/**
 * A delete takes one row of a context, whichever, and until one is left every write is refused: so the pushes before
 * the plan's own take one surplus row of each value. A key that goes as a whole takes all of its rows along.
 */
function surplusPhases(changes: readonly Change[]): Change[][] {
  const surplus = valueChanges(changes).filter(isSurplus);
  if (surplus.length === 0) return [];
  const whole = new Set(changes.filter(isWhole).map(({ key }) => keyId(key)));
  const doubled = surplus.filter(({ key }) => !whole.has(keyId(key)));
  const rounds = doubled.reduce((most, one) => Math.max(most, one.surplus), 0);
  return Array.from({ length: rounds }, (_, round) =>
    doubled
      .filter(({ surplus }) => surplus > round)
      .map(({ after: _after, ...one }) => ({ ...one, action: 'delete' as const })),
  );
}

function isSurplus(change: ValueChange): change is ValueChange & { surplus: number } {
  return change.surplus !== undefined;
}

function isWhole(change: Change): change is Change & { kind: 'key' } {
  return change.kind === 'key' && change.action === 'delete' && change.whole === true;
}

// Files whose placeholders name keys that the same plan creates (behaviour.md, sections 11 and 18.13).

/** The keys that must be there before a file names them. */
function neededKeys(changes: readonly Change[]): ReadonlySet<string> {
  const named = new Set<string>();
  for (const change of fileChanges(changes)) {
    if (change.withNewKeys) continue;
    for (const name of placeholdersIn(change.after ?? '')) named.add(keyId(name));
  }
  return named.size === 0 ? named : createdKeys(changes, ({ key }) => named.has(keyId(key)));
}

/**
 * A file that is created makes the keys that it names, locked: who may push locked keys can go on with them in the
 * same push. An updated file makes none, so it is made anew; one of a security group would lose its protection. Where
 * types are switched off, a key that a file made stays Text (behaviour.md, section 7.3).
 */
export function withNewKeys(
  changes: Change[],
  { forceKeyPush, batch, live, liveSource, settings }: PlanInput,
): Change[] {
  // Without the export nobody knows which files are new, and which are secured.
  if (!forceKeyPush || batch !== undefined || liveSource !== 'export') return changes;
  const created = createdKeys(changes);
  const typed = createdKeys(changes, ({ after }) => !settings.vdtEnabled && after?.vdt !== 'Text');
  return changes.map((change) => {
    if (change.kind !== 'file' || change.after === undefined) return change;
    const there = live.files.get(fileId(change.path, contextIn(change.context)));
    const named = placeholdersIn(change.after).map(keyId);
    const isSecured = (there?.securityGroup ?? change.securityGroup) !== undefined;
    const isWithThem = named.some((id) => created.has(id)) && !named.some((id) => typed.has(id));
    return isWithThem && !isSecured ? { ...change, withNewKeys: true as const } : change;
  });
}

function createdKeys(
  changes: readonly Change[],
  isWanted = (_: KeyChange): boolean => true,
): ReadonlySet<string> {
  const created = keyChanges(changes).filter((change) => change.action === 'create' && isWanted(change));
  return new Set(created.map(({ key }) => keyId(key)));
}

function pointsAtFile(change: Change): change is ValueChange {
  return change.kind === 'value' && /^File(Ref|Embed)$/.test(change.vdt);
}

/** The new files that values of these keys point at: they must be there before, and name none of the keys. */
function targetFiles(changes: readonly Change[], needed: ReadonlySet<string>): ReadonlySet<FileChange> {
  const paths = new Set(
    changes.flatMap((change) =>
      pointsAtFile(change) && needed.has(keyId(change.key)) ? [change.after] : [],
    ),
  );
  return new Set(
    changes.filter(
      (change): change is FileChange =>
        change.kind === 'file' &&
        change.action === 'create' &&
        paths.has(change.path) &&
        !placeholdersIn(change.after ?? '').some((name) => needed.has(keyId(name))),
    ),
  );
}

// How many pushes a plan takes: one, unless files name keys that are new (behaviour.md, section 18.13), or `batch` asks for more.

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
  const ordered = 'first the new keys that placeholders in files refer to, then the rest';
  const batched = 'first what is created and updated, then what is deleted';
  const why = [
    ...(surplus
      ? ['first deletes that leave one row of each value that the server stores more than once']
      : []),
    ...(order ? [`${surplus ? 'then ' : ''}${ordered}; the server accepts them only in this order`] : []),
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
