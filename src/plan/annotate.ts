// Adds to each change its line in the files, and whether it is secret.
import { withMembers } from '../lib/collections.ts';
import type { Change, Secrets } from '../model/plan.ts';
import { isSecretText } from '../model/secrets.ts';
import { type Item, mergeStates, type State } from '../model/state.ts';
import { secretsInVersions, secretTexts } from '../semantics/secret-lines.ts';
import { addressId, addressIn, findAt, type FoundItem } from './find-item.ts';
import { type PlanInput, type Policy, type SecretRules, statesOf } from './input.ts';
import { unsetOf } from './normalize.ts';
import { isDeletedWhole } from './prune.ts';

export type AnnotateInput = Pick<PlanInput, 'desired' | 'live' | 'applied' | 'others' | 'unset'> & {
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

/** What the versions of the project have of the thing that changes. */
interface FoundInVersions {
  declared: FoundItem;
  /** In every version, the declared one among them. */
  versions: readonly FoundItem[];
}

function annotatedChange(change: Change, annotating: AnnotationState): Change {
  const { desired, live, before, versions, isTheirs, unset, secrets: rules } = annotating;
  const at = addressIn(change);
  const found: FoundInVersions = {
    declared: findAt(desired, at),
    versions: versions.map((state) => findAt(state, at)),
  };
  const key = { kind: 'key', name: change.name } as const;
  const isWhole = isDeletedWhole(key, found.declared.item, annotating);
  const isFromServer = isTheirs || (change.kind !== 'key' && change.before !== undefined);
  const variable = unset && unsetOf(found.declared.row ?? {});
  const isClear =
    !isTheirs && change.action !== 'delete' && rules.clearText?.findings.has(addressId(at));
  const isWholeSecret =
    isGuarded(findAt(live, at)) ||
    isSecret(change, found, rules) ||
    (isFromServer && holdsServersSecret(change, found, rules));
  const secrets = isWholeSecret ? 'all' : secretsIn(change, found);
  const marks = Object.assign(
    placeOf(change, found.declared, findAt(before, at)),
    secrets === 'all' ? { secret: true as const } : { secrets },
    { clearText: isClear || undefined },
  );
  if (change.kind !== 'key') return withMembers(change, Object.assign(marks, { unset: variable }));
  return change.action === 'delete'
    ? withMembers(change, Object.assign(marks, { whole: isWhole || undefined }))
    : withMembers(change, marks);
}

function isSecret(
  change: Change,
  { versions }: FoundInVersions,
  { isSecretName }: AnnotateInput['secrets'],
): boolean {
  return (
    isSecretName(change.name) ||
    (change.kind !== 'key' &&
      [change.before, change.after].some((text) => isSecretText(change.name, text))) ||
    versions.some(
      (version) =>
        version.row?.secret === true || version.item?.secret === true || isGuarded(version),
    )
  );
}

/** Secrets in other versions of a text, and in its other contexts, may have moved. */
function secretsIn(change: Change, { versions }: FoundInVersions): Secrets | 'all' | undefined {
  if (change.kind === 'key') return undefined;
  const declared = versions.flatMap(({ item, row }) => {
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
function holdsServersSecret(
  change: Change,
  { versions }: FoundInVersions,
  { masksLive }: AnnotateInput['secrets'],
): boolean {
  if (change.kind === 'key') return false;
  if (masksLive) return true;
  return versions.some(({ item }) => [...(item?.rows.values() ?? [])].some(({ secret }) => secret));
}

/** Items of a security group are secret even if the group has no cipher and the export shows them. */
function isGuarded({ item, row }: FoundItem): boolean {
  return (item?.securityGroup ?? row?.securityGroup) !== undefined;
}

function placeOf(
  { kind, action }: Change,
  { item, row }: FoundItem,
  before: FoundItem,
): Pick<Change, 'place' | 'contentPath' | 'removedFrom'> {
  // `opp: delete` of a key applies to its values too.
  const declared = kind === 'key' ? item : row;
  const place = declared?.place ?? (item?.absent ? item.place : undefined);
  if (place !== undefined) return { place, contentPath: row?.contentPath };
  const removedFrom = (kind === 'key' ? before.item : before.row)?.place;
  return action !== 'delete' || removedFrom === undefined ? {} : { removedFrom };
}
