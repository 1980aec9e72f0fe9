// A key while one of its entries is processed, and how a new one is stored (behaviour.md, 7.1 and 7.5).
import type { JsonObject } from '../model/json-node.ts';
import type { Draft } from './draft.ts';
import { Refused } from './refusal.ts';
import type { KeyRecord } from './state.ts';

export interface KeyInHand {
  draft: Draft;
  /** Lower-cased, blanks and all, as it is looked up. */
  id: string;
  /** As it was sent. */
  name: string;
  record: KeyRecord;
  /** Not stored yet. It is with its first value, or at the end of the entry if it is flagged. */
  isNew: boolean;
  /** Went with its last value. */
  isGone: boolean;
  entry: JsonObject;
}

const KEY_NAME = /^[[\]()*\-._+a-zA-Z0-9]{1,120}$/;

export function isStorableName(name: string): boolean {
  return KEY_NAME.test(name);
}

/** Its name is checked only now. `entry` goes with the reason where a value is being written. */
export function storeNewKey(key: KeyInHand, entry?: JsonObject): void {
  const { draft } = key;
  const { name } = key.record;
  if (name === '') throw new Refused('KEY_BLANK', entry);
  if (!isStorableName(name)) throw new Refused('ILLEGAL', entry);
  const id = name === key.name ? key.id : name.toLowerCase();
  if (id !== key.id && draft.key(id) !== undefined) throw new Refused('CONSTRAINT', entry);
  draft.addKey(id, key.record);
  if (key.record.flagged && id !== key.id) draft.flag(key.id);
  key.id = id;
  key.isNew = false;
}

/** What the server says of a key in two of its messages: always `push:false`. */
export function lockedKey(name: string): JsonObject {
  return new Map<string, string | boolean>([
    ['key', name],
    ['push', false],
  ]);
}
