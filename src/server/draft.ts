// A repository as one push sees it, with changes on top of the stored state; and who uses what: keys in files, paths in values.
import { type Groups, inConflict, indexGroups } from '../semantics/resolution.ts';
import { Secrets } from './security-groups.ts';
import {
  type Before,
  type FileRow,
  type KeyRecord,
  type Metadata,
  patched,
  type Repository,
  type Revision,
} from './state.ts';

/** Ids of the keys that files use, inactive files included. */
function usedKeys(files: Iterable<readonly FileRow[]>): Set<string> {
  const used = new Set<string>();
  for (const rows of files) for (const row of rows) for (const id of row.keys ?? []) used.add(id);
  return used;
}

/** Paths that values refer to, inactive values included. */
function referencedPaths(repository: Repository): Set<string> {
  const paths = new Set<string>();
  for (const key of repository.keys.values()) {
    for (const rows of key.rows.values()) {
      for (const row of rows) if (row.reference && row.text !== null) paths.add(row.text);
    }
  }
  return paths;
}

/** Whether the row conflicts with another active row: their contexts have a group and one of its members. */
export function hasGroupConflict<Row extends { context: string; active: boolean }>(
  draft: Draft,
  { row, rows }: { row: Row; rows: readonly Row[] },
): boolean {
  if (!draft.base.flags.contextGroupsEnabled) return false;
  const others = rows.filter((other) => other !== row && other.active);
  return others.some((other) => inConflict(row.context, other.context, draft.groups));
}

/** A refused push discards its draft, so nothing has to be undone. A push costs only what it touches. */
export class Draft {
  readonly base: Repository;
  readonly secrets: Secrets;
  readonly groups: Groups;
  /** Resolved contexts by the text that was sent. */
  readonly contexts = new Map<string, string>();
  /** Ids of keys that do not exist, see {@link KeyRecord.flagged}. */
  readonly flagged = new Set<string>();
  /** Whether anything stored differs from before, so that the push creates a revision. */
  changed = false;
  #keys = new Map<string, KeyRecord | null>();
  /** Deleted and created again: these move to the end. */
  #recreated = new Set<string>();
  #files = new Map<string, readonly FileRow[]>();
  #elements: Map<string, string>[];
  /** Whether a path stays known without files. */
  #formerPaths = new Map<string, boolean>();
  #referenced: Set<string> | undefined;
  #used: Set<string> | undefined;
  /** Stored metadata of keys whose changed metadata is not yet written (see {@link wrote}). */
  #unsaved = new Map<string, Metadata>();
  #serial: number;

  /** @param carried names of the security groups of the token */
  constructor(base: Repository, carried: readonly string[]) {
    this.base = base;
    this.secrets = new Secrets(base, carried);
    this.groups = indexGroups(base.levels, base.contextGroups);
    this.#serial = base.serial;
    this.#elements = base.elements.map((names) => new Map(names));
  }

  get depth(): number {
    return this.base.levels.length;
  }

  nextSerial(): number {
    return this.#serial++;
  }

  /**
   * Every write of the server's database session also writes all pending metadata. Metadata set after the last write
   * is lost.
   */
  wrote({ changed }: { changed: boolean }): void {
    if (this.#unsaved.size > 0 || changed) this.changed = true;
    this.#unsaved.clear();
  }

  element(level: number, name: string): string | undefined {
    return this.#elements[level]?.get(name.toLowerCase());
  }

  addElement(level: number, name: string): void {
    this.#elements[level]?.set(name.toLowerCase(), name);
    this.wrote({ changed: true });
  }

  key(id: string): KeyRecord | undefined {
    const drafted = this.#keys.get(id);
    return drafted === undefined ? this.base.keys.get(id) : (drafted ?? undefined);
  }

  /** A copy of the key that this push may change. */
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
    if (this.base.keys.has(id)) this.#recreated.add(id);
    this.wrote({ changed: true });
  }

  removeKey(id: string): void {
    this.wrote({ changed: true });
    this.#keys.set(id, null);
    this.flagged.delete(id);
  }

  /** Call before the metadata of a key is changed. */
  metadataChanges(id: string, key: KeyRecord): void {
    if (this.#unsaved.has(id)) return;
    const { vdt, readme, deprecated, push } = key;
    this.#unsaved.set(id, { vdt, readme, deprecated, push });
  }

  filesAt(path: string): readonly FileRow[] {
    return this.#files.get(path) ?? this.base.files.get(path) ?? [];
  }

  putFiles(path: string, rows: readonly FileRow[]): void {
    if (rows.length === 0) this.#formerPaths.set(path, this.#isReferenced(path));
    this.#files.set(path, rows);
    this.wrote({ changed: true });
  }

  /** Files are processed before keys, so the values from before the push count. */
  #isReferenced(path: string): boolean {
    this.#referenced ??= referencedPaths(this.base);
    return this.#referenced.has(path);
  }

  /** A path stays valid after its last file is deleted if a value referred to it. */
  hasPath(path: string): boolean {
    return this.filesAt(path).length > 0 || (this.#formerPaths.get(path) ?? this.base.formerPaths.has(path));
  }

  /** Call only after all files are processed. */
  isUsed(keyId: string): boolean {
    this.#used ??= usedKeys(withFiles(this.base, this.#files).values());
    return this.#used.has(keyId);
  }

  /** Discards metadata set after the last write. After this, the draft may only be committed. */
  settle(): void {
    for (const [id, stored] of this.#unsaved) Object.assign(this.#keys.get(id) ?? {}, stored);
  }

  /** The database rejects NUL. Values and files are checked where they are written. */
  hasNul(): boolean {
    for (const key of this.#keys.values()) if (key?.readme?.includes('\0')) return true;
    return false;
  }

  /** The repository with the draft applied. Shares what the push did not touch. */
  committed(revision: Revision): Repository {
    const { base } = this;
    return {
      ...base,
      serial: this.#serial,
      keys: patched(base.keys, [...Array.from(this.#recreated, (id) => [id, null] as const), ...this.#keys]),
      files: withFiles(base, this.#files),
      formerPaths: this.#committedPaths(),
      elements: this.#elements,
      history: [...base.history, revision],
      past: [
        ...base.past,
        {
          time: revision.time,
          keys: before(base.keys, this.#keys.keys()),
          files: before(base.files, this.#files.keys()),
        },
      ],
    };
  }

  #committedPaths(): Set<string> {
    const paths = new Set(this.base.formerPaths);
    for (const [path, stays] of this.#formerPaths) {
      if (stays) paths.add(path);
      else paths.delete(path);
    }
    return paths;
  }
}

function withFiles(base: Repository, changed: ReadonlyMap<string, readonly FileRow[]>): Repository['files'] {
  return patched(
    base.files,
    Array.from(changed, ([path, rows]) => [path, rows.length === 0 ? null : rows] as const),
  );
}

/** What restores these items as they were before the push. */
function before<T>(map: ReadonlyMap<string, T>, ids: Iterable<string>): Before<T> {
  return new Map(Array.from(ids, (id) => [id, map.get(id)]));
}
