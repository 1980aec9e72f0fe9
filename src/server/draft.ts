// Who uses what in a repository under a push: keys in files, paths in values, files in files.
import { closesCircle, type Embeddings } from '../semantics/embedding.ts';
import { type Groups, inConflict, indexGroups } from '../semantics/resolution.ts';
import { Secrets } from './security-groups.ts';
import type { Before, FileRow, KeyRecord, Metadata, Past, Repository, Revision } from './state.ts';

/** Ids of the keys that some file uses, inactive files included. */
function usedKeys(files: Iterable<readonly FileRow[]>): Set<string> {
  const used = new Set<string>();
  for (const rows of files) for (const row of rows) for (const id of row.keys ?? []) used.add(id);
  return used;
}

/** Paths that some value names, inactive ones included. */
function referencedPaths(repository: Repository): Set<string> {
  const paths = new Set<string>();
  for (const key of repository.keys.values()) {
    for (const rows of key.rows.values()) {
      for (const row of rows) if (row.reference && row.text !== null) paths.add(row.text);
    }
  }
  return paths;
}

/** Whether a file, or a value that embeds a path, would lead into a circle. */
export function leadsIntoCircle(
  draft: Draft,
  { context, start }: { context: string; start: { keys: readonly string[] } | { path: string } },
): boolean {
  return closesCircle(start, { context, embeddings: embeddingsOf(draft), groups: draft.groups });
}

function embeddingsOf(draft: Draft): Embeddings {
  return {
    filesAt: (path) => draft.filesAt(path).filter((row) => row.active),
    pathsOf: (id) => {
      const key = draft.key(id);
      if (key?.vdt !== 'FileEmbed') return [];
      return [...key.rows.values()].flat().flatMap(({ serial, context, text, reference }) => {
        return reference && text !== null ? [{ serial, context, path: text }] : [];
      });
    },
  };
}

/** Whether an active row has a context that one of the others rules out. */
export function hasGroupConflict(
  context: string,
  { others, groups }: { others: Iterable<{ context: string; active: boolean }>; groups: Groups },
): boolean {
  for (const other of others) {
    if (other.active && inConflict(context, other.context, groups)) return true;
  }
  return false;
}

// A repository as one push sees it while it works: changes lie above the stored state until they are committed.

/**
 * A refused push throws its draft away, so nothing has to be undone, and a push costs what it touches,
 * however large the repository is.
 */
export class Draft {
  readonly base: Repository;
  readonly secrets: Secrets;
  readonly groups: Groups;
  /** Contexts of this push by the text that was sent. */
  readonly contexts = new Map<string, string>();
  #contextIds = new Map<string, string>();
  #keys = new Map<string, KeyRecord | null>();
  #madeAnew = new Set<string>();
  #files = new Map<string, readonly FileRow[]>();
  #elements: Map<string, string>[];
  /** Whether a path without files stays known. */
  #formerPaths = new Map<string, boolean>();
  #referenced: Set<string> | undefined;
  #used: Set<string> | undefined;
  /** Keys whose metadata differs from what is stored, with what is stored (see {@link wrote}). */
  #unsaved = new Map<string, Metadata>();
  /** Keys that are not there, see {@link KeyRecord.flagged}. */
  #flagged = new Set<string>();
  #serial: number;
  #changed = false;

  /** `carried`: the security groups of the token. */
  constructor(base: Repository, carried: readonly string[]) {
    this.base = base;
    this.secrets = new Secrets(base, carried);
    this.groups = indexGroups(base.levels, base.contextGroups);
    this.#serial = base.serial;
    this.#elements = base.levels.map(() => new Map());
  }

  /** The id of a context in the spelling that it has here; a push names the same few again and again. */
  contextId(context: string): string {
    const known = this.#contextIds.get(context);
    if (known !== undefined) return known;
    const id = context.toLowerCase();
    this.#contextIds.set(context, id);
    return id;
  }

  get depth(): number {
    return this.base.levels.length;
  }

  /** Whether anything that is kept differs from before, so that the push leaves a revision. */
  get changed(): boolean {
    return this.#changed;
  }

