// Declarations of all documents → one State. The same thing said twice, or two different things, names both places.
import { type Context, contextId, fullContext } from '../model/context.ts';
import type { Diagnostic, Place, Report } from '../model/diagnostic.ts';
import { type IsSecretName, looksSecret } from '../model/secrets.ts';
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

export interface Declared {
  state: State;
  contexts: Contexts;
}

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
  readonly #report: Report;
  readonly #isSecretName: IsSecretName;
  readonly #metadataPlaces = new Map<Key, MetadataPlaces>();
  readonly #options: BuilderOptions;

  constructor(options: BuilderOptions) {
    this.#options = options;
    this.contexts = new Contexts(options.levels);
    this.#isSecretName = options.isSecretName;
    this.#report = options.report;
  }

  /** An empty builder of the same kind, for what is read for its mistakes only. */
  scratch(): StateBuilder {
    return new StateBuilder(this.#options);
  }

  /** The key of that name, declared here for the first time or once more; `undefined` for a name that cannot be. */
  key(name: string, place: Place): Key | undefined {
    if (!KEY_NAME.test(name)) {
      this.#report(badName(name, place));
      return undefined;
    }
    const known = this.state.keys.get(keyId(name));
    if (known === undefined) {
      const key: Key = { name, values: new Map(), place };
      if (this.#isSecretName(name)) key.secret = true;
      this.state.keys.set(keyId(name), key);
      return key;
    }
    if (known.name !== name) this.#report(keyCase(name, { place, known }));
    return known;
  }

  /** What one document says of a key besides its values. */
  metadata(key: Key, declared: KeyMetadata, placeOf: (field: keyof KeyMetadata) => Place | undefined): void {
    const known = this.#metadataPlaces.get(key) ?? {};
    for (const field of KEY_METADATA) {
      if (declared[field] === undefined) continue;
      const place = placeOf(field);
      this.#metadataPlaces.set(key, known);
      if (place !== undefined) known[field] ??= place;
      if (key[field] === undefined) take(key, field, declared);
      else if (key[field] !== declared[field]) {
        const message = `The key ${key.name} has two different values for \`${field}\`.`;
        this.#report(conflict(message, { place, related: known[field] }));
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
    if (looksSecret(value.text)) value.secret = true;
    if (first === undefined) key.values.set(id, value);
    else this.#twice('duplicate-value', `the key ${key.name}`, { ...value, first: first.place });
  }

  file(file: FileEntry): void {
    const id = fileId(file.path, file.context);
    const first = this.state.files.get(id);
    const isSecret = this.#isSecretName(file.path) || looksSecret(file.content);
    if (file.securityGroup !== undefined || isSecret) file.secret = true;
    if (first === undefined) this.state.files.set(id, file);
    else this.#twice('duplicate-file', `the file ${file.path}`, { ...file, first: first.place });
  }

  /** The state in sorted order, so that the order of documents leaves no trace. */
  finish(): Declared {
    for (const key of this.state.keys.values()) {
      this.#checkAbsence(key);
      if (key.securityGroup !== undefined) key.secret = true;
      key.values = sorted(key.values);
    }
    const state = { keys: sorted(this.state.keys), files: sorted(this.state.files) };
    return { state, contexts: this.contexts };
  }

  #checkAbsence(key: Key): void {
    if (!key.absent) return;
    const places = this.#metadataPlaces.get(key) ?? {};
    const declared =
      [...key.values.values()].find((value) => !value.absent)?.place ?? Object.values(places)[0];
    if (declared !== undefined) {
      const message = `The key ${key.name} is both declared and deleted with \`opp: delete\`.`;
      this.#report(conflict(message, { place: key.place, related: declared }));
    }
  }

  #twice(
    code: 'duplicate-value' | 'duplicate-file',
    what: string,
    at: { context: Context; place?: Place; first: Place | undefined },
  ): void {
    const context = fullContext(at.context, this.contexts.depth?.levels ?? 1);
    this.#report(
      twice(code, `${what} in the context \`${context}\``, { place: at.place, related: at.first }),
    );
  }
}

function take<Field extends keyof KeyMetadata>(into: KeyMetadata, field: Field, from: KeyMetadata): void {
  into[field] = from[field];
}

function sorted<Item>(items: Map<string, Item>): Map<string, Item> {
  return new Map([...items].sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Both {
  place: Place | undefined;
  related: Place | undefined;
}

function badName(name: string, place: Place): Diagnostic {
  const why =
    name.trim() === ''
      ? 'is blank'
      : name.length > 120
        ? 'is longer than 120 characters'
        : 'contains an invalid character';
  return {
    severity: 'error',
    code: 'key-name',
    message: `\`${name.length > 130 ? `${name.slice(0, 60)}…` : name}\` is not a valid key name: it ${why}.`,
    hint: 'Use letters, digits and [ ] ( ) * - . _ +, at most 120 characters.',
    place,
  };
}

function keyCase(name: string, { place, known }: { place: Place; known: Key }): Diagnostic {
  return {
    severity: 'error',
    code: 'key-case',
    message: `\`${name}\` and \`${known.name}\` are the same key: the server ignores case.`,
    hint: 'Use one spelling.',
    ...placed({ place, related: known.place }),
  };
}

function twice(code: 'duplicate-value' | 'duplicate-file', what: string, both: Both): Diagnostic {
  const message = `Duplicate declaration of ${what}.`;
  return { severity: 'error', code, message, hint: 'Keep one of them.', ...placed(both) };
}

function conflict(message: string, both: Both): Diagnostic {
  return { severity: 'error', code: 'conflict', message, hint: 'Keep one of them.', ...placed(both) };
}

function placed({ place, related }: Both): Pick<Diagnostic, 'place' | 'related'> {
  return { ...(place && { place }), ...(related && { related }) };
}
