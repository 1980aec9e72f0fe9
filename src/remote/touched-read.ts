// Reads what a plan touches again: before the push, to find changes by others, and after it, to verify it.
import { CommandError } from '../errors.ts';
import { inParallel } from '../lib/parallel.ts';
import { sameJson } from '../lib/json.ts';
import { type Context, contextId, contextIn, fullContext } from '../model/context.ts';
import type { Change, KeyChange, ValueChange } from '../model/plan.ts';
import { type Item, keyId, type KeyMetadata, type Row, type State } from '../model/state.ts';
import type { Reader } from './client.ts';
import type { PulledValue, PullRequest } from './pull.ts';
import { type KnownContexts, presumedGroup, pulledState, type Pulls } from './pulled-state.ts';
import { askContext, type ContextSource, CachedAnswer } from './read-live.ts';
import type { KeyData } from './wire.ts';

/** Pulls of more contexts take as long as the export: 18 µs for each key, where it takes 200 (behaviour.md, section 16). */
const MAX_CONTEXTS = 10;

/** Before a push by token, up to this many keys are all read one by one. */
const FEW_KEYS = 16;

/** The items that changes touch. */
interface Touched {
  /** By id. */
  keys: ReadonlyMap<string, TouchedKey>;
  /** Contexts of the values to read, by id. */
  contexts: ReadonlyMap<string, Context>;
  hasFiles: boolean;
}

interface TouchedKey {
  name: string;
  /** The change of the key itself. */
  own?: KeyChange;
}

export interface Rereading {
  /** The live state from which the changes were planned. */
  live: State;
  changes: readonly Change[];
  /** Whether the push has been applied: then only what it changed is read. */
  isPushed: boolean;
  source: ContextSource & { depth: number };
}

/** The current key by id; `undefined` if it was deleted. */
type Metadata = (id: string) => KeyData | Item | undefined;
/** The rows of the requested contexts, by the id of the context, then of the key. */
type Rows = ReadonlyMap<string, ReadonlyMap<string, PulledValue>>;

/**
 * Whether the whole state must be read again. Deleting a key, or changing its type or group, also affects rows that
 * changes do not name; a pull shows one of several duplicate rows; and a reformatted Map or List looks the same.
 */
export function needsWhole(changes: readonly Change[], { isPushed }: { isPushed: boolean }): boolean {
  return changes.some((change) => {
    if (change.kind === 'file') return false;
    if (change.kind === 'value') return 'surplus' in change || isReformatted(change);
    // Otherwise it is deleted value by value, and values of others stay.
    if (change.action === 'delete') return !isPushed && (change.whole === true || change.values === 0);
    const { action, before, after } = change;
    return action === 'update' && OF_ALL_VALUES.some((name) => before?.[name] !== after?.[name]);
  });
}

/** A change of one of these affects every value of the key. */
const OF_ALL_VALUES = ['vdt', 'securityGroup'] as const;

function isReformatted({ vdt, before, after }: ValueChange): boolean {
  return (vdt === 'Map' || vdt === 'List') && before != null && after != null && sameJson(before, after);
}

/**
 * The live state with the touched items read again: keys and files by an export without values, values by a pull of each
 * touched context. `undefined` if that is not cheaper than the full export, or not equivalent.
 *
 * @param source.reader without a token, so that encrypted items are shown as stored
 */
