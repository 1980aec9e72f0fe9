// Checks of FileRef and FileEmbed keys, whose values are file paths (behaviour.md, sections 8, 10 and 11).
import { grouped } from '../../lib/collections.ts';
import { contextId, contextIn } from '../../model/context.ts';
import type { Change, FileChange, KeyChange, ValueChange } from '../../model/plan.ts';
import { fileId, isFilePath, type Key, keyId, type State } from '../../model/state.ts';
import { placeholdersIn } from '../../semantics/placeholders.ts';
import { fileChanges, keyChanges, valueChanges } from '../diff.ts';
import { phasesOf } from '../push-batches.ts';
import { at, type RuleFinding, type GuardInput, writtenFiles } from './rule.ts';

export function fileUnknown({ changes, after, liveSource }: GuardInput): RuleFinding[] {
  if (liveSource !== 'export') return [];
  const paths = pathsOf(after);
  return valueChanges(changes).flatMap((change) => {
    if (change.action === 'delete' || change.after === undefined || !isFilePath(change.vdt)) return [];
    if (change.after !== null && paths.has(change.after)) return [];
    const message = `${change.key} in \`${change.context}\` is ${change.vdt}, but its value is not the path of a file.`;
    return [{ ...at(change), message }];
  });
}

export function fileReferenced({ changes, after }: GuardInput): RuleFinding[] {
  const deleted = fileChanges(changes).filter(({ action }) => action === 'delete');
  if (deleted.length === 0) return [];
  const paths = pathsOf(after);
  const users = new Map<string, string>();
  for (const key of after.keys.values()) for (const path of referencesOf(key)) users.set(path, key.name);
  return deleted.flatMap((change) => {
    const user = paths.has(change.path) ? undefined : users.get(change.path);
    if (user === undefined) return [];
    const message = `The file ${change.path} would be deleted, but the key ${user} still points to it.`;
    return [{ ...at(change), message, hint: 'The server accepts this, but reading the key finds no file.' }];
  });
}

/** Files that embed themselves after the push, through the keys that their placeholders refer to. */
function lastingCycles({ changes, after }: GuardInput): RuleFinding[] {
  const closing = [
    ...valueChanges(changes).flatMap((change): { change: Change; path: string }[] =>
      change.vdt === 'FileEmbed' && change.after != null ? [{ change, path: change.after }] : [],
    ),
    ...writtenFiles(changes).map((change) => ({ change, path: change.path })),
  ];
  if (closing.length === 0) return [];
  const embeds = embeddedPaths(after);
  const reported = new Set<string>();
  return closing.flatMap(({ change, path }) => {
    const cycle = findCycle(path, embeds);
    if (cycle === undefined || cycle.some((one) => reported.has(one))) return [];
    for (const one of cycle) reported.add(one);
    const message = `The file ${path} would embed itself: ${cycle.join(' → ')}.`;
    return [{ ...at(change), message, hint: 'Break the cycle: the server refuses it.' }];
  });
}

/** For each file, the files that it embeds through its placeholders. */
function embeddedPaths(after: State): Map<string, Set<string>> {
  const embeds = new Map<string, Set<string>>();
  for (const file of after.files.values()) {
    const found = embeds.get(file.path) ?? new Set<string>();
    for (const name of placeholdersIn(file.content)) {
      const key = after.keys.get(keyId(name));
      if (key?.vdt === 'FileEmbed') for (const path of referencesOf(key)) found.add(path);
    }
    embeds.set(file.path, found);
  }
  return embeds;
}

/** The path from a file back to itself. */
function findCycle(start: string, embeds: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const seen = new Set<string>();
  const stack = [[start]];
  for (let path = stack.pop(); path !== undefined; path = stack.pop()) {
    for (const next of embeds.get(path.at(-1) ?? '') ?? []) {
      if (next === start) return [...path, next];
      if (!seen.has(next)) stack.push([...path, next]);
      seen.add(next);
    }
  }
  return undefined;
}

