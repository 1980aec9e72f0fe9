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
    const declared = [desired.keys.get(id), baseline?.keys.get(id)];
    const values = new Map<string, Value>();
    for (const [context, value] of key.values) {
      values.set(
        context,
        marked(
          value,
          declared.map((one) => one?.values.get(context)),
          isSecretName(key.name),
        ),
      );
    }
    keys.set(id, { ...marked(key, declared, isSecretName(key.name)), values });
  }
  const files = new Map<string, FileEntry>();
  for (const [id, file] of live.files) {
    files.set(id, marked(file, [desired.files.get(id), baseline?.files.get(id)], isSecretName(file.path)));
  }
  return { keys, files };
}

function marked<Item extends Key | Value | FileEntry>(
  item: Item,
  declared: (Item | undefined)[],
  secret: boolean,
): Item {
  const place = declared.find((one) => one?.place !== undefined)?.place;
  return {
    ...item,
    ...(place === undefined ? {} : { place }),
    ...(secret || declared.some((one) => one?.secret) ? { secret: true } : {}),
  };
}
