// Finds the item that a change is about in a state.
import { contextId, contextIn } from '../model/context.ts';
import type { FileChange, ItemName, ValueChange } from '../model/plan.ts';
import { type FileEntry, fileId, type Key, keyId, type State, type Value } from '../model/state.ts';

export interface FoundItem<Item = Key | Value | FileEntry> {
  item: Item | undefined;
  /** The key itself, or the key of a value. */
  key: Key | undefined;
}

export function findItem(state: State, change: ValueChange): FoundItem<Value>;
export function findItem(state: State, change: FileChange): FoundItem<FileEntry>;
export function findItem(state: State, change: ValueChange | FileChange): FoundItem<Value | FileEntry>;
export function findItem(state: State, name: ItemName): FoundItem;
export function findItem({ keys, files }: State, change: ItemName): FoundItem {
  if (change.kind === 'file')
    return { item: files.get(fileId(change.path, contextIn(change.context))), key: undefined };
  const key = keys.get(keyId(change.key));
  const item = change.kind === 'key' ? key : key?.values.get(contextId(contextIn(change.context)));
  return { item, key };
}
