// Adds to each change its line in the files, and whether it is secret.
import { mergeStates } from '../model/merge-states.ts';
import { addressOf, type Change, type Secrets } from '../model/plan.ts';
import { isSecretText } from '../model/secrets.ts';
import type { Key, State } from '../model/state.ts';
import { secretsOf, secretTexts } from '../semantics/secret-lines.ts';
import { type FoundItem, findItem } from './find-item.ts';
import type { PlanInput } from './input.ts';
import { unsetOf } from './unset.ts';

export type AnnotateInput = Pick<
  PlanInput,
  | 'desired'
  | 'live'
  | 'baseline'
  | 'announced'
  | 'prune'
  | 'scope'
  | 'isSecretName'
  | 'secretIn'
  | 'masksLive'
  | 'unset'
> & {
  /** The changes are drift: their `after` is on the server. */
  isTheirs: boolean;
};

/** An item that any known version of the project calls secret is marked, so that both sides are masked. */
export function annotated(changes: readonly Change[], input: AnnotateInput): Change[] {
  const { desired, baseline, announced = [], secretIn = [] } = input;
  const applied = [...(baseline ? [baseline] : []), ...announced];
  const [first, ...others] = applied;
  const versions = [...new Set([desired, ...applied, ...secretIn])];
  const files = versions.flatMap((state) => [...state.files.values()]);
  const known: AnnotationState = {
    ...input,
    secretPaths: new Set(files.filter((file) => file.secret).map(({ path }) => path)),
    applied: first && mergeStates(first, ...others),
    versions,
  };
  return changes.map((change) => annotatedChange(change, known));
}

interface AnnotationState extends AnnotateInput {
  secretPaths: ReadonlySet<string>;
  applied: State | undefined;
  /** Every known version of the project. */
  versions: readonly State[];
}

function annotatedChange(change: Change, known: AnnotationState): Change {
  const { desired, applied, prune, scope, isTheirs, unset } = known;
  const now = findItem(desired, change);
  const before = applied && findItem(applied, change);
  const isWhole =
    change.kind === 'key' &&
    change.action === 'delete' &&
    scope.wholeKey(change.key) &&
    (prune === 'all' || now.key?.absent === true);
  const isFromServer = isTheirs || (change.kind !== 'key' && change.before !== undefined);
  const variable = unset && now.item && 'context' in now.item ? unsetOf(now.item) : undefined;
  const isWholeSecret = isSecret(change, known) || (isFromServer && holdsServersSecret(change, known));
  const secrets = isWholeSecret ? 'all' : secretsIn(change, known);
  return {
    ...change,
    ...placeOf(change, { now, before }),
    ...(secrets === 'all' ? { secret: true } : secrets && { secrets }),
    ...(isWhole && { whole: true }),
    ...(variable !== undefined && { unset: variable }),
  };
}

function isSecret(change: Change, { isSecretName, versions, live }: AnnotationState): boolean {
  return (
    isSecretName(addressOf(change)) ||
    (change.kind !== 'key' && [change.before, change.after].some((text) => isSecretText(addressOf(change), text))) ||
    isGuarded(findItem(live, change)) ||
    versions.some((state) => isDeclaredSecret(findItem(state, change)))
  );
}

/** Secrets in other versions of a text, and in its other contexts, may have moved. */
function secretsIn(change: Change, { versions }: AnnotationState): Secrets | 'all' | undefined {
  if (change.kind === 'key') return undefined;
  const declared = versions.flatMap((state) => {
    const { key, item } = findItem(state, change);
    const content = item !== undefined && 'content' in item ? secretTexts(item.content) : [];
    return [...(key === undefined ? [] : secretsInValues(key)), ...content];
  });
  return secretsOf(change.before, change.after, declared);
}

/** Looked for once in each key, which may have thousands of values that change. */
const SECRETS = new WeakMap<Key, string[]>();

function secretsInValues(key: Key): string[] {
  const known = SECRETS.get(key);
  if (known !== undefined) return known;
  const found = [...new Set([...key.values.values()].flatMap(({ text }) => secretTexts(text)))];
  SECRETS.set(key, found);
  return found;
}

/** The live content of an item that is secret in another context may be the same secret, moved. */
function holdsServersSecret(change: Change, { versions, secretPaths, masksLive }: AnnotationState): boolean {
  if (change.kind === 'key') return false;
  if (masksLive) return true;
  if (change.kind === 'file') return secretPaths.has(change.path);
  return versions.some((state) => {
    const { key } = findItem(state, change);
    return key !== undefined && [...key.values.values()].some(({ secret }) => secret);
  });
}

function isDeclaredSecret(found: FoundItem): boolean {
  return found.item?.secret === true || found.key?.secret === true || isGuarded(found);
}

/** Items of a security group are secret even if the group has no cipher and the export shows them. */
function isGuarded({ key, item }: FoundItem): boolean {
  const guarded = key ?? item;
  return guarded !== undefined && 'securityGroup' in guarded && guarded.securityGroup !== undefined;
}

function placeOf(
  change: Change,
  { now, before }: { now: FoundItem; before: FoundItem | undefined },
): Pick<Change, 'place' | 'contentPath' | 'removedFrom'> {
  // `opp: delete` of a key applies to its values too.
  const place = now.item?.place ?? (now.key?.absent ? now.key.place : undefined);
  if (place !== undefined) {
    const contentPath = now.item !== undefined && 'contentPath' in now.item ? now.item.contentPath : undefined;
    return { place, ...(contentPath !== undefined && { contentPath }) };
  }
  const removedFrom = before?.item?.place;
  return change.action !== 'delete' || removedFrom === undefined ? {} : { removedFrom };
}
