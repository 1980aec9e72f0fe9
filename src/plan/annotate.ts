// Changes get what only the files know: the line that asks for each, and which of them are secret.
import { contextId, contextIn } from '../model/context.ts';
import type { Place } from '../model/diagnostic.ts';
import { unionOf } from '../model/merge-states.ts';
import type { Change } from '../model/plan.ts';
import type { PruneMode } from '../model/project.ts';
import type { Scope } from '../model/scope.ts';
import { type IsSecretName, looksSecret } from '../model/secrets.ts';
import { type FileEntry, fileId, type Key, keyId, type State, type Value } from '../model/state.ts';

export interface Knowledge {
  desired: State;
  live: State;
  baseline?: State;
  announced?: State;
  prune: PruneMode;
  scope: Scope;
  isSecretName: IsSecretName;
  secretIn?: readonly State[];
  masksLive?: true;
  /** The changes are those of others: what stands after them is on the server. */
  isTheirs: boolean;
}

/** What any known version of the project calls secret is marked, whatever the others say, so that both sides are masked. */
export function annotated(changes: readonly Change[], knowledge: Knowledge): Change[] {
  const { desired, live, baseline, announced, secretIn = [] } = knowledge;
  const applied = [baseline, announced].filter((state) => state !== undefined);
  const [first, ...others] = applied;
  const versions = [...new Set([desired, ...applied, ...secretIn])];
  const files = versions.flatMap((state) => [...state.files.values()]);
  const known = {
    ...knowledge,
    secretPaths: new Set(files.filter((file) => file.secret).map(({ path }) => path)),
    declaredNow: declarationsIn(desired),
    declaredBefore: first && declarationsIn(unionOf(first, ...others)),
    declaredIn: versions.map(declarationsIn),
    heldThere: declarationsIn(live),
  };
  return changes.map((change) => annotatedChange(change, known));
}

interface AnnotationInput
  extends Omit<Knowledge, 'desired' | 'live' | 'baseline' | 'announced' | 'secretIn'> {
  secretPaths: ReadonlySet<string>;
  declaredNow: Declarations;
  declaredBefore: Declarations | undefined;
  /** By every version that is known. */
  declaredIn: readonly Declarations[];
  heldThere: Declarations;
}

function annotatedChange(change: Change, known: AnnotationInput): Change {
  const { prune, scope, isTheirs } = known;
  const now = known.declaredNow(change);
  const before = known.declaredBefore?.(change);
  const isWhole =
    change.kind === 'key' &&
    change.action === 'delete' &&
    scope.wholeKey(change.key) &&
    (prune === 'all' || now.item?.absent === true);
  const isFromServer = isTheirs || (change.kind !== 'key' && change.before !== undefined);
  const secret = isSecret(change, known) || (isFromServer && holdsServersSecret(change, known));
  return {
    ...change,
    ...placeOf(change, { now, before }),
    ...(secret && { secret }),
    ...(isWhole && { whole: true }),
  };
}

function isSecret(change: Change, { isSecretName, declaredIn, heldThere }: AnnotationInput): boolean {
  return (
    isSecretName(change.kind === 'file' ? change.path : change.key) ||
    (change.kind !== 'key' && (looksSecret(change.before) || looksSecret(change.after))) ||
    isGuarded(heldThere(change)) ||
    declaredIn.some((declared) => isDeclaredSecret(declared(change)))
  );
}

/** What the server has of an item that is secret in another context may be the same secret, moved. */
function holdsServersSecret(
  change: Change,
  { declaredIn, secretPaths, masksLive }: AnnotationInput,
): boolean {
  if (change.kind === 'key') return false;
  if (masksLive) return true;
  if (change.kind === 'file') return secretPaths.has(change.path);
  return declaredIn.some((declared) => holdsSecret(declared(change)));
}

function isDeclaredSecret(declaration: Declaration): boolean {
  const { item, owner } = declaration;
  return item?.secret === true || owner?.secret === true || isGuarded(declaration);
}

/** What a security group guards is secret even where the group has no cipher, and the export shows it. */
function isGuarded({ owner, item: itself }: Declaration): boolean {
  const item = owner ?? itself;
  return item !== undefined && 'securityGroup' in item && item.securityGroup !== undefined;
}

/** Whether a key is secret in some context. */
function holdsSecret({ owner }: Declaration): boolean {
  return [...(owner?.values.values() ?? [])].some((value) => value.secret);
}

interface Declaration {
  item: Key | Value | FileEntry | undefined;
  /** The key of a value: `opp: delete` of a key asks for its values too. */
  owner: Key | undefined;
}

type Declarations = (change: Change) => Declaration;

function declarationsIn(state: State): Declarations {
  return (change) => {
    if (change.kind === 'file')
      return { item: state.files.get(fileId(change.path, shortContext(change.context))), owner: undefined };
    const key = state.keys.get(keyId(change.key));
    if (change.kind === 'key') return { item: key, owner: undefined };
    return { item: key?.values.get(contextId(shortContext(change.context))), owner: key };
  };
}

function placeOf(
  change: Change,
  { now, before }: { now: Declaration; before: Declaration | undefined },
): { place?: Place } | { removedFrom?: Place } {
  const place = now.item?.place ?? (now.owner?.absent ? now.owner.place : undefined);
  if (place !== undefined) return { place };
  const was = before?.item?.place;
  return change.action !== 'delete' || was === undefined ? {} : { removedFrom: was };
}

/** A context as states know it, from one that a change writes in full. */
function shortContext(context: string): string {
  return contextIn(context);
}
