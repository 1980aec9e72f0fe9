// What a plan touches, read again: before the push, for what others wrote meanwhile, and after it, to verify it.
import { CommandError } from '../errors.ts';
import { inParallel } from '../lib/parallel.ts';
import { sameJson } from '../lib/strict-json.ts';
import { type Context, contextId, contextIn, fullContext } from '../model/context.ts';
import type { Change, KeyChange, ValueChange } from '../model/plan.ts';
import { type Key, keyId, type KeyMetadata, type State, type Value } from '../model/state.ts';
import type { Reader } from './client.ts';
import type { PulledValue, PullRequest } from './pull.ts';
import { type KnownContexts, presumedGroup, pulledState, type Pulls } from './pulled-state.ts';
import { askContext, type ContextSource, OthersAnswer } from './read-live.ts';
import type { KeyData } from './wire.ts';

/** Pulls of more contexts take as long as the export: 18 µs for each key, where it takes 200 (behaviour.md, section 16). */
const MAX_CONTEXTS = 10;

/** Before a push, so many keys are all asked for by token, whatever their values tell. */
const FEW_KEYS = 16;

/** What changes are about. */
interface Touched {
  /** By id. */
  keys: ReadonlyMap<string, TouchedKey>;
  /** Of the values to read, by id. */
  contexts: ReadonlyMap<string, Context>;
  hasFiles: boolean;
}

interface TouchedKey {
  name: string;
  /** What happens to the key itself. */
  own?: KeyChange;
}

export interface Rereading {
  /** As it was when the changes were planned. */
  live: State;
  changes: readonly Change[];
  /** The push was taken: now it is enough to see what it changed. */
  isPushed: boolean;
  source: ContextSource & { depth: number };
}

/** What one key is by now; `undefined` where it is gone. */
type Metadata = (id: string) => KeyData | Key | undefined;
/** The rows of the contexts that were asked for: by the id of the context, then of the key. */
type Rows = ReadonlyMap<string, ReadonlyMap<string, PulledValue>>;

/**
 * Whether more has to be read again than what changes touch: rows that nobody asks for go with a key that is deleted as
 * a whole, or come along with its new type or group; of surplus rows a pull shows one; a map or list that is only
 * written in another form looks the same.
 */