export async function rereadByExport(rereading: Rereading): Promise<State | undefined> {
  const { live, source, isPushed, changes } = rereading;
  const touched = touchedBy(rereading);
  if (touched.contexts.size > MAX_CONTEXTS || (isPushed && mayHaveDuplicates(changes))) return undefined;
  const { reader, repository } = source;
  try {
    const [exported, pulls] = await Promise.all([
      reader.exportKeys(repository, { files: touched.hasFiles }),
      pullEach(touched, { source, content: 'texts' }),
    ]);
    const rows = rowsOf(pulls);
    if (!isAsStored(exported, { touched, rows })) return undefined;
    const items = withTouched(live, { touched, rows, metadata: (id) => exported.items.get(id) });
    // The key exists without any of the values read: others added one, or a file refers to the key.
    const hasOnlyUnreadValues = (id: string) =>
      items.get(id)?.rows.size === 0 && (live.items.get(id)?.rows.size ?? 0) > 0;
    if ([...touched.keys.keys()].some(hasOnlyUnreadValues)) return undefined;
    if (!touched.hasFiles) return { items };
    const isOf = (state: State['items'], kind: Item['kind']) => [...state].filter(([, item]) => item.kind === kind);
    return { items: new Map([...isOf(items, 'key'), ...isOf(exported.items, 'file')]) };
  } catch (error) {
    // The full export may still work, or explains what is wrong.
    if (error instanceof CommandError || error instanceof CachedAnswer) return undefined;
    throw error;
  }
}

/** If two clients create a value at the same time, the server stores two rows, and a pull shows one (behaviour.md, section 17). */
function mayHaveDuplicates(changes: readonly Change[]): boolean {
  const created = new Set(
    changes.flatMap((change) => (change.kind === 'key' && change.action === 'create' ? [change.key] : [])),
  );
  return changes.some((change) => change.kind === 'value' && change.action === 'create' && !created.has(change.key));
}

/** Whether the rows fit their keys, which were read at another moment, and every text could be read. */
function isAsStored({ items }: State, { touched, rows }: { touched: Touched; rows: Rows }): boolean {
  return [...touched.keys.keys()].every((id) => {
    const { vdt, securityGroup } = items.get(id) ?? {};
    return [...rows.values()].every((own) => {
      const row = own.get(id);
      if (row === undefined) return true;
      return row.text !== undefined && row.vdt === vdt && row.securityGroup === securityGroup;
    });
  });
}

export interface RereadingByToken extends Rereading {
  known: KnownContexts;
  keyData: Reader['keyData'];
}

/**
 * The same without the export: values by a pull of each touched context, and single keys if their values do not show
 * what happened to them. `undefined` if files are touched, which need the pulls of all contexts.
 */
export async function rereadByToken(rereading: RereadingByToken): Promise<State | undefined> {
  const { live, source, known } = rereading;
  const touched = touchedBy(rereading);
  if (touched.hasFiles) return undefined;
  try {
    const pulls = await pullEach(touched, { source, content: 'values' });
    const seen = pulledState(pulls, known).items;
    const metadata = await metadataByToken(rereading, { touched, seen });
    return { items: withTouched(live, { touched, rows: rowsOf(pulls), metadata }) };
  } catch (error) {
    if (error instanceof CommandError || error instanceof CachedAnswer) return undefined;
    throw error;
  }
}

async function metadataByToken(
  { live, source, known, keyData, isPushed }: RereadingByToken,
  { touched, seen }: { touched: Touched; seen: State['items'] },
): Promise<Metadata> {
  const isFew = touched.keys.size <= FEW_KEYS;
  const requested = [...touched.keys].filter(
    ([id, key]) => (!isPushed && isFew) || needsKeyData(key, { isSeen: seen.has(id), isPushed }),
  );
  const answers = new Map(
    await inParallel(requested, async ([id, { name }]) => [id, await keyData(source.repository, name)] as const),
  );
  return (id) => {
    const [before, now, own] = [live.items.get(id), seen.get(id), touched.keys.get(id)?.own];
    if (answers.has(id)) {
      const data = answers.get(id);
      const { readme: _, ...rest }: KeyMetadata = now ?? before ?? presumedGroup(id, known);
      return data && { ...rest, ...data };
    }
    return now && { ...now, ...notInPull(isPushed ? { ...before, ...own?.after } : before) };
  };
}

/**
 * Whether a key must be read by itself: pulls show neither a lock nor a key without values.
 * @param isSeen whether a pull shows a value of the key
 */
