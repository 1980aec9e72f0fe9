// Changes get what only the files know: the line that asks for each, and which of them are secret.
import { contextId, contextIn } from '../model/context.ts';
import type { Change } from '../model/plan.ts';
import type { Place } from '../model/place.ts';
import type { PruneMode } from '../model/project.ts';
import type { Scope } from '../model/scope.ts';
import { type IsSecretName, looksSecret } from '../model/secrets.ts';
import { fileId, type FileEntry, type Key, type State, type Value } from '../model/state.ts';
import { unionOf } from '../model/union.ts';
import { inARow, keyFinder } from './in-a-row.ts';

export interface Knowledge {
  desired: State;
  live: State;
  baseline?: State;
  announced?: State;
  prune: PruneMode;
  scope: Scope;
  isSecretName: IsSecretName;
  /** The changes are those of others: what stands after them is on the server. */
  isTheirs: boolean;
}

/**
 * A value that was or will be secret is marked whatever the other side says, so that both sides are masked.
 * @param changes are marked themselves: copies of hundreds of thousands would cost time and memory
 */
export function annotated(changes: Change[], knowledge: Knowledge): Change[] {
  const { desired, live, baseline, announced } = knowledge;
  const [first, ...others] = [baseline, announced].filter((state) => state !== undefined);
  const before = first && unionOf(first, ...others);
  const files = [...desired.files.values(), ...(before?.files.values() ?? [])];
  const known = {
    ...knowledge,
    secretPaths: new Set(files.filter((file) => file.secret).map(({ path }) => path)),
    isSecretName: inARow(knowledge.isSecretName),
    declaredNow: declarationsIn(desired),
    declaredBefore: before && declarationsIn(before),
    heldThere: declarationsIn(live),
  };
  for (const change of changes) annotate(change, known);
  return changes;
}

interface Known extends Omit<Knowledge, 'desired' | 'live' | 'baseline' | 'announced'> {
  secretPaths: ReadonlySet<string>;
  declaredNow: Declarations;
  declaredBefore: Declarations | undefined;
  heldThere: Declarations;
}

function annotate(change: Change, known: Known): void {
  const { prune, scope, isSecretName, isTheirs, secretPaths } = known;
  const now = known.declaredNow(change);
  const before = known.declaredBefore?.(change);
  const there = known.heldThere(change);
  const name = change.kind === 'file' ? change.path : change.key;
  const isFromServer = isTheirs || (change.kind !== 'key' && change.before !== undefined);
  const isSecret =
    isSecretName(name) ||
    now.item?.secret ||
    before?.item?.secret ||
    isGuarded(now) ||
    isGuarded(before) ||
    isGuarded(there) ||
    (change.kind !== 'key' && (looksSecret(change.before) || looksSecret(change.after))) ||
    (change.kind === 'value' && isFromServer && (holdsSecret(now) || holdsSecret(before))) ||
    (change.kind === 'file' && isFromServer && secretPaths.has(change.path));
  const isWhole =
    change.kind === 'key' &&
    change.action === 'delete' &&
    scope.wholeKey(change.key) &&
    (prune === 'all' || now.item?.absent === true);
  Object.assign(change, placeOf(change, { now, before }));
  if (isSecret) change.secret = true;
  if (isWhole) change.whole = true;
}

/** What a security group guards is secret even where the group has no cipher, and the export shows it. */
function isGuarded(declaration: Declaration | undefined): boolean {
  const item = declaration?.owner ?? declaration?.item;
  return item !== undefined && 'securityGroup' in item && item.securityGroup !== undefined;
}

/** Whether a key is secret in some context: what the server has of it in another may be the same secret, moved. */
function holdsSecret(declaration: Declaration | undefined): boolean {
  return [...(declaration?.owner?.values.values() ?? [])].some((value) => value.secret);
}

interface Declaration {
  item: Key | Value | FileEntry | undefined;
  /** The key of a value: `opp: delete` of a key asks for its values too. */
  owner: Key | undefined;
}

type Declarations = (change: Change) => Declaration;

function declarationsIn(state: State): Declarations {
  const keyOf = keyFinder(state);
  return (change) => {
    if (change.kind === 'file')
      return { item: state.files.get(fileId(change.path, shortContext(change.context))), owner: undefined };
    const key = keyOf(change.key);
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
