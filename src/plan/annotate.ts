// Changes get what only the files know: the line that asks for each, and which of them are secret.
import { contextId, contextIn } from '../model/context.ts';
import type { Change } from '../model/plan.ts';
import type { Place } from '../model/place.ts';
import type { PruneMode } from '../model/project.ts';
import type { Scope } from '../model/scope.ts';
import { type IsSecretName, looksSecret } from '../model/secrets.ts';
import { fileId, type FileEntry, type Key, keyId, type State, type Value } from '../model/state.ts';
import { unionOf } from '../model/union.ts';

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

/** A value that was or will be secret is marked whatever the other side says, so that both sides are masked. */
export function annotated(changes: readonly Change[], knowledge: Knowledge): Change[] {
  const [first, ...others] = [knowledge.baseline, knowledge.announced].filter((state) => state !== undefined);
  const known = first === undefined ? knowledge : { ...knowledge, baseline: unionOf(first, ...others) };
  const files = [...known.desired.files.values(), ...(known.baseline?.files.values() ?? [])];
  const secretPaths = new Set(files.filter((file) => file.secret).map(({ path }) => path));
  return changes.map((change) => annotate(change, { ...known, secretPaths }));
}

function annotate(change: Change, knowledge: Knowledge & { secretPaths: ReadonlySet<string> }): Change {
  const { desired, live, baseline, prune, scope, isSecretName, isTheirs, secretPaths } = knowledge;
  const now = declared(desired, change);
  const before = baseline === undefined ? undefined : declared(baseline, change);
  const there = declared(live, change);
  const name = change.kind === 'file' ? change.path : change.key;
  const isFromServer = isTheirs || (change.kind !== 'key' && change.before !== undefined);
  const isSecret =
    isSecretName(name) ||
    now.item?.secret ||
    before?.item?.secret ||
    [now, before, there].some(isGuarded) ||
    (change.kind !== 'key' && [change.before, change.after].some(looksSecret)) ||
    (change.kind === 'value' && isFromServer && [now, before].some(holdsSecret)) ||
    (change.kind === 'file' && isFromServer && secretPaths.has(change.path));
  const isWhole =
    change.kind === 'key' &&
    change.action === 'delete' &&
    scope.wholeKey(change.key) &&
    (prune === 'all' || now.item?.absent === true);
  return {
    ...change,
    ...placeOf(change, { now, before }),
    ...(isSecret ? { secret: true } : {}),
    ...(isWhole ? { whole: true } : {}),
  };
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

function declared(state: State, change: Change): Declaration {
  if (change.kind === 'file')
    return { item: state.files.get(fileId(change.path, shortContext(change.context))), owner: undefined };
  const key = state.keys.get(keyId(change.key));
  if (change.kind === 'key') return { item: key, owner: undefined };
  return { item: key?.values.get(contextId(shortContext(change.context))), owner: key };
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
