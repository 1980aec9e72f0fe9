// Normalise, then compare: desired gets from live what it leaves open, and takes the form in which the server stores.
import { type FileEntry, KEY_METADATA, type Key, type State, type Value } from '../model/state.ts';
import { storedText } from '../model/vdt.ts';
import { changed } from '../model/changed.ts';
import { sameJson } from '../model/same-json.ts';

export interface ServerSettings {
  /** Off: the type of an existing key never changes (behaviour.md, section 7.3). */
  vdtEnabled: boolean;
  /** `false`: what a security group guards is stored in the clear (behaviour.md, section 12.1). */
  securityEnabled?: boolean;
}

/**
 * Desired with every open question answered by live, or by the server's defaults for a new key. A key that live has just
 * so is live's own object: whatever compares the two need look no further.
 */
export function complete(desired: State, live: State, settings: ServerSettings): State {
  const files = new Map<string, FileEntry>();
  for (const [id, file] of desired.files) {
    const there = live.files.get(id);
    files.set(id, there === undefined || there === file ? file : completeFile(file, there));
  }
  return { keys: completeKeys(desired.keys, live.keys, settings), files };
}

/** Where every key is as live has it, live's own table: as with most plans, after which nobody compares them again. */
function completeKeys(
  desired: Map<string, Key>,
  live: Map<string, Key>,
  settings: ServerSettings,
): Map<string, Key> {
  const keys = new Map<string, Key>();
  // In the same order too, which is that of everything that is said of them.
  const ids = live.keys();
  let isAsThere = desired.size === live.size;
  for (const [id, key] of desired) {
    const there = live.get(id);
    const completed = completeKey(key, there, settings);
    keys.set(id, completed);
    isAsThere &&= completed === there && ids.next().value === id;
  }
  return isAsThere ? live : keys;
}

/** A file keeps the group that it has, as a key does. */
function completeFile(file: FileEntry, live: FileEntry): FileEntry {
  const securityGroup = file.securityGroup ?? live.securityGroup;
  return { ...file, context: live.context, ...(securityGroup !== undefined && { securityGroup }) };
}

function completeKey(key: Key, live: Key | undefined, settings: ServerSettings): Key {
  if (live !== undefined && isAsLive(key, live, settings)) return live;
  const declared = live !== undefined && !settings.vdtEnabled ? live.vdt : key.vdt;
  const vdt = declared ?? live?.vdt ?? 'Text';
  const readme = key.readme ?? live?.readme;
  const completed: Key = {
    ...key,
    name: live?.name ?? key.name,
    vdt,
    deprecated: key.deprecated ?? live?.deprecated ?? false,
    // A key born with `push: false` could never be changed by a push again.
    push: key.push ?? live?.push ?? true,
  };
  const securityGroup = key.securityGroup ?? live?.securityGroup;
  if (readme !== undefined) completed.readme = readme;
  if (securityGroup !== undefined) completed.securityGroup = securityGroup;
  completed.values = changed(key.values, (value, id) =>
    completeValue(value, live?.values.get(id), completed),
  );
  return completed;
}

/** Whether nothing that is declared differs from what is there. */
function isAsLive(key: Key, live: Key, { vdtEnabled }: ServerSettings): boolean {
  const { vdt, deprecated, push } = live;
  // Without an export not everything of a key is known.
  if (vdt === undefined || deprecated === undefined || push === undefined) return false;
  if (key.absent || key.values.size !== live.values.size) return false;
  for (const name of KEY_METADATA) {
    const isOpen = key[name] === undefined || key[name] === live[name];
    if (!isOpen && (name !== 'vdt' || vdtEnabled)) return false;
  }
  for (const [id, { text, unknown, absent }] of key.values) {
    const there = live.values.get(id);
    if (there === undefined || unknown || absent || there.unknown || there.duplicates) return false;
    if (storedText(vdt, text) !== there.text) return false;
  }
  return true;
}

function completeValue(value: Value, live: Value | undefined, key: Key): Value {
  const context = live?.context ?? value.context;
  const text = key.vdt === undefined ? value.text : storedText(key.vdt, value.text);
  if ((value.native || live?.native) && text !== null && live?.text != null && sameJson(text, live.text)) {
    return { ...value, context, text: live.text };
  }
  return context === value.context && text === value.text ? value : { ...value, context, text };
}
