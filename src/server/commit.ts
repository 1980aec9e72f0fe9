// What a push changed, put into the repository. What it did not touch is shared with the one before.
import type { Before, FileRow, KeyRecord, Past, Repository, Revision } from './state.ts';

export interface Changes {
  revision: Revision;
  serial: number;
  /** By id; null: deleted. */
  keys: Map<string, KeyRecord | null>;
  /** Deleted and made again: these stand at the end. */
  madeAnew: ReadonlySet<string>;
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

function withKeys(base: Repository, { keys: changed, madeAnew }: Changes): Repository['keys'] {
  if (changed.size === 0) return base.keys;
  // A first push is as large as pushes get, and its draft is needed no more: a copy costs a tenth of its time.
  if (base.keys.size === 0 && isWhole(changed)) return changed;
  const keys = new Map(base.keys);
  for (const id of madeAnew) keys.delete(id);
  for (const [id, key] of changed) {
    if (key === null) keys.delete(id);
    else keys.set(id, key);
  }
  return keys;
}

function isWhole(keys: Map<string, KeyRecord | null>): keys is Map<string, KeyRecord> {
  for (const key of keys.values()) if (key === null) return false;
  return true;
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

function before<T>(map: ReadonlyMap<string, T>, ids: Iterable<string>): Before<T> {
  const there = new Map<string, T>();
  const missing: string[] = [];
  for (const id of ids) {
    const item = map.get(id);
    if (item === undefined) missing.push(id);
    else there.set(id, item);
  }
  return { there, missing };
}
