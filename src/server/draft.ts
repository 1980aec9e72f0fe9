// A repository as one push sees it: changes on top of the stored state, and who uses what, by placeholders and paths.
import {
  type Groups,
  heaviest,
  inConflict,
  indexGroups,
  weigher,
} from '../semantics/resolution.ts';
import { GroupSecrets } from './security-groups.ts';
import {
  type FileRow,
  type KeyRecord,
  type Metadata,
  patched,
  type Repository,
  type PushRevision,
} from './state.ts';

/** A rejected push discards its draft, so nothing has to be undone. A push costs only what it touches. */
export class Draft {
  readonly base: Repository;
  readonly secrets: GroupSecrets;
  readonly groups: Groups;
  /** Resolved contexts by the text that was sent. */
  readonly contexts = new Map<string, string>();
  /** Ids of keys that do not exist, see {@link KeyRecord.flagged}. */
  readonly flagged = new Set<string>();
  /** Whether anything stored differs from before, so that the push creates a revision. */
  changed = false;
  /** Null: deleted. */
  #keys = new Map<string, KeyRecord | null>();
  /** Deleted and created again: these move to the end. */
  #recreated = new Set<string>();
  /** Null: there are none. */
  #files = new Map<string, readonly FileRow[] | null>();
  #formerPaths: Set<string>;
  #elements: Map<string, string>[];
  #referenced: ReadonlySet<string | null> | undefined;
  #used: ReadonlySet<string> | undefined;
  /** Stored metadata of keys whose changed metadata is not yet written (see {@link wrote}). */
  #unsaved = new Map<string, Metadata>();
  #serial: number;

  /** @param carried names of the security groups of the token */
  constructor(base: Repository, carried: readonly string[]) {
    this.base = base;
    this.secrets = new GroupSecrets(base, carried);
    this.groups = indexGroups(base.levels, base.contextGroups);
    this.#serial = base.serial;
    this.#elements = base.elements.map((names) => new Map(names));
    this.#formerPaths = new Set(base.formerPaths);
  }

  nextSerial(): number {
    return this.#serial++;
  }

  /** Each write to the database also writes all pending metadata. Metadata set after the last write is lost. */
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
    const key = this.key(id);
    if (key === undefined || this.#keys.has(id)) return key;
    const copy = { ...key, flagged: false, rows: new Map(key.rows) };
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
  metadataChanges(id: string, { vdt, readme, deprecated, push }: KeyRecord): void {
    if (!this.#unsaved.has(id)) this.#unsaved.set(id, { vdt, readme, deprecated, push });
  }

  filesAt(path: string): readonly FileRow[] {
    const drafted = this.#files.get(path);
    return (drafted === undefined ? this.base.files.get(path) : drafted) ?? [];
  }

  putFiles(path: string, rows: readonly FileRow[]): void {
    this.#files.set(path, rows.length === 0 ? null : rows);
    if (rows.length === 0 && this.#isReferenced(path)) this.#formerPaths.add(path);
    else this.#formerPaths.delete(path);
    this.wrote({ changed: true });
  }

  /** By a value, inactive ones included. Files are processed before keys, so the values from before the push count. */
  #isReferenced(path: string): boolean {
    const rows = () => [...this.base.keys.values()].flatMap((key) => [...key.rows.values()].flat());
    this.#referenced ??= new Set(rows().map(({ reference, text }) => (reference ? text : null)));
    return this.#referenced.has(path);
  }

  /** A path stays valid after its last file is deleted if a value referred to it. */
  hasPath(path: string): boolean {
    return this.filesAt(path).length > 0 || this.#formerPaths.has(path);
  }

  /** By a file, inactive ones included. Call only after all files are processed. */
  isUsed(keyId: string): boolean {
    const rows = () => [...patched(this.base.files, this.#files).values()].flat();
    this.#used ??= new Set(rows().flatMap(({ keys = [] }) => keys));
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
  committed(revision: PushRevision): Repository {
    const { base } = this;
    const before = <T>(map: ReadonlyMap<string, T>, changed: ReadonlyMap<string, unknown>) =>
      new Map(Array.from(changed.keys(), (id) => [id, map.get(id)]));
    const replaced = {
      keys: before(base.keys, this.#keys),
      files: before(base.files, this.#files),
    };
    return {
      ...base,
      serial: this.#serial,
      keys: patched(base.keys, [
        ...Array.from(this.#recreated, (id) => [id, null] as const),
        ...this.#keys,
      ]),
      files: patched(base.files, this.#files),
      formerPaths: this.#formerPaths,
      elements: this.#elements,
      history: [...base.history, { ...revision, replaced }],
    };
  }
}

type AnyRow = Pick<FileRow, 'context' | 'active'>;

/** Whether the row conflicts with another active row: their contexts have a group and one of its members. */
export function hasGroupConflict(draft: Draft, row: AnyRow, rows: readonly AnyRow[]): boolean {
  if (!draft.base.flags.contextGroupsEnabled) return false;
  const others = rows.filter((other) => other !== row && other.active);
  return others.some((other) => inConflict(row.context, other.context, draft.groups));
}

/**
 * Whether a file that uses these keys, or a value that embeds this path, would close a cycle of embedded files
 * (behaviour.md, section 11).
 * @param context of what is being written, in full: wildcards stand for every element
 */
export function leadsIntoCycle(
  draft: Draft,
  { context, ...start }: { context: string } & ({ keys: readonly string[] } | { path: string }),
): boolean {
  const relevant = selection(draft, context);
  const underWay = new Set<FileRow>();
  const done = new Set<FileRow>();

  const intoPath = (path: string): boolean =>
    relevant(draft.filesAt(path).filter((row) => row.active)).some(intoFile);
  const intoKey = (id: string): boolean => {
    const key = draft.key(id);
    const rows = key?.vdt === 'FileEmbed' ? [...key.rows.values()].flat() : [];
    const embedding = rows.filter(({ reference, text }) => reference && text !== null);
    return relevant(embedding).some(({ text }) => intoPath(text ?? ''));
  };
  const intoFile = (file: FileRow): boolean => {
    if (underWay.has(file)) return true;
    if (done.has(file)) return false;
    underWay.add(file);
    const isInCycle = (file.keys ?? []).some(intoKey);
    underWay.delete(file);
    done.add(file);
    return isInCycle;
  };
  return 'path' in start ? intoPath(start.path) : start.keys.some(intoKey);
}

/** The matching rows with an element where the context has a wildcard, and the heaviest of the others. */
function selection({ groups }: Draft, context: string) {
  const request = context.split(';').map((element) => (element === '*' ? undefined : element));
  const weigh = weigher(request, groups);
  const isOpen = (row: { context: string }) =>
    row.context
      .split(';')
      .some((element, level) => element !== '*' && request[level] === undefined);
  return <R extends { context: string; serial: number }>(rows: readonly R[]): R[] => {
    const matching = rows.filter((row) => weigh(row.context) !== undefined);
    const closed = matching.filter((row) => !isOpen(row));
    const best = heaviest(closed, weigh);
    return [...matching.filter(isOpen), ...(best === undefined ? [] : [best])];
  };
}
