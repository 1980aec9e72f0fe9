// Live gets what only the files know of it: which of its items are secret, and the line that declared or removes them.
import type { IsSecretName } from '../model/secrets.ts';
import type { FileEntry, Key, State, Value } from '../model/state.ts';

export interface Knowledge {
  desired: State;
  baseline?: State;
  isSecretName: IsSecretName;
}

/** Live with marks: a value that was or will be secret is masked on both sides, whatever the other says. */
export function annotate(live: State, knowledge: Knowledge): State {
  const { desired, baseline, isSecretName } = knowledge;
  const keys = new Map<string, Key>();
  for (const [id, key] of live.keys) {
    const isSecret = isSecretName(key.name);
    const ours = { desired: desired.keys.get(id), baseline: baseline?.keys.get(id) };
    const values = new Map<string, Value>();
    for (const [context, value] of key.values) {
      const declared = {
        desired: ours.desired?.values.get(context),
        baseline: ours.baseline?.values.get(context),
      };
      values.set(context, marked(value, { ...declared, isSecret }));
    }
    keys.set(id, { ...marked(key, { ...ours, isSecret }), values });
  }
  const files = new Map<string, FileEntry>();
  for (const [id, file] of live.files) {
    const ours = { desired: desired.files.get(id), baseline: baseline?.files.get(id) };
    files.set(id, marked(file, { ...ours, isSecret: isSecretName(file.path) }));
  }
  return { keys, files };
}

interface Declared<Item> {
  desired: Item | undefined;
  baseline: Item | undefined;
  isSecret: boolean;
}

function marked<Item extends Key | Value | FileEntry>(
  item: Item,
  { desired, baseline, isSecret }: Declared<Item>,
): Item {
  return {
    ...item,
    ...(desired?.place === undefined ? {} : { place: desired.place }),
    ...(baseline?.place === undefined ? {} : { was: baseline.place }),
    ...(isSecret || desired?.secret || baseline?.secret ? { secret: true } : {}),
  };
}
