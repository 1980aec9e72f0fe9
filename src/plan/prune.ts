// What must not be deleted is put into desired: then the diff needs no options.
import { contextId, contextIn, fullContext } from '../model/context.ts';
import type { Change, ItemName, Plan } from '../model/plan.ts';
import type { PruneMode } from '../model/project.ts';
import { type Scope, WHOLE_REPOSITORY } from '../model/scope.ts';
import { type FileEntry, fileId, type Key, keyId, type State, type Value } from '../model/state.ts';
import type { PlanInput } from './input.ts';

export interface KeepOptions {
  live: State;
  /** What the last apply declared; `undefined`: nothing is known to be ours. */
  baseline?: State;
  /** What an apply that never came to its end had begun to apply. */
  announced?: State;
  /** What other projects declare is never deleted, in any mode. */
  others?: readonly { state: State }[];
  prune: PruneMode;
  /** Default: the whole repository. */
  scope?: Scope;
}

/**
 * Desired without what it declares absent, and with everything of live that the prune mode leaves alone:
 * `managed` deletes what the baseline declared and desired no longer does, `all` whatever desired does not
 * declare, `none` nothing. What is declared with `opp: delete` goes in every mode. What is out of scope stays; so does
 * a key without values, unless all of it is in scope.
 */
export function keepUnmanaged(desired: State, options: KeepOptions): State {
  return { keys: keepKeys(desired, options), files: keepFiles(desired, options) };
}

function keepKeys(desired: State, options: KeepOptions): Map<string, Key> {
  const { live, prune, scope = WHOLE_REPOSITORY } = options;
  const [ours, others] = [oursIn(options), othersIn(options)];
  const keys = new Map<string, Key>();
  for (const [id, key] of desired.keys) {
    const values = present(key.values);
    // Deleting values of a key that is not there must not create it.
    const isOnlyDeleted = values.size === 0 && key.values.size > 0 && !live.keys.has(id);
    if (!key.absent && !isOnlyDeleted) keys.set(id, values === key.values ? key : { ...key, values });
  }
  for (const [id, there] of live.keys) {
    const declared = desired.keys.get(id);
    const known = keys.get(id);
    const left = new Map<string, Value>();
    for (const [context, value] of there.values) {
      if (declared?.values.has(context)) continue;
      const isOutside = !scope.value(there.name, value.context);
      const isTheirs = others.value(id, context);
      if (isOutside || (!declared?.absent && (isTheirs || isKept(prune, ours.value(id, context)))))
        left.set(context, { ...value, kept: true });
    }
    if (declared !== undefined && !declared.absent && left.size === 0) continue;
    const values = new Map([...(known?.values ?? []), ...left]);
    if (known !== undefined && left.size > 0) keys.set(id, { ...known, values });
    const isWhole = scope.wholeKey(there.name);
    if (declared !== undefined && !(declared.absent && (values.size > 0 || !isWhole))) continue;
    // Inactive rows, and those of contexts that nobody declares, are nobody's in Git: they keep their key alive, as they do on the server.
    const hasOthers = there.elsewhere === true || (there.inactive ?? 0) > 0;
    const outlives = values.size > 0 || others.bareKey(id) || ((prune !== 'all' || !isWhole) && hasOthers);
    const isOthers = !scope.key(there.name) || (!isWhole && there.values.size === 0);
    if (outlives || isOthers || (there.values.size === 0 && isKept(prune, ours.key(id))))
      keys.set(id, { ...there, values });
  }
  return keys;
}

function keepFiles(desired: State, options: KeepOptions): Map<string, FileEntry> {
  const { live, prune, scope = WHOLE_REPOSITORY } = options;
  const [ours, others] = [oursIn(options), othersIn(options)];
  const files = new Map([...desired.files].filter(([, file]) => !file.absent));
  for (const [id, there] of live.files) {
    if (desired.files.has(id)) continue;
    const isTheirs = !scope.file(there.path, there.context) || others.file(id);
    if (isTheirs || isKept(prune, ours.file(id))) files.set(id, { ...there, kept: true });
  }
  return files;
}

/** Whether the last apply, or one that never came to its end, declared an item, and no other project does. */
export function oursIn({
  baseline,
  announced,
  others,
}: Pick<KeepOptions, 'baseline' | 'announced' | 'others'>) {
  const applied = declaredIn([baseline, announced].filter((state) => state !== undefined));
  const theirs = othersIn({ ...(others && { others }) });
  return {
    key: (id: string) => applied.key(id) && !theirs.key(id),
    value: (id: string, context: string) => applied.value(id, context) && !theirs.value(id, context),
    file: (id: string) => applied.file(id) && !theirs.file(id),
  };
}

