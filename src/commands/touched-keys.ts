// Without the export: the keys that a plan would touch or name, asked for one by one.
import { inParallel } from '../lib/parallel.ts';
import { type Change, isRead } from '../model/plan.ts';
import type { RepositoryName } from '../model/project.ts';
import type { ItemCounts, MissingRead } from '../model/server-reads.ts';
import { type Key, keyId, type State } from '../model/state.ts';
import type { ResolvedTarget } from '../options.ts';
import type { PlanInput } from '../plan/input.ts';
import { compareStates } from '../plan/make-plan.ts';
import { ifOffered } from '../remote/answer.ts';
import type { Reader } from '../remote/client.ts';
import { presumedGroup } from '../remote/pulled-state.ts';
import type { KeyData } from '../remote/wire.ts';
import { placeholdersIn } from '../semantics/placeholders.ts';

/** More new keys than these are counted, and not asked for one by one. */
const FEW_NEW_KEYS = 16;

interface Asking {
  reader: Reader;
  target: Pick<ResolvedTarget, 'repository'>;
  /** What the server counts: asked for only where it decides. Absent: nothing was read that it could be compared with. */
  counts?: () => Promise<ItemCounts | undefined>;
}

/**
 * What is touched must keep its type, and a pull shows neither `push` nor keys without values; what files name must
 * be there, or the server makes it, locked.
 */
export async function withTouchedKeys(
  input: PlanInput,
  { reader, target: { repository }, counts }: Asking,
): Promise<TouchedKeys> {
  // Types without values say nothing of what the key holds: the record alone is what such a plan is made from.
  if (!isRead(input.liveSource)) return { input, missing: [] };
  const { changes, drift } = compareStates(input);
  const changed = touchedKeys([...changes, ...drift], input);
  const empty = emptyKeysToGo(input);
  const isUnseen = (name: string) => !input.live.keys.has(keyId(name));
  // What goes may be more than was read.
  const goes = empty.length > 0 || changes.some(({ action }) => action === 'delete');
  const needsCounts = goes || input.firstOf !== undefined || changed.filter(isUnseen).length > FEW_NEW_KEYS;
  const unseen = needsCounts ? await unseenItems(input.live, counts) : undefined;
  // Where the server counts no other value, no key has others than those that were read.
  const isAll = unseen?.values === 0;
  const touched = isAll ? [...changed, ...empty] : changed;
  const named = namedByFiles(changes, input);
  const isAbsent = (name: string) => unseen?.keys === 0 && isUnseen(name);
  const asked = distinct([...touched, ...named]).filter((name) => !isAbsent(name));
  const offered = await ifOffered('keyData', askEach(asked, { reader, repository }));
  if ('missing' in offered) return { input, missing: [offered.missing] };
  const { answer } = offered;
  const absent = [...touched, ...named].map(keyId).filter((id) => answer.get(id) === undefined);
  const answers = new Map(touched.map((name) => [keyId(name), answer.get(keyId(name))]));
  const live = withKeyData(input, { answers, isAll });
  return {
    input: { ...input, live, typesKnown: true, absentKeys: new Set(absent) },
    missing: [],
    ...(asked.length > 0 && { isAnswered: true }),
  };
}

/** How much more the server counts than was read; `undefined` where it does not count. */
async function unseenItems({ keys }: State, counts: Asking['counts']): Promise<ItemCounts | undefined> {
  const counted = await counts?.();
  if (counted === undefined) return undefined;
  const values = [...keys.values()].reduce((sum, key) => sum + key.values.size, 0);
  return { keys: counted.keys - keys.size, values: counted.values - values };
}

interface TouchedKeys {
  input: PlanInput;
  missing: MissingRead[];
  /** Something was asked, and the server answered. */
  isAnswered?: true;
}

function touchedKeys(changes: readonly Change[], { desired }: PlanInput): string[] {
  const changed = changes.flatMap((change) => (change.kind === 'file' ? [] : [change.key]));
  // One that is declared absent may be there all the same, with values in other contexts or without any.
  const absent = [...desired.keys.values()].filter((key) => key.absent).map(({ name }) => name);
  return distinct([...changed, ...absent]);
}

/** Keys without values that were applied from here, and are no longer declared: no pull shows them. */
function emptyKeysToGo({ desired, live, baseline, announced }: PlanInput): string[] {
  return [baseline, announced].flatMap((state) =>
    [...(state?.keys ?? [])].flatMap(([id, { name, absent }]) =>
      absent || desired.keys.has(id) || live.keys.has(id) ? [] : [name],
    ),
  );
}

/** Keys that files name, and of which nothing says yet that they are there. */
function namedByFiles(changes: readonly Change[], { desired, live }: PlanInput): string[] {
  const named = changes.flatMap((change) =>
    change.kind === 'file' ? placeholdersIn(change.after ?? '') : [],
  );
  return distinct(named).filter((name) => !desired.keys.has(keyId(name)) && !live.keys.has(keyId(name)));
}

/** By id of the key; `undefined` for one that does not exist. */
type Answers = ReadonlyMap<string, KeyData | undefined>;

async function askEach(
  names: readonly string[],
  { reader, repository }: { reader: Reader; repository: RepositoryName },
): Promise<Answers> {
  return new Map(
    await inParallel(names, async (name) => [keyId(name), await reader.keyData(repository, name)] as const),
  );
}

/** A key that does not exist is taken out, one that exists gets its type and metadata. */
function withKeyData(input: PlanInput, { answers, isAll }: { answers: Answers; isAll: boolean }): State {
  const { keys: known, files } = input.live;
  const keys = new Map(known);
  for (const [id, data] of answers) {
    if (data === undefined) keys.delete(id);
    else {
      const there = keys.get(id) ?? { values: new Map(), ...groupOf(id, input) };
      keys.set(id, keyWith(data, there, isAll));
    }
  }
  return { keys, files };
}

/** Where none of its values was read it may have others, unless all were: then it is no key to be deleted as a whole. */
function keyWith(data: KeyData, known: Omit<Key, 'name'>, isAll: boolean): Key {
  const { readme: _, ...rest } = known;
  return { ...rest, ...data, ...(rest.values.size === 0 && !isAll ? { elsewhere: true } : {}) };
}

function groupOf(id: string, { desired, baseline, announced, isAfterwards }: PlanInput) {
  const applied = baseline ?? announced;
  const presumed = isAfterwards ? 'desired' : 'baseline';
  return presumedGroup(id, { desired, presumed, ...(applied && { baseline: applied }) });
}

function distinct(names: readonly string[]): string[] {
  return [...new Map(names.map((name) => [keyId(name), name])).values()];
}
