// Pulls of contexts → State. A pull shows neither the context of a file nor its text before rendering: both are inferred.
import { type Context, contextId, contextIn, EVERYWHERE } from '../model/context.ts';
import { emptyState, type FileEntry, fileId, type Key, keyId, type State, type Value } from '../model/state.ts';
import { renderedIn } from '../semantics/placeholders.ts';
import { rendered } from '../semantics/rendering.ts';
import type { Pull, PulledValue } from './pull.ts';
import type { ListedFile } from './wire.ts';

/** What is known from other sources than pulls. */
export interface KnownContexts {
  desired: State;
  baseline?: State;
  /** The source for what a pull does not show: which files exist, and the groups of keys. */
  presumed: 'baseline' | 'desired';
  /** The files in `info`, by path. */
  listed: ReadonlyMap<string, ListedFile>;
}

/** By {@link contextId} of the requested contexts. */
export type Pulls = ReadonlyMap<string, Pull>;

type Files = State['files'];
type Address = Pick<FileEntry, 'path' | 'context'>;

function addFiles(files: Files, pulls: Pulls, known: KnownContexts): void {
  const contents = contentsFrom(pulls, known);
  const add = (file: Address) => files.set(fileId(file.path, file.context), contents(file));
  const addresses = addressesIn(pulls, known).filter((file) => isAnswered(file, pulls));
  const certain = new Set(addresses.filter((file) => isPresumed(file, { pulls, known })));
  for (const file of certain) add(file);
  for (const file of addresses) if (!certain.has(file) && mayBeThere(file, { files, known })) add(file);
}

/** The files of desired, baseline and the broadest context. */
function addressesIn(pulls: Pulls, { desired, baseline }: KnownContexts): Address[] {
  const everywhere = [...(pulls.get(EVERYWHERE)?.files?.keys() ?? [])];
  const files = [...(baseline?.files.values() ?? []), ...desired.files.values()];
  const all = [...files, ...everywhere.map((path) => ({ path, context: EVERYWHERE }))];
  return [...new Map(all.map((file) => [fileId(file.path, file.context), file])).values()];
}

/** Whether the file may exist: its context shows the path, or its files could not be pulled. */
function isAnswered({ path, context }: Address, pulls: Pulls): boolean {
  const pull = pulls.get(contextId(context));
  return pull !== undefined && (pull.files?.has(path) ?? true);
}

/** Whether the file is assumed to exist. In the broadest context a pull shows no other files, so it is certain. */
function isPresumed({ path, context }: Address, { pulls, known }: { pulls: Pulls; known: KnownContexts }): boolean {
  if (context === EVERYWHERE && pulls.get(EVERYWHERE)?.files !== undefined) return true;
  const file = known[known.presumed]?.files.get(fileId(path, context));
  return file !== undefined && !file.absent;
}

/** Whether a file to delete may exist, because `info` lists more files with its path than are known otherwise. */
function mayBeThere({ path, context }: Address, { files, known }: { files: Files; known: KnownContexts }): boolean {
  const isDeleted = known.desired.files.get(fileId(path, context))?.absent === true;
  if (!isDeleted || known.presumed === 'desired') return false;
  const others = [...files.values()].filter((file) => file.path === path).length;
  return (known.listed.get(path)?.count ?? 0) > others;
}

/** The content of desired if it renders to the pulled text, else that of the baseline if it does, else unknown. */
function contentsFrom(pulls: Pulls, known: KnownContexts): (file: Address) => FileEntry {
  const { desired, baseline, listed } = known;
  const comparers = new Map([...pulls].map(([id, pull]) => [id, comparerOf(pull)]));
  const compare = (path: string, { content, context }: { content: string; context: Context }) =>
    comparers.get(contextId(context))?.(path, content) ?? 'unknown';
  return ({ path, context }) => {
    const id = fileId(path, context);
    const group = newGroup(id, known) ?? listed.get(path)?.securityGroup;
    const file = { path, context, ...(group === undefined ? {} : { securityGroup: group }) };
    const [declared, applied] = [desired, baseline].map((state) => contentOf(state?.files.get(id)));
    for (const content of [declared, applied]) {
      if (content !== undefined && compare(path, { content, context }) === 'same') return { ...file, content };
    }
    // Encrypted content cannot be compared.
    const isOther = (content: string | undefined) =>
      group === undefined && content !== undefined && compare(path, { content, context }) === 'different';
    return {
      ...file,
      content: '',
      unknown: true,
      ...(isOther(declared) && ({ differs: true } as const)),
      ...(isOther(applied) && ({ drifted: true } as const)),
    };
  };
}

/** After a push, the group in desired: the list in `info` is older. */
function newGroup(id: string, { desired, presumed }: KnownContexts): string | undefined {
  return presumed === 'desired' ? desired.files.get(id)?.securityGroup : undefined;
}

function contentOf(file: FileEntry | undefined): string | undefined {
  return file === undefined || file.absent || file.unknown ? undefined : file.content;
}

type Comparison = 'same' | 'different' | 'unknown';

