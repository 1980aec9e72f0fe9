// A record of the very files that were just read: they are not read a second time.
import { changed } from '../model/changed.ts';
import type { FileEntry, State, Value } from '../model/state.ts';

/**
 * The state as its files give it in a record, where nobody knows what a variable held. What names none is shared, so
 * that whoever compares the two sees at once that it is the same.
 */
export function asRecorded(state: State): State {
  const forget = (value: Value) => (value.variable === undefined ? value : forgotten(value, { text: null }));
  const keys = changed(state.keys, (key) => {
    const values = changed(key.values, forget);
    return values === key.values ? key : { ...key, values };
  });
  const files = changed(state.files, (file) =>
    file.variable === undefined ? file : forgotten(file, { content: '' }),
  );
  return keys === state.keys && files === state.files ? state : { keys, files };
}

function forgotten<Item extends Value | FileEntry>(
  { variable: _, ...item }: Item,
  nothing: Partial<Item>,
): Item {
  return { ...item, ...nothing, unknown: true } as Item;
}
