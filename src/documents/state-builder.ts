// Declarations of all documents → one State. Duplicates and conflicts are reported with both places.
import { type Context, contextId, fullContext } from '../model/context.ts';
import type { Diagnostic, Place, Report } from '../model/diagnostic.ts';
import { type IsSecretName, isSecretText } from '../model/secrets.ts';
import {
  emptyState,
  type FileEntry,
  fileId,
  type Key,
  KEY_METADATA,
  keyId,
  type KeyMetadata,
  type State,
  type Value,
} from '../model/state.ts';
import { Contexts } from './parse-context.ts';

/** The server refuses other names with `Names may only contain …` (behaviour.md, section 7.1). */
export const KEY_NAME = /^[[\]()*\-._+a-zA-Z0-9]{1,120}$/;
type MetadataPlaces = Partial<Record<keyof KeyMetadata, Place>>;

export interface BuilderOptions {
  /** Names of the levels where `confighub.yaml` gives them. */
  levels: readonly string[] | undefined;
  isSecretName: IsSecretName;
  report: Report;
}

/** Collects what documents declare. The order of documents does not change the state. */
export class StateBuilder {
  readonly contexts: Contexts;
  readonly state: State = emptyState();
  readonly #metadataPlaces = new Map<Key, MetadataPlaces>();
  /** Keys with two spellings. That they have two values then follows from that mistake. */
  readonly #misspelled = new Set<Key>();
  readonly #options: BuilderOptions;

  constructor(options: BuilderOptions) {
    this.#options = options;
    this.contexts = new Contexts(options.levels);
  }

  /** An empty builder with the same options, for input that is read only to report its mistakes. */
  scratch(): StateBuilder {
    return new StateBuilder(this.#options);
  }

  /** The key with this name, created if necessary; `undefined` after reporting an invalid name. */
  key(name: string, place: Place): Key | undefined {
    if (!KEY_NAME.test(name)) {
      this.#reportName(name, place);
      return undefined;
    }
    const known = this.state.keys.get(keyId(name));
    if (known === undefined) {
      const key: Key = { name, values: new Map(), place };
      if (this.#options.isSecretName(name)) key.secret = true;
      this.state.keys.set(keyId(name), key);
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
  metadata(key: Key, declared: KeyMetadata, placeOf: (field: keyof KeyMetadata) => Place | undefined): void {
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
  absentKey(key: Key, place: Place): void {
    key.absent = true;
    key.place = place;
  }

  value(key: Key, value: Value): void {
    const id = contextId(value.context);
    const first = key.values.get(id);
    if (isSecretText(key.name, value.text)) value.secret = true;
    if (first === undefined) key.values.set(id, value);
    else if (!this.#misspelled.has(key))
      this.#twice('duplicate-value', `the key ${key.name}`, { ...value, first: first.place });
  }

  file(file: FileEntry): void {
    const id = fileId(file.path, file.context);
    const first = this.state.files.get(id);
    const isSecret = this.#options.isSecretName(file.path) || isSecretText(file.path, file.content);
    if (file.securityGroup !== undefined || isSecret) file.secret = true;
    if (first === undefined) this.state.files.set(id, file);
    else this.#twice('duplicate-file', `the file ${file.path}`, { ...file, first: first.place });
  }

  /** The state, sorted so that the order of documents does not matter. */
  finish(): State {
    for (const key of this.state.keys.values()) {
      this.#checkAbsence(key);
      if (key.securityGroup !== undefined) key.secret = true;
      key.values = sorted(key.values);
    }
    return { keys: sorted(this.state.keys), files: sorted(this.state.files) };
  }

  #checkAbsence(key: Key): void {
    if (!key.absent) return;
    const places = this.#metadataPlaces.get(key) ?? {};
    const declared = [...key.values.values()].find((value) => !value.absent)?.place ?? Object.values(places)[0];
    if (declared !== undefined) {
      const message = `The key ${key.name} is both declared and deleted with \`opp: delete\`.`;
      this.#error('conflict', message, { place: key.place, related: declared });
    }
  }

  #twice(
    code: 'duplicate-value' | 'duplicate-file',
    what: string,
    at: { context: Context; place?: Place; first: Place | undefined },
  ): void {
    const context = fullContext(at.context, this.contexts.depth?.levels ?? 1);
    const message = `Duplicate declaration of ${what} in the context \`${context}\`.`;
    this.#error(code, message, { place: at.place, related: at.first });
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
    this.#options.report({ severity: 'error', code, message, hint: 'Keep one of them.', ...details });
  }
}

function sorted<Item>(items: Map<string, Item>): Map<string, Item> {
  return new Map([...items].sort(([a], [b]) => (a < b ? -1 : 1)));
}
