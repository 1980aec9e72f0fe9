// Normalise, then compare: desired gets from live what it leaves open, and takes the form in which the server stores.
import type { FileEntry, Key, State, Value } from '../model/state.ts';
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
 * Desired with every open question answered by live, or by the server's defaults for a new key.
 */
export function complete(desired: State, live: State, settings: ServerSettings): State {
  const keys = changed(desired.keys, (key, id) => completeKey(key, live.keys.get(id), settings));
  const files = changed(desired.files, (file, id) => completeFile(file, live.files.get(id)));
  return { keys, files };
}

/** A file keeps the group that it has, as a key does. */
function completeFile(file: FileEntry, live: FileEntry | undefined): FileEntry {
  if (live === undefined) return file;
  const securityGroup = file.securityGroup ?? live.securityGroup;
  return { ...file, context: live.context, ...(securityGroup !== undefined && { securityGroup }) };
}

function completeKey(key: Key, live: Key | undefined, settings: ServerSettings): Key {
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

function completeValue(value: Value, live: Value | undefined, key: Key): Value {
  const context = live?.context ?? value.context;
  const text = key.vdt === undefined ? value.text : storedText(key.vdt, value.text);
  if ((value.native || live?.native) && text !== null && live?.text != null && sameJson(text, live.text)) {
    return { ...value, context, text: live.text };
  }
  return context === value.context && text === value.text ? value : { ...value, context, text };
}
