// Which files the pulls of contexts show, and what they hold: a pull says neither from which context a file comes, nor its text.
import { type Context, contextId, contextIn, EVERYWHERE } from '../model/context.ts';
import {
  emptyState,
  type FileEntry,
  fileId,
  type Key,
  keyId,
  type State,
  type Value,
} from '../model/state.ts';
import { renderedIn, replacePlaceholders } from '../semantics/placeholders.ts';
import type { Pull, PulledValue } from './pull.ts';
import type { ListedFile } from './wire.ts';

/** What a pull cannot say, and others can. */
export interface KnownContexts {
  desired: State;
  baseline?: State;
  /** Whose word is taken for what a pull does not show: which files are there, and in which groups keys are. */
  presumed: 'baseline' | 'desired';
  /** What `info` lists, by path. */
  listed: ReadonlyMap<string, ListedFile>;
}

/** By {@link contextId} of the contexts that were asked for. */
export type Pulls = ReadonlyMap<string, Pull>;

type Files = State['files'];
type Address = Pick<FileEntry, 'path' | 'context'>;

function addFiles(files: Files, pulls: Pulls, known: KnownContexts): void {
  const contents = contentsFrom(pulls, known);
  const add = (file: Address) => files.set(fileId(file.path, file.context), contents(file));
  const addresses = addressesIn(pulls, known).filter((file) => isAnswered(file, pulls));
  const certain = new Set(addresses.filter((file) => isTaken(file, { pulls, known })));
  for (const file of certain) add(file);
  for (const file of addresses) if (!certain.has(file) && mayBeThere(file, { files, known })) add(file);
}

/** Every file of desired and baseline, and what everybody gets. */
function addressesIn(pulls: Pulls, { desired, baseline }: KnownContexts): Address[] {
  const everywhere = [...(pulls.get(EVERYWHERE)?.files?.keys() ?? [])];
  const files = [...(baseline?.files.values() ?? []), ...desired.files.values()];
  const all = [...files, ...everywhere.map((path) => ({ path, context: EVERYWHERE }))];
  return [...new Map(all.map((file) => [fileId(file.path, file.context), file])).values()];
}

/** Where nothing answers there is no file of the context. Where files could not be pulled, anything may be. */
function isAnswered({ path, context }: Address, pulls: Pulls): boolean {
  const pull = pulls.get(contextId(context));
  return pull !== undefined && (pull.files?.has(path) ?? true);
}

/** Names that no element has are answered by files of the broadest context alone, so of those a pull is sure. */
function isTaken(
  { path, context }: Address,
  { pulls, known }: { pulls: Pulls; known: KnownContexts },
): boolean {
  if (context === EVERYWHERE && pulls.get(EVERYWHERE)?.files !== undefined) return true;
  const file = known[known.presumed]?.files.get(fileId(path, context));
  return file !== undefined && !file.absent;
}

/** One that is to be deleted is taken to be there while `info` lists more files of its path than are known otherwise. */
function mayBeThere(
  { path, context }: Address,
  { files, known }: { files: Files; known: KnownContexts },
): boolean {
  const isToGo = known.desired.files.get(fileId(path, context))?.absent === true;
  if (!isToGo || known.presumed === 'desired') return false;
  const others = [...files.values()].filter((file) => file.path === path).length;
  return (known.listed.get(path)?.count ?? 0) > others;
}

/** Ours where it renders to what is there, else what was last applied where that does, else unknown. */
function contentsFrom(pulls: Pulls, known: KnownContexts): (file: Address) => FileEntry {
  const { desired, baseline, listed } = known;
  const comparers = new Map([...pulls].map(([id, pull]) => [id, comparerOf(pull)]));
  const compare = (path: string, { content, context }: { content: string; context: Context }) =>
    comparers.get(contextId(context))?.(path, content) ?? 'unknown';
  return ({ path, context }) => {
    const id = fileId(path, context);
    const group = newGroup(id, known) ?? listed.get(path)?.securityGroup;
    const there = { path, context, ...(group === undefined ? {} : { securityGroup: group }) };
    const [ours, applied] = [desired, baseline].map((state) => contentOf(state?.files.get(id)));
    for (const content of [ours, applied]) {
      if (content !== undefined && compare(path, { content, context }) === 'same')
        return { ...there, content };
    }
    // What a cipher guards comes encrypted, and is not comparable.
    const isOther = (content: string | undefined) =>
      group === undefined && content !== undefined && compare(path, { content, context }) === 'different';
    return {
      ...there,
      content: '',
      unknown: true,
      ...(isOther(ours) && ({ differs: true } as const)),
      ...(isOther(applied) && ({ drifted: true } as const)),
    };
  };
}

