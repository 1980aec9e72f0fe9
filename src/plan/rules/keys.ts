// Rules about keys: names, locks, metadata and deletion (behaviour.md, sections 7, 9, 12 and 17).
import { type Change, isRead } from '../../model/plan.ts';
import { KEY_METADATA, keyId, keysIn, rowsIn, stands } from '../../model/state.ts';
import { placeholdersIn } from '../../semantics/placeholders.ts';
import { firstOfEachKey, keyChanges, valueChanges } from '../diff.ts';
import { find } from '../find-item.ts';
import { at, type GuardInput, type RuleFinding, type Rule } from './rule.ts';

export const KEY_RULES: readonly Rule[] = [
  {
    code: 'key-locked',
    severity: 'refusal',
    advice:
      'Unlock the key in the web interface of the server, or use a token that may push locked keys and set `forceKeyPush: true`. If it was changed on the server, import it; otherwise undo the change in the files.',
    check: keyLocked,
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
    advice: 'Delete the whole key (`opp: delete`), or leave the inactive values alone.',
    check: inactiveRow,
  },
];

function lastValue({ changes, drift, policy: { onDrift }, after, live }: GuardInput): RuleFinding[] {
  const names = new Set(valueChanges(changes).flatMap((change) => (change.action === 'delete' ? [change.key] : [])));
  return [...names].flatMap((name) => {
    const id = keyId(name);
    const [key, before] = [after.items.get(id), live.items.get(id)];
    if (key === undefined || key.rows.size > 0 || before?.elsewhere || before?.inactive) return [];
    const deleted = valueChanges(drift).filter((one) => one.action === 'delete' && keyId(one.key) === id);
    if (deleted.length === 0) {
      const message = `${name} is declared but would lose its last value, and the server would delete the key with it.`;
      return [{ ...at(key), message }];
    }
    const contexts = deleted.map(({ context }) => `\`${context}\``).join(', ');
    const message = `${name} would lose its last value, and the server would delete the key with it: its other values (${contexts}) were deleted on the server, and \`onDrift: ${onDrift}\` leaves them deleted.`;
    const hint =
      'Apply once with `--on-drift overwrite` (input `on-drift: overwrite`) to restore them. To delete the key, declare `opp: delete` for it.';
    return [{ ...at(key), message, hint }];
  });
}

function keyLocked({ changes, live, desired, policy }: GuardInput): RuleFinding[] {
  if (policy.forceKeyPush) return [];
  return firstOfEachKey(changes).flatMap((change) => {
    if (find(live, change).item?.push !== false) return [];
    const declared = desired.items.get(keyId(change.key)) ?? {};
    const isDrift = changes.every((one) => one.cause === 'drift' || !isOfKey(one, change.key));
    const message = isDrift
      ? `${change.key} was changed on the server since the last apply, and is locked there (\`push: false\`).`
      : `${change.key} is locked on the server (\`push: false\`).`;
    const hint = `The server refuses the whole push. ${isDrift ? TAKE_LOCKED : LEAVE_LOCKED} ${UNLOCK}`;
    return [{ ...at(declared), message, hint }];
  });
}

const TAKE_LOCKED = 'To keep the change made on the server, run `confighub-sync import --only drift`.';
const LEAVE_LOCKED = 'Undo the change in the files.';
const UNLOCK =
  'To push it, unlock the key in the web interface of the server, or use a token that may push locked keys and set `forceKeyPush: true` in confighub.yaml.';

function isOfKey(change: Change, key: string): boolean {
  return change.kind !== 'file' && keyId(change.key) === keyId(key);
}

function keyLocksItself({ changes }: GuardInput): RuleFinding[] {
  return keyChanges(changes).flatMap((change) => {
    if (change.after?.push !== false || change.before?.push === false) return [];
    const message = `\`push: false\` locks ${change.key}: afterwards, only a token that may push locked keys can change it.`;
    return [{ ...at(change), message }];
  });
}

function keyNotCreated({ desired, live }: GuardInput): RuleFinding[] {
  const missing = keysIn(desired).filter((key) => !key.absent && !live.items.has(keyId(key.name)));
  return missing.flatMap((key) => {
    const isOnlyDeleted = key.rows.size > 0 && ![...key.rows.values()].some(stands);
    const settings = KEY_METADATA.filter((name) => key[name] !== undefined);
    if (!isOnlyDeleted || settings.length === 0) return [];
    const names = settings.map((name) => `\`${name}\``).join(' and ');
    const message = `${key.name} is not created, because all of its values are \`opp: delete\`; its ${names} ${settings.length === 1 ? 'has' : 'have'} no effect.`;
    return [{ ...at(key), message }];
  });
}

function inactiveRow({ changes, live }: GuardInput): RuleFinding[] {
  return firstOfEachKey(changes).flatMap((change) => {
    const inactive = find(live, change).item?.inactive ?? 0;
    // Deleting the whole key deletes them too.
    if (inactive === 0 || (change.kind === 'key' && change.action === 'delete')) return [];
    const rows = inactive === 1 ? 'an inactive value' : `${inactive} inactive values`;
    const message = `${change.key} has ${rows} on the server, which no push can see or change.`;
    const hint = 'They keep the key alive. Only deleting the whole key (`opp: delete`) removes them.';
    return [{ ...at(change), message, hint }];
  });
}

function keyUsed({ changes, after, liveSource }: GuardInput): RuleFinding[] {
  const deleted = keyChanges(changes).filter((change) => change.action === 'delete');
  if (deleted.length === 0 || !isRead(liveSource)) return [];
  const users = new Map<string, string>();
  for (const { item, row } of rowsIn(after)) {
    if (item.kind === 'file') for (const name of placeholdersIn(row.text ?? '')) users.set(keyId(name), item.name);
  }
  return deleted.flatMap((change) => {
    const file = users.get(keyId(change.key));
    if (file === undefined) return [];
    const message = `${change.key} would be deleted, but a placeholder in the file ${file} refers to it.`;
    return [{ ...at(change), message }];
  });
}
