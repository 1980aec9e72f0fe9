// Three states → the cause of each change: what the last apply declared, what the files declare, what the server holds.
import { sameJson } from '../lib/strict-json.ts';
import { contextId, contextIn } from '../model/context.ts';
import type { Cause, Change, FileChange, KeyChange, ValueChange } from '../model/plan.ts';
import {
  emptyState,
  type FileEntry,
  fileId,
  type Key,
  keyId,
  type State,
  type Value,
  type Vdt,
} from '../model/state.ts';
import { storedText } from '../semantics/value-types.ts';

export interface CauseInput {
  /** As the files declare it. */
  desired: State;
  live: State;
  baseline?: State;
  announced?: State;
}

/**
 * An item in one state. `undefined`: the state does not speak of it; `null` text is a value; `unknown`: it is there,
 * and nothing says with which text.
 */
export type AppliedItem =
  | { there: false }
  | { there: true; text: string | null; native?: true }
  | 'unknown'
  | undefined;
/** What there is before or after a change; absent: the item is not there. */
export type PresentItem = { text: string | null; native?: true } | undefined;

/** The same changes, each with its cause. Without a baseline every one is `declared`. */
export function withCauses(changes: readonly Change[], input: CauseInput): Change[] {
  if (lastApplied(input).length === 0)
    return changes.map((change) => ({ ...change, cause: change.rewritten ? 'rewritten' : 'declared' }));
  const found = changes.map((change) => (change.kind === 'key' ? undefined : itemCause(change, input)));
  const ofKeys = new Map<string, Set<Cause>>();
  changes.forEach((change, index) => {
    if (change.kind !== 'value') return;
    const id = keyId(change.key);
    ofKeys.set(id, (ofKeys.get(id) ?? new Set()).add(found[index] ?? 'declared'));
  });
  return changes.map((change, index) => {
    const cause =
      change.kind === 'key'
        ? keyCause(change, { ...input, values: ofKeys.get(keyId(change.key)) })
        : found[index];
    return { ...change, cause: cause ?? 'declared' };
  });
}

function itemCause(change: ValueChange | FileChange, input: CauseInput): Cause {
  const thens = lastApplied(input).map((state) => thenOf(state, change));
  const there = liveItem(input.live, change);
  const isNewToUs = thens.length > 0 && thens.every((then) => isSame(then, undefined));
  // What others made is never taken to be ours, whatever it holds.
  if (there?.unknown && isNewToUs && change.after !== undefined) return 'conflict';
  if (change.rewritten) return 'rewritten';
  if (change.kind === 'value' && change.surplus && change.before === change.after) return 'declared';
  if (thens.length === 0 || thens.includes('unknown')) return 'declared';
  if (thens.some((then) => isSame(then, nowOf(change.before, there)))) return 'declared';
  if (there?.unknown && !('drifted' in there)) return 'declared';
  const after = nowOf(change.after);
  if (isUnclaimed(thens, { after, now: thenOf(input.desired, change) })) return 'declared';
  return thens.some((then) => isSame(then, after)) ? 'drift' : 'conflict';
}

function liveItem({ keys, files }: State, change: ValueChange | FileChange): Value | FileEntry | undefined {
  const id = contextId(contextIn(change.context));
  if (change.kind === 'file') return files.get(fileId(change.path, id));
  return keys.get(keyId(change.key))?.values.get(id);
}

function nowOf(text: string | null | undefined, there?: Value | FileEntry): PresentItem {
  if (text === undefined) return undefined;
  return { text, ...(there && 'native' in there && { native: true }) };
}

/** A mirror deletes what nobody declares, even where it once had to be absent; that others made it is the very reason. */
function isUnclaimed(
  thens: readonly AppliedItem[],
  { after, now }: { after: PresentItem; now: AppliedItem },
): boolean {
  if (after !== undefined) return false;
  const isSilent = now === undefined && thens.every((then) => isSame(then, undefined));
  return isSilent || thens.every((then) => then === undefined);
}

/**
 * What was applied last, and what a run that never came to its end may have applied. Before a first apply that was
 * nothing: what it announced and the server lacks was not pushed, rather than deleted by others.
 */
function lastApplied({ baseline, announced }: Pick<CauseInput, 'baseline' | 'announced'>): State[] {
  return [baseline ?? (announced && emptyState()), announced].filter((state) => state !== undefined);
}

export function isSame(then: AppliedItem, now: PresentItem): boolean {
  if (then === 'unknown') return false;
  if (then === undefined || !then.there) return now === undefined;
  if (now === undefined) return false;
  if (then.text === now.text) return true;
  const isParsed = then.native === true || now.native === true;
  return isParsed && then.text !== null && now.text !== null && sameJson(then.text, now.text);
}

function thenOf(state: State, change: ValueChange | FileChange): AppliedItem {
  const id = contextId(contextIn(change.context));
  if (change.kind === 'file') return fileThen(state, fileId(change.path, id));
  return valueThen(state, { key: keyId(change.key), context: id, vdt: change.vdt });
}

export function fileThen({ files }: State, id: string): AppliedItem {
  const file = files.get(id);
  if (file === undefined) return undefined;
  if (file.absent) return { there: false };
  return file.unknown ? 'unknown' : { there: true, text: file.content };
}

/** @param vdt the type that the key has where this state does not say */
export function valueThen({ keys }: State, address: { key: string; context: string; vdt: Vdt }): AppliedItem {
  const key = keys.get(address.key);
  const value = key?.values.get(address.context);
  if (key?.absent || value?.absent) return { there: false };
  if (key === undefined || value === undefined) return undefined;
  if (value.unknown) return 'unknown';
  const text = storedText(key.vdt ?? address.vdt, value.text);
  return { there: true, text, ...(value.native && { native: true }) };
}

type KeyInput = CauseInput & { values: ReadonlySet<Cause> | undefined };

/** A key that comes or goes with values does so for their reason; metadata has one of its own, member by member. */
function keyCause(change: KeyChange, input: KeyInput): Cause {
  const { values } = input;
  const [baseline] = lastApplied(input);
  if (baseline === undefined) return 'declared';
  if (change.action === 'update') {
    return strongest(changedMembers(change).map((name) => memberCause(change, { baseline, name })));
  }
  if (values !== undefined && change.values > 0) return strongest(values);
  const [was, ours] = [baseline, input.desired].map(({ keys }) => keys.get(keyId(change.key)));
  if (was === undefined || (was.absent && ours === undefined)) return 'declared';
  return (change.action === 'create') === (was.absent !== true) ? 'drift' : 'declared';
}

/** What is pushed for any reason of ours is not drift; a conflict anywhere is one. */
function strongest(causes: Iterable<Cause>): Cause {
  const all = new Set(causes);
  return all.has('conflict') ? 'conflict' : all.size === 1 && all.has('drift') ? 'drift' : 'declared';
}

const MEMBERS = ['vdt', 'readme', 'deprecated', 'push'] as const satisfies (keyof Key)[];
export type Member = (typeof MEMBERS)[number];

export function changedMembers({ before = {}, after = {} }: KeyChange): Member[] {
  return MEMBERS.filter((name) => before[name] !== after[name]);
}

/** A member that the last apply did not declare was not ours until now. */
export function memberCause(
  { key, before = {}, after = {} }: KeyChange,
  { baseline, name }: { baseline: State; name: Member },
): Cause {
  const was: string | boolean | Vdt | undefined = baseline.keys.get(keyId(key))?.[name];
  if (was === undefined || was === before[name]) return 'declared';
  return was === after[name] ? 'drift' : 'conflict';
}
