// Pruning: items that must stay are put into desired, so that the diff needs no options.
import { fullContext } from '../model/context.ts';
import { type Change, isRead, type ItemName, type LiveSource, type Plan } from '../model/plan.ts';
import type { PruneMode } from '../model/project.ts';
import { type Scope, WHOLE_REPOSITORY } from '../model/scope.ts';
import type { FileEntry, Key, State, Value } from '../model/state.ts';
import { appliedFile, appliedValue, isSame } from './causes.ts';
import { findItem } from './find-item.ts';
import type { PlanInput } from './input.ts';

export interface KeepOptions {
  live: State;
  /** What the last apply declared. Without it, nothing is known to be ours. */
  baseline?: State;
  /** What each unfinished apply had begun to apply. */
  announced?: readonly State[];
  /** Default: the server was read. */
  liveSource?: LiveSource;
  /** Never deleted, in any mode. */
  others?: readonly { state: State }[];
  prune: PruneMode;
  /** Default: the whole repository. */
  scope?: Scope;
}

/**
 * Desired without the items that it declares absent, and with the live items that the prune mode leaves alone: `managed`
 * deletes what the baseline declared and desired no longer does, `all` everything that desired does not declare, `none`
 * nothing. Items declared with `opp: delete` are deleted in every mode. Items out of scope stay, and so does a key
 * without values unless all of it is in scope.
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
    // Deleting values of a missing key must not create the key.
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
    // Inactive rows, and values in contexts that nobody declares, keep their key alive, as on the server.
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

type Owned = Pick<KeepOptions, 'baseline' | 'announced' | 'liveSource' | 'others'>;

/** Whether the last apply declared an item that no other project declares, or an unfinished one sent it. */
export function oursIn({ live, baseline, announced = [], liveSource, others = [] }: Owned & Pick<KeepOptions, 'live'>) {
  const applied = declaredIn(baseline === undefined ? [] : [baseline]);
  const sent = liveSource === undefined || isRead(liveSource) ? sentBy(announced, live) : declaredIn(announced);
  const theirs = othersIn({ others });
  return {
    key: (id: string) => (applied.key(id) || sent.key(id)) && !theirs.key(id),
    value: (id: string, context: string) =>
      (applied.value(id, context) || sent.value(id, context)) && !theirs.value(id, context),
    file: (id: string) => (applied.file(id) || sent.file(id)) && !theirs.file(id),
  };
}

/** An unfinished apply may have sent nothing: an item is its work only where live has exactly its text. */
function sentBy(announced: readonly State[], { keys, files }: State): ReturnType<typeof declaredIn> {
  return {
    // A key without values has no text.
    key: () => false,
    value: (id, context) => {
      const key = keys.get(id);
      const there = key?.values.get(context);
      if (there === undefined || there.unknown || there.duplicates) return false;
      return announced.some((state) =>
        isSame(appliedValue(state, { key: id, context, vdt: key?.vdt ?? 'Text' }), there),
      );
    },
    file: (id) => {
      const there = files.get(id);
      if (there === undefined || there.unknown || there.duplicates) return false;
      return announced.some((state) => isSame(appliedFile(state, id), { text: there.content }));
    },
  };
}

function othersIn({ others = [] }: Pick<KeepOptions, 'others'>) {
  const states = others.map(({ state }) => state);
  // A key with values is covered by its values.
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

/**
 * Deletions that no line of the files asks for: of values, files and keys without values. A key deleted with its values
 * is represented by them.
 */
export function prunedChanges(changes: readonly Change[], { desired }: Pick<PlanInput, 'desired'>): Change[] {
  return changes.filter((change) => {
    if (change.action !== 'delete' || (change.kind === 'key' && change.values > 0)) return false;
    const { key, item } = findItem(desired, change);
    return item === undefined && !key?.absent;
  });
}

/** Whether a state declares an item that is to exist. */
export function isDeclaredIn(state: State, name: ItemName): boolean {
  const { key, item } = findItem(state, name);
  return item !== undefined && item.absent !== true && key?.absent !== true;
}

/** A state without the values, files and keys without values that another state declares. */
export function withoutItems(state: State, other: State): State {
  const keys = [...state.keys].flatMap(([id, key]): [string, Key][] => {
    const theirs = other.keys.get(id);
    const values = [...key.values].filter(([context]) => !theirs?.values.has(context));
    const isTheirs = theirs !== undefined && values.length === 0;
    return isTheirs ? [] : [[id, { ...key, values: new Map(values) }]];
  });
  const files = [...state.files].filter(([id]) => !other.files.has(id));
  return { keys: new Map(keys), files: new Map(files) };
}

/**
 * Live items in scope that this project does not declare.
 * @param desired as declared, absent items included
 * @param input.drift items that the plan shows as drift are left out
 */
export function unmanaged(
  desired: State,
  { drift = [], ...input }: PlanInput & { drift?: readonly Change[] },
): Pick<Plan, 'unmanaged' | 'unmanagedItems'> {
  const shown = new Set(drift.map(itemId));
  const found = input.prune === 'all' ? [] : [...itemsOf(desired, input)];
  const items = shown.size === 0 ? found : found.filter((item) => !shown.has(itemId(item)));
  return { unmanaged: items.length, ...(input.listUnmanaged && { unmanagedItems: items }) };
}

function itemId(item: ItemName): string {
  const context = item.kind === 'key' ? '' : item.context;
  return `${item.kind} ${context} ${item.kind === 'file' ? item.path : item.key}`;
}

/**
 * Items that stay although an unfinished apply declared them, because others may have made them.
 * @param input.after the state after the push
 */
export function leftInDoubt({ after, ...input }: PlanInput & { after: State }): ItemName[] {
  const { announced = [], baseline, others = [], prune, liveSource } = input;
  if (announced.length === 0 || prune !== 'managed' || !isRead(liveSource)) return [];
  const known = [...(baseline ? [baseline] : []), ...others.map(({ state }) => state)];
  return [...itemsOf(input.desired, { ...input, live: after })].filter(
    (item) => announced.some((state) => isDeclaredIn(state, item)) && !known.some((state) => isDeclaredIn(state, item)),
  );
}

function* itemsOf(desired: State, { live, target, scope, ...input }: PlanInput): Generator<ItemName> {
  // Formerly declared items are about to be deleted, unless nothing is pruned.
  const ours = oursIn({ live, ...(input.prune !== 'none' && input) });
  const depth = target.levels.length;
  for (const [id, key] of live.keys) {
    const { name, values } = key;
    const declared = desired.keys.get(id);
    if (values.size === 0 && declared === undefined && !ours.key(id) && scope.key(name))
      yield { kind: 'key', key: name };
    for (const [contextId, { context }] of values) {
      if (declared?.absent || declared?.values.has(contextId) || ours.value(id, contextId)) continue;
      if (scope.value(name, context)) yield { kind: 'value', key: name, context: fullContext(context, depth) };
    }
  }
  for (const [id, { path, context }] of live.files) {
    if (desired.files.has(id) || ours.file(id) || !scope.file(path, context)) continue;
    yield { kind: 'file', path, context: fullContext(context, depth) };
  }
}
