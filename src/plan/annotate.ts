// Adds to each change its line in the files, and whether it is secret.
import type { Change, Secrets } from '../model/plan.ts';
import { isSecretText } from '../model/secrets.ts';
import { type Item, mergeStates, type State } from '../model/state.ts';
import { secretsInVersions, secretTexts } from '../semantics/secret-lines.ts';
import { changeId, type FoundItem, find, thingIn } from './find-item.ts';
import { type PlanInput, type Policy, type SecretRules, statesOf } from './input.ts';
import { unsetOf } from './normalize.ts';

export type AnnotateInput = Pick<PlanInput, 'desired' | 'live' | 'applied' | 'unset'> & {
  policy: Pick<Policy, 'prune' | 'scope'>;
  secrets: Pick<SecretRules, 'isSecretName' | 'secretIn' | 'masksLive' | 'clearText'>;
  /** The changes are drift: their `after` is on the server. */
  isTheirs: boolean;
};

/** An item that any known version of the project calls secret is marked, so that both sides are masked. */
export function annotated(changes: readonly Change[], input: AnnotateInput): Change[] {
  const { desired, applied, secrets } = input;
  const states = statesOf(applied);
  const versions = [...new Set([desired, ...states, ...(secrets.secretIn ?? [])])];
  const annotating = { ...input, before: mergeStates(...states), versions };
  return changes.map((change) => annotatedChange(change, annotating));
}

interface AnnotationState extends AnnotateInput {
  /** Everything that was applied. */
  before: State;
  versions: readonly State[];
}

function annotatedChange(change: Change, annotating: AnnotationState): Change {
  const { desired, before, policy, isTheirs, unset, secrets: rules } = annotating;
  const isWhole =
    change.kind === 'key' &&
    change.action === 'delete' &&
    policy.scope.whole({ kind: 'key', name: change.name }) &&
    (policy.prune === 'all' || find(desired, change).item?.absent === true);
  const isFromServer = isTheirs || (change.kind !== 'key' && change.before !== undefined);
  const variable = unset && unsetOf(find(desired, change).row ?? {});
  const isClear =
    !isTheirs && change.action !== 'delete' && rules.clearText?.findings.has(changeId(change));
  const isWholeSecret =
    isSecret(change, annotating) || (isFromServer && holdsServersSecret(change, annotating));
  const secrets = isWholeSecret ? 'all' : secretsIn(change, annotating);
  return {
    ...change,
    ...placeOf(change, desired, before),
    ...(secrets === 'all' ? { secret: true } : secrets && { secrets }),
    ...(isClear && { clearText: true }),
    ...(isWhole && { whole: true }),
    ...(variable !== undefined && { unset: variable }),
  };
}

function isSecret(change: Change, { secrets, versions, live }: AnnotationState): boolean {
  return (
    secrets.isSecretName(change.name) ||
    (change.kind !== 'key' &&
      [change.before, change.after].some((text) => isSecretText(change.name, text))) ||
    isGuarded(find(live, change)) ||
    versions.some((state) => {
      const version = find(state, change);
      return version.row?.secret === true || version.item?.secret === true || isGuarded(version);
    })
  );
}

/** Secrets in other versions of a text, and in its other contexts, may have moved. */
function secretsIn(change: Change, { versions }: AnnotationState): Secrets | 'all' | undefined {
  if (change.kind === 'key') return undefined;
  const declared = versions.flatMap((state) => {
    const { item, row } = find(state, change);
    if (item === undefined) return [];
    return item.kind === 'key' ? secretsInValues(item) : secretTexts(row?.text);
  });
  return secretsInVersions(change.before, change.after, declared);
}

/** Looked for once in each key, which may have thousands of values that change. */
const SECRETS = new WeakMap<Item, string[]>();

function secretsInValues(key: Item): string[] {
  const remembered = SECRETS.get(key);
  if (remembered !== undefined) return remembered;
  const secrets = [...new Set([...key.rows.values()].flatMap(({ text }) => secretTexts(text)))];
  SECRETS.set(key, secrets);
  return secrets;
}

/** The live content of an item that is secret in another context may be the same secret, moved. */
function holdsServersSecret(change: Change, { versions, secrets }: AnnotationState): boolean {
  if (change.kind === 'key') return false;
  if (secrets.masksLive) return true;
  return versions.some((state) =>
    [...(find(state, change).item?.rows.values() ?? [])].some(({ secret }) => secret),
  );
}

/** Items of a security group are secret even if the group has no cipher and the export shows them. */
function isGuarded({ item, row }: FoundItem): boolean {
  return (item?.securityGroup ?? row?.securityGroup) !== undefined;
}

function placeOf(
  change: Change,
  desired: State,
  before: State,
): Pick<Change, 'place' | 'contentPath' | 'removedFrom'> {
  // `opp: delete` of a key applies to its values too.
  const { item, row } = find(desired, change);
  const place = thingIn(desired, change)?.place ?? (item?.absent ? item.place : undefined);
  if (place !== undefined) {
    const contentPath = row?.contentPath;
    return { place, ...(contentPath !== undefined && { contentPath }) };
  }
  const removedFrom = thingIn(before, change)?.place;
  return change.action !== 'delete' || removedFrom === undefined ? {} : { removedFrom };
}