/** The list is from before the push. */
function newGroup(id: string, { desired, presumed }: KnownContexts): string | undefined {
  return presumed === 'desired' ? desired.files.get(id)?.securityGroup : undefined;
}

function contentOf(file: FileEntry | undefined): string | undefined {
  return file === undefined || file.absent || file.unknown ? undefined : file.content;
}

const COMPARISONS = ['same', 'different', 'unknown'] as const;
type Comparison = (typeof COMPARISONS)[number];

/** What the server writes where nothing answers. */
const NO_VALUE = '[ ERROR: No property value resolved ]';
const NO_FILE = '[ ERROR: No file resolved ]';

/** Compares a rendered file with a content of ours, by the values that answered in the same context. */
function comparerOf({ values, files }: Pull): (path: string, content: string) => Comparison {
  const byKey = new Map(values.map((value) => [keyId(value.name), value]));
  const textFor = (name: string) => replacement(byKey.get(keyId(name)), files);
  return (path, content) => {
    const there = files?.get(path);
    if (there === undefined) return 'unknown';
    if (replacePlaceholders(content, textFor) === there) return 'same';
    const isSure =
      !content.includes('\\${') && renderedIn(content).every((name) => isSureOf(byKey.get(keyId(name))));
    return isSure ? 'different' : 'unknown';
  };
}

function replacement(value: PulledValue | undefined, files: Pull['files']): string {
  if (value === undefined) return NO_VALUE;
  const { vdt, text } = value;
  if (vdt === 'FileEmbed') return text == null ? '' : (files?.get(text) ?? NO_FILE);
  if (text == null) return vdt === 'FileRef' ? '' : 'null';
  return text.replaceAll('\\', '\\\\');
}

/** Maps and Lists are rendered by a text that a pull does not show, and an embedded file may be a guarded one. */
function isSureOf(value: PulledValue | undefined): boolean {
  return value === undefined || !['Map', 'List', 'FileEmbed'].includes(value.vdt);
}

// Pulls of contexts → State: the rows that answered for their own context, and the files that are taken to exist.

export function pulledState(pulls: Pulls, known: KnownContexts): State {
  const state = emptyState();
  for (const [id, { values }] of pulls)
    for (const value of values) addRow(state, { id, value, known, pulls });
  addFiles(state.files, pulls, known);
  return state;
}

interface Row {
  id: string;
  value: PulledValue;
  known: KnownContexts;
  pulls: Pulls;
}

/** The row of a broader context says that there is none of the one that was asked for, and that the key lives on. */
function addRow(state: State, { id, value, known, pulls }: Row): void {
  const key = state.keys.get(keyId(value.name)) ?? newKey(value, known);
  state.keys.set(keyId(value.name), key);
  if (value.securityGroup !== undefined) key.sealed = true;
  const context = contextIn(value.context);
  if (contextId(context) === id) key.values.set(id, rowOf(value, context));
  else if (!pulls.has(contextId(context))) key.elsewhere = true;
}

function newKey(
  { name, vdt, deprecated, readme, securityGroup: shown }: PulledValue,
  known: KnownContexts,
): Key {
  const push = presumedPush(keyId(name), known);
  // A token that carries the password is shown the clear text and no group.
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

/**
 * The group of a key that no read shows. Of what the last apply does not speak, the files do: an import may have
 * declared it.
 */
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

/** `undefined` where the files say what they did not say at the last apply: then the server is asked. */
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