function referencesOf(key: Key): string[] {
  if (!isFilePath(key.vdt)) return [];
  return [...key.values.values()].flatMap(({ text }) => (text === null ? [] : [text])).sort();
}

function pathsOf(state: State): ReadonlySet<string> {
  return new Set([...state.files.values()].map(({ path }) => path));
}

/** A file that embeds itself after the push, or temporarily during the push. */
export function fileCircle(input: GuardInput): RuleFinding[] {
  const lasting = lastingCycles(input);
  return lasting.length > 0 ? lasting : temporaryCycle(input);
}

/** The server checks each item against the state at that moment, and processes files before keys. */
function temporaryCycle(input: GuardInput): RuleFinding[] {
  const { changes, batch, live, after } = input;
  if (!mayHaveCycle(live, after)) return [];
  const state: State = { keys: new Map(live.keys), files: new Map(live.files) };
  for (const phase of phasesOf({ changes: [...changes], ...(batch !== undefined && { batch }) })) {
    for (const { change, path } of steps(state, phase)) {
      const cycle = findCycle(path, embeddedPaths(state));
      if (cycle === undefined) continue;
      const message = `The file ${cycle[0]} would temporarily embed itself during the push, because the server processes items one at a time, files before keys: ${cycle.join(' → ')}.`;
      return [{ ...at(change), message, hint: 'Apply the change in two steps, keys before files.' }];
    }
  }
  return [];
}

/** A cheap test first: do the old and the new state together have a cycle at all? */
function mayHaveCycle(live: State, after: State): boolean {
  const union = new Map<string, Set<string>>();
  for (const { keys: some } of [live, after]) {
    for (const { files } of [live, after]) {
      for (const [path, next] of embeddedPaths({ keys: some, files })) {
        const known = union.get(path) ?? new Set();
        for (const one of next) known.add(one);
        union.set(path, known);
      }
    }
  }
  return [...union.keys()].some((path) => findCycle(path, union) !== undefined);
}

interface Step {
  change: Change;
  /** A cycle closed by this change contains this file. */
  path: string;
}

/** Applies the changes of one push in the server's order, and yields each change that the server checks. */
function* steps(state: State, changes: readonly Change[]): Generator<Step> {
  for (const change of changes) {
    if (change.kind !== 'file') continue;
    putFile(state, change);
    if (change.after !== undefined) yield { change, path: change.path };
  }
  const ofKeys = changes.filter((change) => change.kind !== 'file');
  for (const own of grouped(ofKeys, ({ key }) => keyId(key)).values()) {
    for (const change of keyChanges(own)) putKey(state, change);
    const isDelete = ({ action }: Change) => action === 'delete';
    for (const change of valueChanges(own).sort((a, b) => Number(isDelete(a)) - Number(isDelete(b)))) {
      putValue(state, change);
      if (change.vdt === 'FileEmbed' && change.after != null) yield { change, path: change.after };
    }
  }
}

function putFile({ files }: State, { path, context, after }: FileChange): void {
  const id = fileId(path, contextIn(context));
  if (after === undefined) files.delete(id);
  else files.set(id, { path, context, content: after });
}

function putKey({ keys: all }: State, { key: name, after }: KeyChange): void {
  const before: Key = all.get(keyId(name)) ?? { name, values: new Map() };
  if (after === undefined) all.delete(keyId(name));
  else all.set(keyId(name), { ...before, ...after });
}

function putValue({ keys: all }: State, { key: name, context, vdt, after }: ValueChange): void {
  const before: Key = all.get(keyId(name)) ?? { name, vdt, values: new Map() };
  const changed = new Map(before.values);
  const id = contextId(contextIn(context));
  if (after === undefined) changed.delete(id);
  else changed.set(id, { context, text: after });
  all.set(keyId(name), { ...before, values: changed });
}