function othersIn({ others = [] }: Pick<KeepOptions, 'others'>) {
  const states = others.map(({ state }) => state);
  // A key with values is theirs as long as one of these is there.
  const bareKey = (id: string) =>
    states.some(({ keys }) => keys.get(id)?.values.size === 0 && keys.get(id)?.absent !== true);
  return { ...declaredIn(states), bareKey };
}

function declaredIn(states: readonly State[]) {
  const declares = (find: (state: State) => { absent?: true } | undefined) =>
    states.some((state) => {
      const item = find(state);
      return item !== undefined && item.absent !== true;
    });
  return {
    key: (id: string) => declares(({ keys }) => keys.get(id)),
    value: (id: string, context: string) => declares(({ keys }) => keys.get(id)?.values.get(context)),
    file: (id: string) => declares(({ files }) => files.get(id)),
  };
}

function isKept(prune: PruneMode, isOurs: boolean): boolean {
  return prune === 'none' || (prune === 'managed' && !isOurs);
}

function present(values: Map<string, Value>): Map<string, Value> {
  for (const { absent } of values.values())
    if (absent) return new Map([...values].filter(([, value]) => !value.absent));
  return values;
}

// Deletions that no line of the files asks for: what is known to be ours only from what was applied before.

/** Values, files, and keys without values; a key that goes with its values is told by them. */
export function prunedChanges(changes: readonly Change[], { desired }: Pick<PlanInput, 'desired'>): Change[] {
  return changes.filter((change) => {
    if (change.action !== 'delete' || (change.kind === 'key' && change.values > 0)) return false;
    return !isNamedIn(desired, change);
  });
}

/** Whether a state has an item, and wants it to be there. */
export function isDeclaredIn(state: State, change: Change): boolean {
  const { key, item } = found(state, change);
  return item !== undefined && item.absent !== true && key?.absent !== true;
}

/** Whether a state speaks of an item at all. */
function isNamedIn(state: State, change: Change): boolean {
  const { key, item } = found(state, change);
  return item !== undefined || key?.absent === true;
}

function found({ keys, files }: State, change: Change) {
  if (change.kind === 'file') return { item: files.get(fileId(change.path, contextIn(change.context))) };
  const key = keys.get(keyId(change.key));
  if (change.kind === 'key') return { key, item: key };
  return { key, item: key?.values.get(contextId(contextIn(change.context))) };
}

/** A state without the values, files and keys without values that another one declares. */
export function withoutItems(state: State, other: State): State {
  const keys = [...state.keys].flatMap(([id, key]): [string, Key][] => {
    const there = other.keys.get(id);
    const values = [...key.values].filter(([context]) => there?.values.get(context) === undefined);
    const isTheirs = there !== undefined && values.length === 0;
    return isTheirs ? [] : [[id, { ...key, values: new Map(values) }]];
  });
  const files = [...state.files].filter(([id]) => !other.files.has(id));
  return { keys: new Map(keys), files: new Map(files) };
}

// What the repository holds and nobody here declares: counted, so that nobody thinks it is not there.

/** @param desired as the files declare it, what must not exist included */
export function unmanaged(desired: State, input: PlanInput): Pick<Plan, 'unmanaged' | 'unmanagedItems'> {
  const items = input.prune === 'all' ? [] : [...itemsOf(desired, input)];
  return { unmanaged: items.length, ...(input.listUnmanaged && { unmanagedItems: items }) };
}

function* itemsOf(desired: State, { live, target, scope, ...input }: PlanInput): Generator<ItemName> {
  // What the last apply declared and nobody declares now is about to go, unless nothing is pruned.
  const ours = oursIn(input.prune === 'none' ? {} : input);
  const depth = target.levels.length;
  for (const [id, key] of live.keys) {
    const { name, values } = key;
    const declared = desired.keys.get(id);
    if (values.size === 0 && declared === undefined && !ours.key(id) && scope.key(name))
      yield { kind: 'key', key: name };
    for (const [contextId, { context }] of values) {
      if (declared?.absent || declared?.values.has(contextId) || ours.value(id, contextId)) continue;
      if (scope.value(name, context))
        yield { kind: 'value', key: name, context: fullContext(context, depth) };
    }
  }
  for (const [id, { path, context }] of live.files) {
    if (desired.files.has(id) || ours.file(id) || !scope.file(path, context)) continue;
    yield { kind: 'file', path, context: fullContext(context, depth) };
  }
}