  nextSerial(): number {
    return this.#serial++;
  }

  /**
   * The server's database session writes everything that is pending as soon as anything is written.
   * Metadata set before counts as stored from now on; what is set after the last write is lost.
   */
  wrote(options: { changed: boolean }): void {
    if (this.#unsaved.size > 0 || options.changed) this.#changed = true;
    if (this.#unsaved.size > 0) this.#unsaved.clear();
  }

  element(level: number, name: string): string | undefined {
    const id = name.toLowerCase();
    return this.base.elements[level]?.get(id) ?? this.#elements[level]?.get(id);
  }

  addElement(level: number, name: string): void {
    this.#elements[level]?.set(name.toLowerCase(), name);
    this.wrote({ changed: true });
  }

  key(id: string): KeyRecord | undefined {
    const drafted = this.#keys.get(id);
    return drafted === undefined ? this.base.keys.get(id) : (drafted ?? undefined);
  }

  /** A copy that this push may change. */
  editKey(id: string): KeyRecord | undefined {
    const drafted = this.#keys.get(id);
    if (drafted !== undefined) return drafted ?? undefined;
    const stored = this.base.keys.get(id);
    if (stored === undefined) return undefined;
    const copy = { ...stored, flagged: false, rows: new Map(stored.rows) };
    this.#keys.set(id, copy);
    return copy;
  }

  addKey(id: string, key: KeyRecord): void {
    this.#keys.set(id, key);
    if (this.base.keys.has(id)) this.#madeAnew.add(id);
    this.wrote({ changed: true });
  }

  removeKey(id: string): void {
    this.wrote({ changed: true });
    this.#keys.set(id, null);
    this.#flagged.delete(id);
  }

  /** Call before the metadata of a key is changed. */
  metadataChanges(id: string, key: KeyRecord): void {
    if (this.#unsaved.has(id)) return;
    const { vdt, readme, deprecated, push } = key;
    this.#unsaved.set(id, { vdt, readme, deprecated, push });
  }

  /** Of a key that is not there: its record would say it. */
  flag(id: string): void {
    this.#flagged.add(id);
  }

  isFlagged(id: string): boolean {
    return this.#flagged.has(id);
  }

  filesAt(path: string): readonly FileRow[] {
    return this.#files.get(path) ?? this.base.files.get(path) ?? [];
  }

  putFiles(path: string, rows: readonly FileRow[]): void {
    if (rows.length === 0) this.#formerPaths.set(path, this.#isReferenced(path));
    this.#files.set(path, rows);
    this.wrote({ changed: true });
  }

  /** Files come before keys, so the values that count are those from before the push. */
  #isReferenced(path: string): boolean {
    this.#referenced ??= referencedPaths(this.base);
    return this.#referenced.has(path);
  }

  wasPath(path: string): boolean {
    return this.#formerPaths.get(path) ?? this.base.formerPaths.has(path);
  }

  /** To be asked when all files are processed. */
  isUsed(keyId: string): boolean {
    this.#used ??= usedKeys(withFiles(this.base, this.#files).values());
    return this.#used.has(keyId);
  }

  /** Forgets what was set after the last write. Nothing may be done with the draft afterwards but to commit it. */
  settle(): void {
    for (const [id, stored] of this.#unsaved) Object.assign(this.#keys.get(id) ?? {}, stored);
  }

  /** The database takes no NUL; values and files are looked at where they are written. */
  hasNul(): boolean {
    for (const key of this.#keys.values()) if (key?.readme?.includes('\0')) return true;
    return false;
  }

  /** The repository with the draft in it. */
  committed(revision: Revision): Repository {
    return commit(this.base, {
      revision,
      serial: this.#serial,
      keys: this.#keys,
      madeAnew: this.#madeAnew,
      files: this.#files,
      formerPaths: this.#formerPaths,
      elements: this.#elements,
    });
  }
}

/** What a push changed. What it did not touch is shared with the repository before. */
interface Changes {
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

function commit(base: Repository, changes: Changes): Repository {
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

function withFiles(base: Repository, changed: Changes['files']): Repository['files'] {
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
