// Rules about keys, values and files that the server would not let go, or would drop (behaviour.md, sections 7, 9, 12 and 17).
import { addressOf } from '../../model/plan.ts';
import { keyId } from '../../model/state.ts';
import { at, type Found, type GuardInput, liveFile, liveKey } from '../rule.ts';
import { fileChanges, firstOfEachKey, keyChanges, valueChanges } from '../changes-by-kind.ts';

export function lastValue({ changes, drift, onDrift, after, live }: GuardInput): Found[] {
  const names = new Set(
    valueChanges(changes).flatMap((change) => (change.action === 'delete' ? [change.key] : [])),
  );
  return [...names].flatMap((name) => {
    const key = after.keys.get(keyId(name));
    const there = live.keys.get(keyId(name));
    if (key === undefined || key.values.size > 0 || there?.elsewhere || (there?.inactive ?? 0) > 0) return [];
    const place = key.place && { place: key.place };
    const gone = valueChanges(drift).filter(
      (one) => one.action === 'delete' && keyId(one.key) === keyId(name),
    );
    if (gone.length > 0) {
      const contexts = gone.map(({ context }) => `\`${context}\``).join(', ');
      const message = `${name} would lose its last value, and with it the server drops the key: others deleted its other values (${contexts}), and \`onDrift: ${onDrift}\` leaves them deleted.`;
      const hint =
        'Apply once with `--on-drift overwrite` (input `on-drift: overwrite`) to restore them. If the key is to go, declare `opp: delete` for it.';
      return [{ ...place, message, hint }];
    }
    const message = `${name} is declared, but would lose its last value, and with it the server drops the key.`;
    return [{ ...place, message, hint: 'Declare a value, or `opp: delete` for the key.' }];
  });
}

export function fileHeldTwice({ changes, live }: GuardInput): Found[] {
  return fileChanges(changes).flatMap((change) => {
    const rows = liveFile(live, change)?.duplicates;
    if (rows === undefined) return [];
    const message = `The server holds ${rows + 1} rows of this file: ${addressOf(change)} in one context.`;
    return [
      { ...at(change), message, hint: "Delete the surplus in the server's own pages, then plan again." },
    ];
  });
}

export function keyLocked({ changes, live, desired, forceKeyPush }: GuardInput): Found[] {
  if (forceKeyPush) return [];
  return firstOfEachKey(changes).flatMap((change) => {
    if (liveKey(live, change)?.push !== false) return [];
    const { key: name } = change;
    const place = desired.keys.get(keyId(name))?.place;
    const message = `${name} is locked on the server (\`push: false\`).`;
    const hint =
      'The server refuses the whole push: leave the key alone, or use a token that may force it and say `forceKeyPush: true` in confighub.yaml.';
    return [{ ...(place && { place }), message, hint }];
  });
}

export function keyLocksItself({ changes }: GuardInput): Found[] {
  return keyChanges(changes).flatMap((change) => {
    if (change.after?.push !== false || change.before?.push === false) return [];
    const message = `\`push: false\` locks ${change.key}: afterwards only a token that may force can change it.`;
    return [{ ...at(change), message }];
  });
}

export function inactiveRow({ changes, live }: GuardInput): Found[] {
  return firstOfEachKey(changes).flatMap((own) => {
    const { inactive = 0 } = liveKey(live, own) ?? {};
    if (inactive === 0) return [];
    // With the whole key they go too.
    if (own.kind === 'key' && own.action === 'delete') return [];
    const rows = inactive === 1 ? 'an inactive value' : `${inactive} inactive values`;
    const message = `${own.key} has ${rows} on the server, which no push can see or change.`;
    return [
      {
        ...at(own),
        message,
        hint: 'They keep the key alive; they go only with the whole key (`opp: delete`).',
      },
    ];
  });
}

export function fileCase({ changes, after }: GuardInput): Found[] {
  const created = fileChanges(changes).filter(({ action }) => action === 'create');
  if (created.length === 0) return [];
  const spellings = new Map<string, Set<string>>();
  for (const { path } of after.files.values()) {
    const id = path.toLowerCase();
    spellings.set(id, (spellings.get(id) ?? new Set()).add(path));
  }
  return created.flatMap((change) => {
    const path = addressOf(change);
    const other = [...(spellings.get(path.toLowerCase()) ?? [])].find((spelling) => spelling !== path);
    if (other === undefined) return [];
    const message = `${path} and ${other} differ only in case: to the server they are two files.`;
    return [{ ...at(change), message }];
  });
}
