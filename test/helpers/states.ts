// States as tests write and read them: keys without a kind, and every file in each of its contexts.
import {
  addFileRow,
  emptyState,
  filesIn,
  type Item,
  itemId,
  type Row,
  type State,
} from '../../src/model/state.ts';

export type Key = Omit<Item, 'kind'>;

/** A file in one context. */
export type FileRow = Row & { path: string };

export function stateFrom({
  keys = [],
  files = [],
}: {
  keys?: Iterable<Key>;
  files?: Iterable<FileRow>;
}): State {
  const state = emptyState();
  for (const one of keys) {
    const key: Item = { ...one, kind: 'key' };
    state.items.set(itemId(key), key);
  }
  for (const { path, ...row } of files) addFileRow(state, path, row);
  return state;
}

/** The files of a state, each in one context. */
export function fileRowsIn(state: State): FileRow[] {
  return filesIn(state).flatMap(({ name: path, rows }) =>
    [...rows.values()].map((row) => ({ path, ...row })),
  );
}
