// Files that embed themselves while a push is at work: the server takes one item after the other, files before keys.
import { contextId, contextIn } from '../../model/context.ts';
import { grouped } from '../../model/grouped.ts';
import type { Change, FileChange, KeyChange, ValueChange } from '../../model/plan.ts';
import { fileId, type Key, keyId, type State } from '../../model/state.ts';
import { phasesOf } from '../phases.ts';
import { at, type Found, type GuardInput } from '../rule.ts';
import { embeddedPaths, findCircle, lastingCircle } from './references.ts';
import { keyChanges, valueChanges } from '../changes-by-kind.ts';

/** A file that embeds itself after the push, or while it is at work. */
export function fileCircle(input: GuardInput): Found[] {
  const lasting = lastingCircle(input);
  return lasting.length > 0 ? lasting : circleOnTheWay(input);
}

/** Circles that are there for a moment only: each item is checked with the others as they stand just then. */
function circleOnTheWay(input: GuardInput): Found[] {
  const { changes, batch, live, after } = input;
  if (!mayClose(live, after)) return [];
  const state: State = { keys: new Map(live.keys), files: new Map(live.files) };
  for (const phase of phasesOf({ changes: [...changes], ...(batch !== undefined && { batch }) })) {
    for (const { change, path } of steps(state, phase)) {
      const circle = findCircle(path, embeddedPaths(state));
      if (circle !== undefined) return [found(change, circle)];
    }
  }
  return [];
}

/** Cheap, and nearly always the end of it: whether old and new together have a circle at all. */
function mayClose(live: State, after: State): boolean {
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
  return [...union.keys()].some((path) => findCircle(path, union) !== undefined);
}

interface Step {
  change: Change;
  /** The file in which a circle would close. */
  path: string;
}

/** Applies the changes of one push in the order of the server, and stops at each that it checks. */
function* steps(state: State, changes: readonly Change[]): Generator<Step> {
  for (const change of changes) {
    if (change.kind !== 'file') continue;
    putFile(state, change);
    if (change.after !== undefined) yield { change, path: change.path };
  }
  const ofKeys = changes.filter((change) => change.kind !== 'file');
  for (const own of grouped(ofKeys, ({ key }) => keyId(key)).values()) {
    for (const change of keyChanges(own)) putKey(state, change);
    const written = valueChanges(own);
    for (const change of [...written.filter(isUpsert), ...written.filter((one) => !isUpsert(one))]) {
      putValue(state, change);
      if (change.vdt === 'FileEmbed' && change.after != null) yield { change, path: change.after };
    }
  }
}

function isUpsert({ action }: Change): boolean {
  return action !== 'delete';
}

function putFile({ files }: State, { path, context, after }: FileChange): void {
  const id = fileId(path, contextIn(context));
  if (after === undefined) files.delete(id);
  else files.set(id, { path, context, content: after });
}

function putKey({ keys: all }: State, { key: name, after }: KeyChange): void {
  const there: Key = all.get(keyId(name)) ?? { name, values: new Map() };
  if (after === undefined) all.delete(keyId(name));
  else all.set(keyId(name), { ...there, ...after });
}

function putValue({ keys: all }: State, { key: name, context, vdt, after }: ValueChange): void {
  const there: Key = all.get(keyId(name)) ?? { name, vdt, values: new Map() };
  const changed = new Map(there.values);
  const id = contextId(contextIn(context));
  if (after === undefined) changed.delete(id);
  else changed.set(id, { context, text: after });
  all.set(keyId(name), { ...there, values: changed });
}

function found(change: Change, circle: readonly string[]): Found {
  const message = `The file ${circle[0]} would embed itself while the push is at work, because the server takes one item after the other, files before keys: ${circle.join(' → ')}.`;
  return {
    ...at(change),
    message,
    hint: 'Apply it in two steps, the keys before the files.',
  };
}
