// What reads by token do not show of keys: which have to be asked for one by one, and what their answers add to live.
import { inParallel } from '../lib/parallel.ts';
import type { Change } from '../model/plan.ts';
import type { ItemCounts, MissingRead, ServerRead } from '../model/server-reads.ts';
import { type Item, keyId, keysIn, rowsOf, type State } from '../model/state.ts';
import { type PlanInput, statesOf } from '../plan/input.ts';
import { compareStates } from '../plan/make-plan.ts';
import { Contradiction, isSameKey, type PullsSeen } from '../remote/agreement.ts';
import { ifOffered } from '../remote/answer.ts';
import { presumedGroup } from '../remote/pulled-state.ts';
import { type KeyFields, withHidden } from '../remote/shown-fields.ts';
import type { KeyData } from '../remote/wire.ts';
import { keysNamedIn } from '../semantics/placeholders.ts';
import type { Server } from './world.ts';

/** For more new keys, the counts are read first: they may show that none of them exists. */
const FEW_NEW_KEYS = 16;

/**
 * Touched keys must keep their types, but pulls show neither `push` nor keys without values. Keys that files refer to
 * must exist, otherwise the server creates them, locked.
 * Throws {@link Contradiction}.
 * @param asking.seen the pulls that live was made from
 * @param asking.counts those of the server, read only if needed; absent: there is nothing to compare them with
 */
export async function withTouchedKeys(
  input: PlanInput,
  asking: {
    server: Pick<Server, 'keyData'>;
    counts?: (() => Promise<ItemCounts | undefined>) | undefined;
    seen?: PullsSeen | undefined;
  },
): Promise<{ input: PlanInput; answered: ServerRead[]; missing: MissingRead[] }> {
  const { server, counts, seen } = asking;
  const { changes, drift } = compareStates(input);
  const changed = touchedKeys([...changes, ...drift], input);
  const empty = emptyKeysToDelete(input);
  const isUnseen = (name: string) => !input.live.items.has(keyId(name));
  // A delete may affect values that were not read.
  const hasDeletes = empty.length > 0 || changes.some(({ action }) => action === 'delete');
  const needsCounts =
    hasDeletes ||
    input.server.firstOf !== undefined ||
    changed.filter(isUnseen).length > FEW_NEW_KEYS;
  const counted = needsCounts ? await counts?.() : undefined;
  const unseen = counted && unseenIn(input.live, counted);
  // If the counts match, every value of every key was read.
  const isAll = unseen?.values === 0;
  const touched = isAll ? [...changed, ...empty] : changed;
  const inFiles = changes.flatMap((change) =>
    change.kind === 'file' ? keysNamedIn(change.after ?? '') : [],
  );
  const keysInFiles = inFiles.filter(
    (name) => !input.desired.items.has(keyId(name)) && isUnseen(name),
  );
  const isAbsent = (name: string) => unseen?.keys === 0 && isUnseen(name);
  const askedKeys = distinct([...touched, ...keysInFiles]).filter((name) => !isAbsent(name));
  const reading = inParallel(askedKeys, async (name) => {
    return [keyId(name), await server.keyData(name)] as const;
  });
  const offered = await ifOffered('keyData', reading);
  if ('missing' in offered) return { input, answered: [], missing: [offered.missing] };
  const answer = new Map(offered.answer);
  const contradicted = askedKeys.find((name) => {
    const [pulled, data] = [seen?.keyOf(keyId(name)), answer.get(keyId(name))];
    return pulled !== undefined && (data === undefined || !isSameKey(pulled, data));
  });
  if (contradicted !== undefined)
    throw new Contradiction(['pull', 'keyData'], `the key ${contradicted}`);
  const absent = [...touched, ...keysInFiles]
    .map(keyId)
    .filter((id) => answer.get(id) === undefined);
  const answers = new Map(touched.map((name) => [keyId(name), answer.get(keyId(name))]));
  const live = withKeyData(input, answers, isAll);
  return {
    input: {
      ...input,
      live,
      server: { ...input.server, typesKnown: true, absentKeys: new Set(absent) },
    },
    answered: askedKeys.length > 0 ? ['keyData'] : [],
    missing: [],
  };
}

/** How many items were not read, by the counts of the server. */
export function unseenIn(live: State, counts: ItemCounts): ItemCounts {
  const keys = keysIn(live);
  return { keys: counts.keys - keys.length, values: counts.values - rowsOf(keys).length };
}

function touchedKeys(changes: readonly Change[], { desired }: PlanInput): string[] {
  const changed = changes.flatMap((change) => (change.kind === 'file' ? [] : [change.name]));
  // A key declared absent may still exist, with values in other contexts or without any.
  const absent = keysIn(desired)
    .filter((key) => key.absent)
    .map(({ name }) => name);
  return distinct([...changed, ...absent]);
}

/** Applied keys without values that are no longer declared: pulls do not show them. */
function emptyKeysToDelete({ desired, live, applied }: PlanInput): string[] {
  return statesOf(applied).flatMap((state) =>
    keysIn(state).flatMap(({ name, absent }) =>
      absent || [desired, live].some(({ items }) => items.has(keyId(name))) ? [] : [name],
    ),
  );
}

/** Removes the keys whose answer is `undefined`: they do not exist. Completes the others with type and metadata. */
function withKeyData(
  input: PlanInput,
  answers: ReadonlyMap<string, KeyData | undefined>,
  isAll: boolean,
): State {
  const items = new Map(input.live.items);
  for (const [id, data] of answers) {
    if (data === undefined) items.delete(id);
    else {
      const key: KeyFields & Partial<Item> = items.get(id) ?? presumedGroupOf(id, input);
      const { rows = new Map() } = key;
      // A key of which no value was read may have values elsewhere: it must not be deleted as a whole.
      const isElsewhere = rows.size === 0 && !isAll;
      const completed = { ...withHidden('keyData', data, key), rows };
      items.set(id, isElsewhere ? { ...completed, elsewhere: true } : completed);
    }
  }
  return { items };
}

function presumedGroupOf(id: string, { desired, applied, purpose }: PlanInput) {
  const lastApplied = applied.lastApplied ?? applied.begun?.find(({ items }) => items.has(id));
  const presumed = purpose === 'check' ? 'desired' : 'last-applied';
  return presumedGroup(id, { desired, presumed, lastApplied });
}

function distinct(names: readonly string[]): string[] {
  return [...new Map(names.map((name) => [keyId(name), name])).values()];
}