function needsKeyData({ own }: TouchedKey, { isSeen, isPushed }: { isSeen: boolean; isPushed: boolean }): boolean {
  if (own?.action === 'delete') return own.values === 0;
  // Another client may have created it in the meantime.
  if (own?.action === 'create' && !isPushed) return isSeen || own.values === 0;
  const { push } = own?.after ?? {};
  return !isSeen || (push !== undefined && push !== (own?.before?.push ?? true));
}

/** The metadata that a pull does not show: a lock, and a blank readme. */
function notInPull({ push, readme }: KeyMetadata = {}): KeyMetadata {
  return { ...(push !== undefined && { push }), ...(readme?.trim() === '' && { readme }) };
}

/** Before a push this includes all contexts of a key that loses a value: deleting the last value deletes the key. */
function touchedBy({ live, changes, isPushed }: Rereading): Touched {
  const keys = new Map<string, TouchedKey>();
  const contexts = new Map<string, Context>();
  const add = (written: Context): void => {
    const context = contextIn(written);
    contexts.set(contextId(context), context);
  };
  let hasFiles = false;
  for (const change of changes) {
    if (change.kind === 'file') {
      hasFiles = true;
      continue;
    }
    const id = keyId(change.key);
    if (!isPushed && change.action === 'delete')
      for (const { context } of live.items.get(id)?.rows.values() ?? []) add(context);
    if (change.kind === 'key') {
      keys.set(id, { name: change.key, own: change });
      // The push rewrites this value.
      if (change.anchor !== undefined) add(change.anchor);
    } else {
      if (!keys.has(id)) keys.set(id, { name: change.key });
      add(change.context);
    }
  }
  return { keys, contexts, hasFiles };
}

/** Pulls each touched context, by its id. */
async function pullEach(
  { contexts }: Touched,
  { source, content }: Pick<Rereading, 'source'> & Pick<PullRequest, 'content'>,
): Promise<Pulls> {
  const pull = async ([id, context]: [string, Context]) => {
    const full = fullContext(context, source.depth);
    return [id, await askContext(source, { context: full, content })] as const;
  };
  return new Map(await inParallel([...contexts], pull));
}

/** The rows of each context itself: without one, a pull shows that of a broader context. */
function rowsOf(pulls: Pulls): Rows {
  return new Map(
    [...pulls].map(([id, { values }]) => {
      const own = values.filter(({ context }) => contextId(contextIn(context)) === id);
      return [id, new Map(own.map((value) => [keyId(value.name), value]))];
    }),
  );
}

function withTouched(
  live: State,
  { touched, metadata, rows }: { touched: Touched; metadata: Metadata; rows: Rows },
): State['items'] {
  const items = new Map(live.items);
  for (const id of touched.keys.keys()) {
    const current = metadata(id);
    if (current === undefined) {
      items.delete(id);
      continue;
    }
    const before = live.items.get(id);
    const own = new Map(before?.rows);
    for (const context of touched.contexts.keys()) {
      const row = rows.get(context)?.get(id);
      if (row === undefined) own.delete(context);
      else own.set(context, shownRow(row, own.get(context)));
    }
    items.set(id, { ...onlyInFirstRead(before), ...current, rows: own });
  }
  return items;
}

function onlyInFirstRead(before: Item | undefined): Pick<Item, 'inactive' | 'elsewhere'> {
  const { inactive, elsewhere } = before ?? {};
  return { ...(inactive !== undefined && { inactive }), ...(elsewhere && { elsewhere }) };
}

/** A Map or List comes parsed: if its meaning has not changed, the earlier text is kept. */
function shownRow({ context, text, isParsed }: PulledValue, before: Row | undefined): Row {
  const short = contextIn(context);
  if (text === undefined) return { context: short, text: null, unknown: true };
  if (!isParsed || text === null) return { context: short, text };
  const isSame = before?.text != null && sameJson(before.text, text);
  return isSame ? before : { context: short, text, native: true };
}
