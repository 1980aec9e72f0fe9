// Declarations of all documents → one State. Duplicates and conflicts are reported with both places.
import { contextId, fullContext } from '../model/context.ts';
import type { Diagnostic, Place, Report } from '../model/diagnostic.ts';
import type { Project } from '../model/project.ts';
import { isSecretText, secretNames } from '../model/secrets.ts';
import {
  emptyState,
  fileId,
  type Item,
  KEY_METADATA,
  keyId,
  type KeyMetadata,
  type Row,
  type State,
  stands,
} from '../model/state.ts';
import { Contexts } from './parse-context.ts';

/** The server refuses other names with `Names may only contain …` (behaviour.md, section 7.1). */
export const KEY_NAME = /^[[\]()*\-._+a-zA-Z0-9]{1,120}$/;
type MetadataPlaces = Partial<Record<keyof KeyMetadata, Place>>;

/** Collects what documents declare. The order of documents does not change the state. */
export class StateBuilder {
  readonly contexts: Contexts;
  readonly state: State = emptyState();
  readonly #metadataPlaces = new Map<Item, MetadataPlaces>();
  /** Keys with two spellings. That they have two values then follows from that mistake. */
  readonly #misspelled = new Set<Item>();
  readonly #project: Pick<Project, 'levels' | 'redact'>;
  readonly #isSecretName: (name: string) => boolean;
  readonly #report: Report;

  constructor(project: Pick<Project, 'levels' | 'redact'>, report: Report) {
    this.#project = project;
    this.#report = report;
    this.#isSecretName = secretNames(project.redact);
    this.contexts = new Contexts(project.levels);
  }

  /** An empty builder with the same options, for input that is read only to report its mistakes. */
  scratch(): StateBuilder {
    return new StateBuilder(this.#project, this.#report);
  }

  /** The key with this name, created if necessary; `undefined` after reporting an invalid name. */
  key(name: string, place: Place): Item | undefined {
    if (!KEY_NAME.test(name)) {
      this.#reportName(name, place);
      return undefined;
    }
    const known = this.state.items.get(keyId(name));
    if (known === undefined) {
      const key: Item = { kind: 'key', name, rows: new Map(), place };
      if (this.#isSecretName(name)) key.secret = true;
      this.state.items.set(keyId(name), key);
      return key;
    }
    if (known.name !== name) {
      this.#misspelled.add(known);
      const message = `\`${name}\` and \`${known.name}\` are the same key: the server ignores case.`;
      this.#error('key-case', message, { hint: 'Use one spelling.', place, related: known.place });
    }
    return known;
  }

  /** Adds the metadata that one document declares for a key. */
  metadata(
    key: Item,
    declared: { [Field in keyof KeyMetadata]: KeyMetadata[Field] | undefined },
    placeOf: (field: keyof KeyMetadata) => Place | undefined,
  ): void {
    const known = this.#metadataPlaces.get(key) ?? {};
    for (const field of KEY_METADATA) {
      if (declared[field] === undefined) continue;
      const place = placeOf(field);
      this.#metadataPlaces.set(key, known);
      if (place !== undefined) known[field] ??= place;
      if (key[field] === undefined) Object.assign(key, { [field]: declared[field] });
      else if (key[field] !== declared[field]) {
        const message = `The key ${key.name} has two different values for \`${field}\`.`;
        this.#error('conflict', message, { place, related: known[field] });
      }
    }
  }

  /** Declares that the whole key must not exist. */
  absentKey(key: Item, place: Place): void {
    key.absent = true;
    key.place = place;
  }

  /** The file with this path, created if necessary. */
  file(path: string): Item {
    const file: Item = this.state.items.get(fileId(path)) ?? { kind: 'file', name: path, rows: new Map() };
    this.state.items.set(fileId(path), file);
    return file;
  }

  /** Declares the text of an item in a context. */
  row(item: Item, row: Row): void {
    const { kind, name, rows } = item;
    const id = contextId(row.context);
    const first = rows.get(id);
    const isSecretFile = kind === 'file' && (row.securityGroup !== undefined || this.#isSecretName(name));
    if (isSecretFile || isSecretText(name, row.text)) row.secret = true;
    if (first === undefined) rows.set(id, row);
    else if (!this.#misspelled.has(item)) {
      const context = fullContext(row.context, this.contexts.depth?.levels ?? 1);
      const message = `Duplicate declaration of the ${kind} ${name} in the context \`${context}\`.`;
      const code = kind === 'key' ? 'duplicate-value' : 'duplicate-file';
      this.#error(code, message, { place: row.place, related: first.place });
    }
  }

  /** The state, sorted so that the order of documents does not matter. */
  finish(): State {
    for (const item of this.state.items.values()) {
      this.#checkAbsence(item);
      if (item.securityGroup !== undefined) item.secret = true;
      item.rows = sorted(item.rows);
    }
    return { items: sorted(this.state.items) };
  }

  #checkAbsence(key: Item): void {
    if (!key.absent) return;
    const places = this.#metadataPlaces.get(key) ?? {};
    const declared = [...key.rows.values()].find(stands)?.place ?? Object.values(places)[0];
    if (declared !== undefined) {
      const message = `The key ${key.name} is both declared and deleted with \`opp: delete\`.`;
      this.#error('conflict', message, { place: key.place, related: declared });
    }
  }

  #reportName(name: string, place: Place): void {
    let why = 'contains an invalid character';
    if (name.trim() === '') why = 'is blank';
    else if (name.length > 120) why = 'is longer than 120 characters';
    const shown = name.length > 130 ? `${name.slice(0, 60)}…` : name;
    const hint = 'Use letters, digits and [ ] ( ) * - . _ +, at most 120 characters.';
    this.#error('key-name', `\`${shown}\` is not a valid key name: it ${why}.`, { hint, place });
  }

  #error(code: Diagnostic['code'], message: string, details: Pick<Diagnostic, 'place' | 'related' | 'hint'>): void {
    this.#report({ severity: 'error', code, message, hint: 'Keep one of them.', ...details });
  }
}

function sorted<One>(items: Map<string, One>): Map<string, One> {
  if (items.size < 2) return items;
  return new Map([...items].sort(([a], [b]) => (a < b ? -1 : 1)));
}
