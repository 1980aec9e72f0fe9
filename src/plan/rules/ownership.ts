// Rules about what is not ours alone: changed by others, or protected by ourselves.
import { addressOf, type Change } from '../../model/plan.ts';
import { at, type Found, type GuardInput } from '../rule.ts';

/** The files and the server changed one item differently: neither side is overwritten without being told to. */
export function conflict({ changes, onDrift }: GuardInput): Found[] {
  if (onDrift === 'overwrite') return [];
  return withoutKeysOfValues(changes.filter(({ cause }) => cause === 'conflict')).map((change) => ({
    ...at(change),
    message: `${nameOf(change)} was changed in the files and, differently, on the server.`,
  }));
}

export function driftFound({ drift, onDrift }: GuardInput): Found[] {
  if (onDrift !== 'fail') return [];
  return withoutKeysOfValues(drift).map((change) => ({
    ...at(change),
    message: `${nameOf(change)} was ${change.cause === 'override' ? 'added' : 'changed'} on the server since the last apply.`,
    hint: 'Take it into the files (`import --only drift`), or decide otherwise with `onDrift`.',
  }));
}

export function protectedItems({ changes, isProtected }: GuardInput): Found[] {
  const deleted = withoutKeysOfValues(changes.filter(({ action }) => action === 'delete'));
  return deleted
    .filter((change) => isProtected(addressOf(change)))
    .map((change) => ({
      ...at(change),
      message: `${nameOf(change)} would be deleted, and \`protect\` names it.`,
      name: addressOf(change),
    }));
}

/** A key that comes or goes with its values is told by them. */
function withoutKeysOfValues(changes: readonly Change[]): Change[] {
  return changes.filter(
    (change) => change.kind !== 'key' || change.action === 'update' || change.values === 0,
  );
}

function nameOf(change: Change): string {
  return change.kind === 'key' ? change.key : `${addressOf(change)} in \`${change.context}\``;
}
