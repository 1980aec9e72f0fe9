// Reads again what a plan changes: before the push, to find changes by others, and after it, to verify it.
import { CommandError } from '../errors.ts';
import { inParallel } from '../lib/parallel.ts';
import { sameJson } from '../lib/json.ts';
import { type Context, contextId, contextIn, fullContext } from '../model/context.ts';
import type { Change, KeyChange, RowChange } from '../model/plan.ts';
import {
  isFilePath,
  isParsed,
  type Item,
  keyId,
  type KeyMetadata,
  type Row,
  type State,
} from '../model/state.ts';
import { looksSealed } from '../semantics/ciphers.ts';
import { PullsSeen } from './agreement.ts';
import type { PulledValue } from './wire.ts';
import {
  type FileKnowledge,
  pulledKey,
  pulledRow,
  pulledState,
  type Pulls,
} from './pulled-state.ts';
import { pullPastCaches, CachedAnswer, type ContextSource } from './read-live.ts';
import { type KeyFields, withHidden } from './shown-fields.ts';

/** Milliseconds: looking again takes one to two seconds on a large repository, and closes nothing if it comes sooner. */
const FRESH = 5000;

/** Pulls of more contexts take as long as the export: 18 µs for each key, where it takes 200 (behaviour.md, section 16). */
const MAX_CONTEXTS = 10;

/** By id. */
type ContextsById = ReadonlyMap<string, Context>;

/** What is read again of a plan: the contexts that a pull of each shows, or everything. */
export type ContextsToReread = ContextsById | 'everything' | 'nothing';

/**
 * Decides what is read again: before a push nothing if the plan is fresh, and otherwise the changed contexts if their
 * pulls show all that matters of each change.
 * @param age milliseconds since the plan was read
 */
export function whatToReread(
  changes: readonly Change[],
  { isPushed, age = Number.POSITIVE_INFINITY }: { isPushed: boolean; age?: number },
): ContextsToReread {
  // A clock that was set back tells nothing.
  if (age >= 0 && age <= FRESH) return 'nothing';
  const created = new Set(changes.flatMap((change) => (isCreatedKey(change) ? [change.name] : [])));
  const contexts = new Map<string, Context>();
  for (const change of changes) {
    if (!isShown(change, isPushed, created)) return 'everything';
    if (change.kind !== 'value') continue;
    const context = contextIn(change.context);
    contexts.set(contextId(context), context);
  }
  return contexts.size > MAX_CONTEXTS ? 'everything' : contexts;
}

function isCreatedKey(change: Change): change is KeyChange {
  return change.kind === 'key' && change.action === 'create';
}

/**
 * A pull shows neither files as they are stored, nor keys without values, nor locks. A key that is deleted or changed,
 * or a value that is deleted before the push, also concerns values of others. Two clients that create a value at the
 * same time make two rows, of which a pull shows one (behaviour.md, section 17).
 */
function isShown(change: Change, isPushed: boolean, created: ReadonlySet<string>): boolean {
  if (change.kind === 'file') return false;
  if (change.kind === 'key')
    return isPushed && isCreatedKey(change) && change.values > 0 && change.after?.push !== false;
  if (change.surplus !== undefined || isReformatted(change)) return false;
  if (change.action === 'create') return isPushed && created.has(change.name);
  return change.action === 'update' || isPushed;
}

function isReformatted({ vdt, before, after }: RowChange): boolean {
  return isParsed(vdt) && sameJson(before, after);
}

export interface Rereading {
  /** The live state from which the changes were planned. */
  live: State;
  changes: readonly Change[];
  contexts: ContextsById;
  /** Its reader has no token if live is an export: then encrypted texts are shown as stored. */
  source: ContextSource & { depth: number };
  /** Absent: live is an export. */
  knowledge?: FileKnowledge | undefined;
}

