// Rules about keys: names, locks, metadata and deletion (behaviour.md, sections 7, 9, 12 and 17).
import { type Change, isRead, keyChanges, valueChanges } from '../../model/plan.ts';
import { itemId, KEY_METADATA, keyId, keysIn, rowsIn, isPresent } from '../../model/state.ts';
import { keysNamedIn } from '../../semantics/placeholders.ts';
import { firstOfEachKey } from '../diff.ts';
import { find } from '../find-item.ts';
import { placedAt, findingsAt, type GuardInput, type PlanRule, type RuleFinding } from './rule.ts';

export const KEY_RULES: readonly PlanRule[] = [
  {
    code: 'key-locked',
    severity: 'refusal',
    check: keyLocked,
  },
  {
    code: 'locked-key-changed',
    severity: 'warning',
    advice:
      'The token needs the right to push locked keys (Push Key Override), which a plan cannot check. Without it, the server rejects the whole push.',
    check: lockedKeyChanged,
  },
  {
    code: 'key-locks-itself',
    severity: 'warning',
    advice: 'Check that this is intended.',
    check: keyLocksItself,
  },
  {
    code: 'key-not-created',
    severity: 'warning',
    advice: 'Declare a value, or remove the key from the files.',
    check: keyNotCreated,
  },
  {
    code: 'key-used',
    severity: 'refusal',
    advice: 'Remove the placeholder from the file in the same change, or keep the key.',
    check: keyUsed,
  },
  {
    code: 'last-value',
    severity: 'refusal',
    advice: 'Declare a value, or `opp: delete` for the key.',
    check: lastValue,
  },
  {
    code: 'inactive-row',
    severity: 'warning',
    advice:
      'Inactive values keep the key alive. Only deleting the whole key (`opp: delete`) removes them.',
    check: inactiveRow,
  },
];

function lastValue({
  changes,
  drift,
  policy: { onDrift },
  after,
  live,
}: GuardInput): RuleFinding[] {
  const deletes = (some: readonly Change[]) =>
    valueChanges(some).filter(({ action }) => action === 'delete');
  const ids = new Set(deletes(changes).map(itemId));
  const keys = [...ids].flatMap((id) => after.items.get(id) ?? []);
  return findingsAt(keys, ({ name, rows }) => {
    const before = live.items.get(keyId(name));
    if (rows.size > 0 || before?.elsewhere || before?.inactive) return undefined;
    const deleted = deletes(drift).filter((value) => isOfKey(value, name));
    if (deleted.length === 0)
      return `${name} is declared but would lose its last value, and the server would delete the key with it.`;
    const contexts = deleted.map(({ context }) => `\`${context}\``).join(', ');
    const message = `${name} would lose its last value, and the server would delete the key with it: its other values (${contexts}) were deleted on the server, and \`onDrift: ${onDrift}\` leaves them deleted.`;
    const hint =
      'Apply once with `--on-drift overwrite` (input `on-drift: overwrite`) to restore them. To delete the key, declare `opp: delete` for it.';
    return { message, hint };
  });
}

function lockedIn({ changes, live }: GuardInput): Change[] {
  return firstOfEachKey(changes).filter((change) => find(live, change).item?.push === false);
}

function lockedKeyChanged(input: GuardInput): RuleFinding[] {
  if (!input.policy.forceKeyPush) return [];
  return findingsAt(
    lockedIn(input),
    ({ name }) =>
      `${name} is locked on the server (\`push: false\`), and \`forceKeyPush: true\` changes it anyway.`,
  );
}

function keyLocked(input: GuardInput): RuleFinding[] {
  const { changes, desired, policy } = input;
  if (policy.forceKeyPush) return [];
  return lockedIn(input).map((change) => {
    const isDrift = changes.every(
      (other) => other.cause === 'drift' || !isOfKey(other, change.name),
    );
    const message = isDrift
      ? `${change.name} was changed on the server since the last apply, and is locked there (\`push: false\`).`
      : `${change.name} is locked on the server (\`push: false\`).`;
    const undo = isDrift
      ? 'To keep the change made on the server, run `confighub-sync import --only drift`.'
      : 'Undo the change in the files.';
    const hint = `The server rejects the whole push. ${undo} To push it anyway, unlock the key in the server's web interface, or use a token that may push locked keys and set \`forceKeyPush: true\` in confighub.yaml.`;
    return { ...placedAt(find(desired, change).item ?? {}), message, hint };
  });
}

function isOfKey(change: Change, key: string): boolean {
  return change.kind !== 'file' && keyId(change.name) === keyId(key);
}

function keyLocksItself({ changes }: GuardInput): RuleFinding[] {
  return findingsAt(keyChanges(changes), ({ name: key, before, after }) => {
    if (after?.push !== false || before?.push === false) return undefined;
    return `\`push: false\` locks ${key}: afterwards, only a token that may push locked keys can change it.`;
  });
}

function keyNotCreated({ desired, live }: GuardInput): RuleFinding[] {
  const missing = keysIn(desired).filter((key) => !key.absent && !live.items.has(keyId(key.name)));
  return findingsAt(missing, (key) => {
    const isOnlyDeleted = key.rows.size > 0 && ![...key.rows.values()].some(isPresent);
    const settings = KEY_METADATA.filter((name) => key[name] !== undefined);
    if (!isOnlyDeleted || settings.length === 0) return undefined;
    const names = settings.map((name) => `\`${name}\``).join(' and ');
    return `${key.name} is not created, because all of its values are \`opp: delete\`; its ${names} ${settings.length === 1 ? 'has' : 'have'} no effect.`;
  });
}

function inactiveRow({ changes, live }: GuardInput): RuleFinding[] {
  return findingsAt(firstOfEachKey(changes), (change) => {
    const inactive = find(live, change).item?.inactive ?? 0;
    // Deleting the whole key deletes them too.
    if (inactive === 0 || (change.kind === 'key' && change.action === 'delete')) return undefined;
    const rows = inactive === 1 ? 'an inactive value' : `${inactive} inactive values`;
    return `${change.name} has ${rows} on the server, which no push can see or change.`;
  });
}

function keyUsed({ changes, after, liveSource }: GuardInput): RuleFinding[] {
  const deleted = keyChanges(changes).filter((change) => change.action === 'delete');
  if (deleted.length === 0 || !isRead(liveSource)) return [];
  const users = new Map<string, string>();
  for (const { item, row } of rowsIn(after)) {
    if (item.kind === 'file')
      for (const name of keysNamedIn(row.text ?? '')) users.set(keyId(name), item.name);
  }
  return findingsAt(deleted, ({ name: key }) => {
    const file = users.get(keyId(key));
    return file && `${key} would be deleted, but a placeholder in the file ${file} refers to it.`;
  });
}
