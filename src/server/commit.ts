// What a push changed, put into the repository. What it did not touch is shared with the one before.
import type { FileRow, KeyRecord, Past, Repository, Revision } from './state.ts';

export interface Changes {
  revision: Revision;
  serial: number;
  /** By id; null: deleted. */
  keys: ReadonlyMap<string, KeyRecord | null>;
  /** Made, or made anew: these stand at the end. */
  newKeys: ReadonlySet<string>;
  /** By path; an empty list: none are left. */
  files: ReadonlyMap<string, readonly FileRow[]>;
  /** Whether a path without files stays known. */
  formerPaths: ReadonlyMap<string, boolean>;
  /** New ones, by level. */
  elements: readonly ReadonlyMap<string, string>[];
}

export function commit(base: Repository, changes: Changes): Repository {
  const { revision, serial, elements } = changes;
  return {
    ...base,
    serial,
    keys: withKeys(base, changes),
    files: withFiles(base, changes.files),
    formerPaths: withPaths(base, changes.formerPaths),
    elements: base.elements.map((names, level) => new Map([...names, ...(elements[level] ?? [])])),
    history: [...base.history, revision],
    past: [...base.past, pastOf(base, changes)],
  };
}

function withKeys(base: Repository, { keys: changed, newKeys }: Changes): Repository['keys'] {
  if (changed.size === 0) return base.keys;
  const keys = new Map(base.keys);
  for (const id of newKeys) keys.delete(id);
  for (const [id, key] of changed) {
    if (key === null) keys.delete(id);
    else keys.set(id, key);
  }
  return keys;
}

export function withFiles(base: Repository, changed: Changes['files']): Repository['files'] {
  if (changed.size === 0) return base.files;
  const files = new Map(base.files);
  for (const [path, rows] of changed) {
    if (rows.length === 0) files.delete(path);
    else files.set(path, rows);
  }
  return files;
}

function withPaths(base: Repository, changed: Changes['formerPaths']): Set<string> {
  if (changed.size === 0) return base.formerPaths;
  const paths = new Set(base.formerPaths);
  for (const [path, stays] of changed) {
    if (stays) paths.add(path);
    else paths.delete(path);
  }
  return paths;
}

/** What has to be put back to see the repository as it was before. */
function pastOf({ keys, files }: Repository, changes: Changes): Past {
  return {
    time: changes.revision.time,
    keys: before(keys, changes.keys.keys()),
    files: before(files, changes.files.keys()),
  };
}

function before<T>(map: ReadonlyMap<string, T>, ids: Iterable<string>): Map<string, T | undefined> {
  const found = new Map<string, T | undefined>();
  for (const id of ids) found.set(id, map.get(id));
  return found;
}