/** The live state with the contexts read again; `undefined` if that does not answer. */
export async function rereadContexts(rereading: Rereading): Promise<State | undefined> {
  const { live, changes, contexts, source, knowledge } = rereading;
  try {
    const together = new PullsSeen();
    const asked = await inParallel([...contexts], async ([id, context]) => {
      const request = { context: fullContext(context, source.depth), content: 'values' } as const;
      const pull = await pullPastCaches(source, request);
      together.add(id, pull);
      return [id, pull] as const;
    });
    together.check();
    const pulls: Pulls = new Map(asked);
    const pulledItems = knowledge && pulledState(pulls, knowledge).items;
    const items = new Map(live.items);
    const all = valuesByKey(pulls);
    for (const [id, created] of touchedKeys(changes)) {
      const shown = all.get(id) ?? new Map<string, PulledValue>();
      // Without the token, the export may still show a text that the pull does not.
      if (knowledge === undefined && [...shown.values()].some(({ text }) => text === undefined))
        return undefined;
      const before = live.items.get(id);
      const [value] = shown.values();
      const current = pulledItems ? pulledItems.get(id) : value && pulledKey(value);
      const earlier = before ?? created ?? {};
      if (
        current &&
        knowledge === undefined &&
        mayHaveLeft(current, earlier, before?.rows.values())
      )
        return undefined;
      const item = current ? withHidden('pull', current, earlier) : before;
      if (item !== undefined) items.set(id, { ...item, rows: rowsIn(contexts, shown, before) });
    }
    return { items };
  } catch (error) {
    // Reading everything may still work, or explains what is wrong.
    if (error instanceof CommandError || error instanceof CachedAnswer) return undefined;
    throw error;
  }
}

/** By id, each with the metadata that the push gives to a new one. */
function touchedKeys(changes: readonly Change[]): Map<string, KeyMetadata | undefined> {
  const keys = new Map<string, KeyMetadata | undefined>();
  for (const change of changes) {
    if (change.kind === 'file') continue;
    const id = keyId(change.name);
    keys.set(id, (change.kind === 'key' ? change.after : undefined) ?? keys.get(id));
  }
  return keys;
}

/** What the pulls show, by the id of the key, and by the context that was asked for. */
function valuesByKey(pulls: Pulls): Map<string, Map<string, PulledValue>> {
  const byKey = new Map<string, Map<string, PulledValue>>();
  for (const [context, { values }] of pulls) {
    for (const value of values) {
      const id = keyId(value.name);
      const shown = byKey.get(id) ?? new Map<string, PulledValue>();
      byKey.set(id, shown.set(context, shown.get(context) ?? value));
    }
  }
  return byKey;
}

/**
 * Whether a key may have left its group: without a token, a pull names the group of every encrypted value, and none that
 * has no cipher. That the known group has none shows in a text that cannot be encrypted.
 */
function mayHaveLeft(read: KeyFields, earlier: KeyFields, rows: Iterable<Row> = []): boolean {
  if (read.securityGroup !== undefined || earlier.securityGroup === undefined) return false;
  const isClear = ({ text }: Row) =>
    text !== null && !isFilePath(earlier.vdt) && !looksSealed(text);
  return ![...rows].some(isClear);
}

/** In a context without a row of its own, a pull shows that of a broader one. */
function rowsIn(
  contexts: ContextsById,
  shown: ReadonlyMap<string, PulledValue>,
  before: Item | undefined,
): Item['rows'] {
  const rows = new Map(before?.rows);
  for (const id of contexts.keys()) {
    const value = shown.get(id);
    if (value !== undefined && contextId(contextIn(value.context)) === id)
      rows.set(id, rowAgain(value, rows.get(id)));
    else rows.delete(id);
  }
  return rows;
}

/**
 * A Map or List comes parsed, and one of several rows in the same context comes alone: if what it shows has not changed,
 * the earlier row is kept.
 */
function rowAgain(value: PulledValue, before: Row | undefined): Row {
  const row = pulledRow(value);
  const isSame =
    before?.texts?.includes(row.text) || (row.native && sameJson(before?.text ?? null, row.text));
  return before && isSame ? before : row;
}