/** Compares a rendered file with a source content, by the values that apply in the same context. */
export function comparerOf({ values, files }: Pull): (path: string, content: string) => Comparison {
  const byKey = new Map(values.map((value) => [keyId(value.name), value]));
  const sources = {
    standingFor: (name: string) => {
      const value = byKey.get(keyId(name));
      return value && { vdt: value.vdt, text: value.text ?? null };
    },
    embedded: (path: string) => files?.get(path),
  };
  return (path, content) => {
    const pulled = files?.get(path);
    if (pulled === undefined) return 'unknown';
    if (rendered(content, sources) === pulled) return 'same';
    const isSure = !content.includes('\\${') && renderedIn(content).every((name) => isSureOf(byKey.get(keyId(name))));
    return isSure ? 'different' : 'unknown';
  };
}

/** Whether the rendered text is known: a pull does not show the text of Maps and Lists, and an embedded file may be encrypted. */
function isSureOf(value: PulledValue | undefined): boolean {
  return value === undefined || !['Map', 'List', 'FileEmbed'].includes(value.vdt);
}

/** The rows of each requested context itself, and the files that are assumed to exist. */
export function pulledState(pulls: Pulls, known: KnownContexts): State {
  const state = emptyState();
  for (const [id, { values }] of pulls) for (const value of values) addRow(state, { id, value, known, pulls });
  const unread = [...pulls].flatMap(([id, { isUnread }]) => (isUnread ? [id] : []));
  if (unread.length > 0) addUnread(state, { unread, known });
  addFiles(state.files, pulls, known);
  return state;
}

/**
 * In contexts that the server cannot show, what was applied and what is declared absent is presumed to exist, and any
 * key may have more.
 */
function addUnread(state: State, { unread, known }: { unread: readonly string[]; known: KnownContexts }): void {
  const { desired, baseline } = known;
  const add = ({ keys }: State, isPresumed: (key: Key, row: Value) => boolean): void => {
    for (const [id, declared] of keys) {
      const key = state.keys.get(id) ?? { name: declared.name, ...presumedGroup(id, known), values: new Map() };
      const rows = unread.flatMap((at) => declared.values.get(at) ?? []).filter((row) => isPresumed(declared, row));
      for (const { context } of rows) key.values.set(contextId(context), { context, text: null, unknown: true });
      if (rows.length > 0) state.keys.set(id, key);
    }
  };
  if (baseline !== undefined) add(baseline, (key, row) => !key.absent && !row.absent);
  add(desired, (_, row) => row.absent === true);
  for (const key of state.keys.values()) key.elsewhere = true;
}

interface Row {
  id: string;
  value: PulledValue;
  known: KnownContexts;
  pulls: Pulls;
}

/** A row of a broader context shows that the requested context has none, and that the key exists. */
function addRow(state: State, { id, value, known, pulls }: Row): void {
  const key = state.keys.get(keyId(value.name)) ?? newKey(value, known);
  state.keys.set(keyId(value.name), key);
  if (value.securityGroup !== undefined) key.sealed = true;
  const context = contextIn(value.context);
  if (contextId(context) === id) key.values.set(id, rowOf(value, context));
  else if (!pulls.has(contextId(context))) key.elsewhere = true;
}

function newKey({ name, vdt, deprecated, readme, securityGroup: shown }: PulledValue, known: KnownContexts): Key {
  const push = presumedPush(keyId(name), known);
  // With the password, a token is shown the decrypted text and no group.
  const group = shown === undefined ? presumedGroup(keyId(name), known) : { securityGroup: shown };
  return {
    name,
    vdt,
    deprecated,
    ...(readme === undefined ? {} : { readme }),
    ...(push === undefined ? {} : { push }),
    ...group,
    values: new Map(),
  };
}

/** The keys of one pull, each with the row that wins in the requested context. */
export function pulledKeys(
  { values }: Pull,
  known: Pick<KnownContexts, 'desired' | 'baseline' | 'presumed'>,
): State['keys'] {
  return new Map(
    values.map((value): [string, Key] => {
      const { name, vdt, deprecated, readme, securityGroup } = value;
      const context = contextIn(value.context);
      const group = securityGroup === undefined ? presumedGroup(keyId(name), known) : { securityGroup };
      const common = { name, vdt, deprecated, ...(readme !== undefined && { readme }), ...group };
      return [keyId(name), { ...common, values: new Map([[contextId(context), rowOf(value, context)]]) }];
    }),
  );
}

/** The group of a key that no read shows: that of the last apply, or of desired for keys that were not in it (import). */
export function presumedGroup(
  id: string,
  { desired, baseline, presumed }: Pick<KnownContexts, 'desired' | 'baseline' | 'presumed'>,
): Pick<Key, 'securityGroup' | 'groupPresumed'> {
  const applied = presumed === 'baseline' ? baseline?.keys.get(id) : undefined;
  const securityGroup = (applied ?? desired.keys.get(id))?.securityGroup;
  if (securityGroup === undefined) return {};
  const isGuess = presumed === 'baseline' && applied === undefined;
  return { securityGroup, ...(isGuess && { groupPresumed: true }) };
}

/** `undefined` if desired differs from the last apply: then the key must be read. */
function presumedPush(id: string, { desired, baseline }: KnownContexts): boolean | undefined {
  const before = baseline?.keys.get(id)?.push;
  const declared = desired.keys.get(id)?.push;
  return declared === undefined || declared === before ? (before ?? true) : undefined;
}

function rowOf({ vdt, text }: PulledValue, context: string): Value {
  if (text === undefined) return { context, text: null, unknown: true };
  const isParsed = (vdt === 'Map' || vdt === 'List') && text !== null;
  return { context, text, ...(isParsed ? { native: true } : {}) };
}
