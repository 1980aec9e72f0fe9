// A record of the very files that were just read: they are not read a second time.
import type { FileEntry, State, Value } from '../model/state.ts';

type Files = ReadonlyMap<string, Uint8Array>;

/** Whether two sets of files are the same, byte for byte. */
export function sameFiles(a: Files, b: Files): boolean {
  if (a.size !== b.size) return false;
  for (const [path, bytes] of a) {
    const other = b.get(path);
    if (other === undefined || Buffer.compare(bytes, other) !== 0) return false;
  }
  return true;
}

/**
 * The state as its files give it in a record, where nobody knows what a variable held. What names none is shared, so
 * that whoever compares the two sees at once that it is the same.
 */
export function asRecorded(state: State): State {
  const keys = new Map(state.keys);
  for (const [id, key] of state.keys) {
    const fromVariables = [...key.values].filter(([, { variable }]) => variable !== undefined);
    if (fromVariables.length === 0) continue;
    const values = new Map(key.values);
    for (const [context, value] of fromVariables) values.set(context, forgotten(value, { text: null }));
    keys.set(id, { ...key, values });
  }
  const files = new Map(state.files);
  for (const [id, file] of state.files) {
    if (file.variable !== undefined) files.set(id, forgotten(file, { content: '' }));
  }
  return { keys, files };
}

function forgotten<Item extends Value | FileEntry>(
  { variable: _, ...item }: Item,
  nothing: Partial<Item>,
): Item {
  return { ...item, ...nothing, unknown: true } as Item;
}