export function needsWhole(changes: readonly Change[], { isPushed }: { isPushed: boolean }): boolean {
  return changes.some((change) => {
    if (change.kind === 'file') return false;
    if (change.kind === 'value') return 'surplus' in change || isReformatted(change);
    // Otherwise it goes value by value, and what others added stays.
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
 * Live as it was planned from, with what the export shows of the touched items now: keys and files by an export
 * without values, values by a pull of each touched context. `undefined` where that is not cheaper than the whole
 * export, or does not show what it shows.
 *
 * @param source.reader without a token: then what a cipher guards is shown as it is stored
 */
export async function rereadByExport(rereading: Rereading): Promise<State | undefined> {
  const { live, source, isPushed, changes } = rereading;
  const touched = touchedBy(rereading);
  if (touched.contexts.size > MAX_CONTEXTS || (isPushed && mayBeTwice(changes))) return undefined;
  const { reader, repository } = source;
  try {
    const [there, pulls] = await Promise.all([
      reader.exportKeys(repository, { files: touched.hasFiles }),
      pullEach(touched, { source, content: 'texts' }),
    ]);
    const rows = rowsOf(pulls);
    if (!isAsStored({ touched, rows, there })) return undefined;
    const keys = withTouched(live, { touched, rows, metadata: (id) => there.keys.get(id) });
    // The key is there without any value that was read: others added one, or a file names the key.
    const isLeft = (id: string) =>
      keys.get(id)?.values.size === 0 && (live.keys.get(id)?.values.size ?? 0) > 0;
    if ([...touched.keys.keys()].some(isLeft)) return undefined;
    return { keys, files: touched.hasFiles ? there.files : live.files };
  } catch (error) {
    // Whatever is wrong with these reads, the export may be had all the same, or says itself what is wrong.
    if (error instanceof CommandError || error instanceof OthersAnswer) return undefined;
    throw error;
  }
}

/** If two clients write a new context of a key at the same moment, the server stores two rows, and a pull shows one (behaviour.md, section 17). */
function mayBeTwice(changes: readonly Change[]): boolean {
  const created = new Set(
    changes.flatMap((change) => (change.kind === 'key' && change.action === 'create' ? [change.key] : [])),
  );
  return changes.some(
    (change) => change.kind === 'value' && change.action === 'create' && !created.has(change.key),
  );
}

interface Shown {
  touched: Touched;
  rows: Rows;
  /** The export without values. */
  there: State;
}

/** `false`: a text cannot be read, or the type or group of a row differs from its key's, which was read at another moment. */
function isAsStored({ touched, rows, there }: Shown): boolean {
  return [...touched.keys.keys()].every((id) => {
    const { vdt, securityGroup } = there.keys.get(id) ?? {};
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
 * The same where there is no export: values by a pull of each touched context, and single keys where their values
 * do not tell what became of them. `undefined` where files are touched: pulls tell them apart only all together.
 */
export async function rereadByToken(rereading: RereadingByToken): Promise<State | undefined> {
  const { live, source, known } = rereading;
  const touched = touchedBy(rereading);
  if (touched.hasFiles) return undefined;
  try {
    const pulls = await pullEach(touched, { source, content: 'values' });
    const seen = pulledState(pulls, known).keys;
    const metadata = await metadataByToken(rereading, { touched, seen });
    return { keys: withTouched(live, { touched, rows: rowsOf(pulls), metadata }), files: live.files };
  } catch (error) {
    if (error instanceof CommandError || error instanceof OthersAnswer) return undefined;
    throw error;
  }
}

interface Pulled {
  touched: Touched;
  /** Keys as the pulls of touched contexts show them. */
  seen: State['keys'];
}

async function metadataByToken(
  { live, source, known, keyData, isPushed }: RereadingByToken,
  { touched, seen }: Pulled,
): Promise<Metadata> {
  const isFew = touched.keys.size <= FEW_KEYS;
  const asking = [...touched.keys].filter(([id, key]) =>
    needsKeyData(key, { isSeen: seen.has(id), isPushed, isFew }),
  );
  const ask = async ([id, { name }]: [string, TouchedKey]) =>
    [id, await keyData(source.repository, name)] as const;
  const answers = new Map(await inParallel(asking, ask));
  return (id) => {
    const [before, now, own] = [live.keys.get(id), seen.get(id), touched.keys.get(id)?.own];
    if (answers.has(id)) {
      const data = answers.get(id);
      const { readme: _, ...rest }: KeyMetadata = now ?? before ?? presumedGroup(id, known);
      return data && { ...rest, ...data };
    }
    return now && { ...now, ...notInPull(isPushed ? { ...before, ...own?.after } : before) };
  };
}

interface Told {
  /** A pull shows a value of it. */
  isSeen: boolean;
  isPushed: boolean;
  /** Few keys are touched. */
  isFew: boolean;
}

/** Pulls show neither a lock nor a key without values. A key that went with its values need not be asked for. */
function needsKeyData({ own }: TouchedKey, { isSeen, isPushed, isFew }: Told): boolean {
  if (!isPushed && isFew) return true;
  if (own?.action === 'delete') return own.values === 0;
  // Others may have made it meanwhile.
  if (own?.action === 'create' && !isPushed) return isSeen || own.values === 0;
  const { push } = own?.after ?? {};
  return !isSeen || (push !== undefined && push !== (own?.before?.push ?? true));
}

/** A lock, and a blank readme. */
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
      for (const { context } of live.keys.get(id)?.values.values() ?? []) add(context);
    if (change.kind === 'key') {
      keys.set(id, { name: change.key, own: change });
      // Its push relies on this row.
      if (change.anchor !== undefined) add(change.anchor);
    } else {
      if (!keys.has(id)) keys.set(id, { name: change.key });
      add(change.context);
    }
  }
  return { keys, contexts, hasFiles };
}

interface Pulling {
  source: Rereading['source'];
  content: PullRequest['content'];
}

/** A pull of each touched context, by its id. */
async function pullEach({ contexts }: Touched, { source, content }: Pulling): Promise<Pulls> {
  const pull = async ([id, context]: [string, Context]) => {
    const full = fullContext(context, source.depth);
    return [id, await askContext(source, { context: full, content })] as const;
  };
  return new Map(await inParallel([...contexts], pull));
}

/** If a context has no row of its own, that of a broader one answers: those are left out. */
function rowsOf(pulls: Pulls): Rows {
  return new Map(
    [...pulls].map(([id, { values }]) => {
      const own = values.filter(({ context }) => contextId(contextIn(context)) === id);
      return [id, new Map(own.map((value) => [keyId(value.name), value]))];
    }),
  );
}

interface ReadState {
  touched: Touched;
  metadata: Metadata;
  rows: Rows;
}

function withTouched(live: State, { touched, metadata, rows }: ReadState): State['keys'] {
  const keys = new Map(live.keys);
  for (const id of touched.keys.keys()) {
    const there = metadata(id);
    if (there === undefined) {
      keys.delete(id);
      continue;
    }
    const before = live.keys.get(id);
    const values = new Map(before?.values);
    for (const context of touched.contexts.keys()) {
      const row = rows.get(context)?.get(id);
      if (row === undefined) values.delete(context);
      else values.set(context, shownValue(row, values.get(context)));
    }
    keys.set(id, { ...onlyInFirstRead(before), ...there, values });
  }
  return keys;
}

function onlyInFirstRead(before: Key | undefined): Pick<Key, 'inactive' | 'elsewhere'> {
  const { inactive, elsewhere } = before ?? {};
  return { ...(inactive !== undefined && { inactive }), ...(elsewhere && { elsewhere }) };
}

/** A map or list comes parsed. If its meaning has not changed, the value that was read first is kept. */
function shownValue({ context, text, isParsed }: PulledValue, before: Value | undefined): Value {
  const short = contextIn(context);
  if (text === undefined) return { context: short, text: null, unknown: true };
  if (!isParsed || text === null) return { context: short, text };
  const isSame = before?.text != null && sameJson(before.text, text);
  return isSame ? before : { context: short, text, native: true };
}
