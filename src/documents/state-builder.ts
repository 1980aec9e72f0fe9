// Declarations of all documents → one State. Contexts are checked; duplicates and conflicts are reported with both places.
import { counted } from '../lib/text.ts';
import {
  type Context,
  contextId,
  contextOf,
  elementsOf,
  EVERYWHERE,
  fullContext,
  isElementName,
  MAX_LEVELS,
} from '../model/context.ts';
import { cut, type Diagnostic, type Place, type Report } from '../model/diagnostic.ts';
import { KEY_NAME, strangerIn } from '../model/document-fields.ts';
import type { Project } from '../model/project.ts';
import { isSecretText, nameMatcher, secretNames } from '../model/secrets.ts';
import {
  emptyState,
  fileAt,
  isNative,
  type Item,
  KEY_METADATA,
  keyId,
  type KeyMetadata,
  type Row,
  isPresent,
  type State,
  type Vdt,
} from '../model/state.ts';
import { valueProblem } from '../semantics/value-types.ts';
import type { Fields, Scalar } from './fields.ts';

/** Collects what documents declare. The order of documents does not change the state. */
export class StateBuilder {
  readonly contexts: ContextChecker;
  readonly state: State = emptyState();
  /** Whether the rows that come are from a file that Git stores through a filter. */
  isFiltered = false;
  readonly #metadataPlaces = new Map<Item, Partial<Record<keyof KeyMetadata, Place>>>();
  /** Rows that are lists or mappings, with the type that each would have by itself. */
  readonly #nested = new Map<Item, Map<Row, Vdt | undefined>>();
  readonly #kept: { name: string; row: Row & { place: Place }; check: () => void }[] = [];
  /** Keys with two spellings. That they have two values then follows from that error. */
  readonly #misspelled = new Set<Item>();
  readonly #project: Pick<Project, 'levels' | 'redact' | 'allowSecrets'>;
  readonly #isSecretName: (name: string) => boolean;
  readonly #isAllowed: (name: string) => boolean;
  readonly #report: Report;

  constructor(
    project: Pick<Project, 'levels' | 'redact' | 'allowSecrets'>,
    report: Report,
    contexts = new ContextChecker(project.levels),
  ) {
    this.#project = project;
    this.#report = report;
    this.#isSecretName = secretNames(project.redact);
    this.#isAllowed = nameMatcher(project.allowSecrets);
    this.contexts = contexts;
  }

  /** An empty builder with the same options, for input that is read only to report its errors. */
  scratch(): StateBuilder {
    return new StateBuilder(this.#project, this.#report);
  }

  /** The key with this name, created if necessary; `undefined` after reporting an invalid name. */
  key(name: string, place: Place): Item | undefined {
    if (!KEY_NAME.test(name)) {
      this.#reportName(name, place);
      return undefined;
    }
    const existing = this.state.items.get(keyId(name));
    if (existing === undefined) {
      const key: Item = { kind: 'key', name, rows: new Map(), place };
      if (this.#isSecretName(name)) key.secret = true;
      this.state.items.set(keyId(name), key);
      return key;
    }
    if (existing.name !== name) {
      this.#misspelled.add(existing);
      const message = `\`${name}\` and \`${existing.name}\` are the same key: the server ignores case.`;
      this.#error('key-case', message, {
        hint: 'Use one spelling.',
        place,
        related: existing.place,
      });
    }
    return existing;
  }

  metadata(
    key: Item,
    declared: KeyMetadata,
    placeOf: (field: keyof KeyMetadata) => Place | undefined,
  ): void {
    const places = this.#metadataPlaces.get(key) ?? {};
    for (const field of KEY_METADATA) {
      if (declared[field] === undefined) continue;
      const place = placeOf(field);
      this.#metadataPlaces.set(key, places);
      if (place !== undefined) places[field] ??= place;
      if (key[field] === undefined) Object.assign(key, { [field]: declared[field] });
      else if (key[field] !== declared[field]) {
        const message = `The key ${key.name} has two different values for \`${field}\`.`;
        const about = field === 'vdt' ? key.name : undefined;
        this.#error('key-mismatch', message, { place, related: places[field], about });
      }
    }
  }

  /** The row is a list or a mapping. @param guess its type, where nothing declares that of the key; `undefined`: any list */
  nested(key: Item, row: Row, guess: Vdt | undefined): void {
    const guesses = this.#nested.get(key) ?? new Map<Row, Vdt | undefined>();
    this.#nested.set(key, guesses.set(row, guess));
  }

  /** A key that is declared only if nothing else declares it. @param check called then, to report what is wrong with it */
  keep(name: string, row: Row & { place: Place }, check: () => void): void {
    this.#kept.push({ name, row, check });
  }

  /** To call when all is read. */
  complete(): void {
    this.#declareKept();
    this.#guessTypes();
  }

  #declareKept(): void {
    const declared = new Set(this.state.items.keys());
    for (const { name, row, check } of this.#kept.filter(
      ({ name }) => !declared.has(keyId(name)),
    )) {
      const key = this.key(name, row.place);
      if (key === undefined) continue;
      check();
      if (!key.rows.has(contextId(row.context))) this.row(key, row);
    }
  }

  /** A key that nothing declares the type of gets the one that its values have in common. */
  #guessTypes(): void {
    for (const [key, nested] of this.#nested) {
      if (key.vdt === undefined) this.#guessType(key, nested);
      if (isNative(key.vdt)) for (const row of nested.keys()) row.native = true;
    }
  }

  #guessType(key: Item, nested: ReadonlyMap<Row, Vdt | undefined>): void {
    const rowOf = (vdt: Vdt | undefined) => [...nested].find(([, guess]) => guess === vdt)?.[0];
    const list = rowOf('List');
    const json = rowOf('JSON');
    const vdt = json === undefined ? 'List' : 'JSON';
    const isOther = (row: Row) =>
      !nested.has(row) &&
      isPresent(row) &&
      !row.unknown &&
      row.text !== null &&
      !isJsonOf(vdt, row.text);
    const text = [...key.rows.values()].find(isOther);
    const [here, elsewhere] =
      text === undefined ? [list, json] : [text, json ?? list ?? rowOf(undefined)];
    if (here === undefined || elsewhere === undefined) {
      key.vdt = vdt;
      return;
    }
    const [code, what, fits] =
      text === undefined
        ? (['key-mismatch', 'a list of texts', 'JSON'] as const)
        : (['list-and-text', 'text', 'Text'] as const);
    const message = `The value of ${key.name} is ${what} here, but ${json === undefined ? 'a list' : 'a nested value'} elsewhere: a key can have only one type.`;
    const types = `\`types: { "${key.name}": ${fits} }\``;
    const hint =
      text === undefined
        ? `Write both in the same form, or set a type that fits both in the source: ${types}.`
        : `Write both in the same form: Spring reads the text \`a,b\` as the list \`[a, b]\`. With ${types} in the source, the server would hold the ${json === undefined ? 'list' : 'nested value'} as JSON text.`;
    const { place } = here;
    this.#error(code, message, { place, related: elsewhere.place, hint, about: key.name });
  }

  /** Declares that the whole key must not exist. */
  absentKey(key: Item, place: Place): void {
    key.absent = true;
    key.place = place;
  }

  file(path: string): Item {
    return fileAt(this.state, path);
  }

  row(item: Item, row: Row): void {
    const { kind, name, rows } = item;
    const id = contextId(row.context);
    const first = rows.get(id);
    const isSecretFile =
      kind === 'file' && (row.securityGroup !== undefined || this.#isSecretName(name));
    if (this.isFiltered) row.filtered = true;
    const isHidden = row.filtered && !this.#isAllowed(name);
    if (isSecretFile || isHidden || isSecretText(name, row.text)) row.secret = true;
    if (first === undefined) rows.set(id, row);
    else if (!this.#misspelled.has(item)) {
      const context = fullContext(row.context, this.contexts.depth?.levels ?? 1);
      const message = `The ${kind} ${name} is declared twice in the context \`${context}\`.`;
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
    const declared = [...key.rows.values()].find(isPresent)?.place ?? Object.values(places)[0];
    if (declared !== undefined) {
      const message = `The key ${key.name} is both declared and deleted with \`opp: delete\`.`;
      this.#error('declared-and-deleted', message, { place: key.place, related: declared });
    }
  }

  #reportName(name: string, place: Place): void {
    const other = strangerIn(name);
    let why = other === undefined ? 'is longer than 120 characters' : `contains ${other}`;
    if (name.trim() === '') why = name === '' ? 'is empty' : 'contains only spaces';
    const shown = name.length > 130 ? `${name.slice(0, 60)}…` : name;
    const hint = 'Use letters, digits and [ ] ( ) * - . _ +, at most 120 characters.';
    this.#error('key-name', `\`${shown}\` is not a valid key name: it ${why}.`, {
      hint,
      place,
      about: shown,
    });
  }

  #error(
    code: Diagnostic['code'],
    message: string,
    details: Pick<Diagnostic, 'place' | 'related' | 'hint' | 'about'>,
  ): void {
    this.#report({ severity: 'error', code, message, hint: 'Keep one of them.', ...details });
  }
}

/** Whether a text is already what the value of a list or a mapping is sent as. */
function isJsonOf(vdt: 'List' | 'JSON', text: string): boolean {
  return /^\s*[[{]/.test(text) && valueProblem(vdt, text) === undefined;
}

function sorted<One>(items: Map<string, One>): Map<string, One> {
  if (isSorted(items.keys())) return items;
  return new Map([...items].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isSorted(ids: Iterable<string>): boolean {
  let last = '';
  for (const id of ids) {
    if (id < last) return false;
    last = id;
  }
  return true;
}

/** Number of levels in the declared contexts, with the first of them. */
export interface Depth {
  levels: number;
  place: Place;
  text: string;
}

/** Checks contexts against the configured levels and against each other. */
export class ContextChecker {
  readonly #levels: readonly string[] | undefined;
  readonly #spelling = new Map<string, { text: string; place: Place }>();
  /** Those that are valid, as they are written. */
  readonly #read = new Map<string, Context>();
  /** Of the contexts read so far; `undefined` if all were `*`. */
  depth: Depth | undefined;

  /** @param levels names of the levels where `confighub.yaml` gives them */
  constructor(levels: readonly string[] | undefined) {
    this.#levels = levels;
  }

  /** The context of a scalar, or `undefined` after reporting why it is invalid. */
  read(fields: Fields, node: Scalar): Context | undefined {
    const parsed = this.#read.get(node.text);
    if (parsed !== undefined) return parsed;
    const context = node.text.trim() === EVERYWHERE ? EVERYWHERE : this.#checked(fields, node);
    if (context !== undefined) this.#read.set(node.text, context);
    return context;
  }

  #checked(fields: Fields, node: Scalar): Context | undefined {
    const elements = elementsOf(node.text);
    // There may be thousands: their number is reported before any of them is.
    const isShort = elements.length <= MAX_LEVELS;
    const named = isShort
      ? elements.map((element) => this.#checkElement(fields, node, element))
      : [];
    if (!named.every(Boolean) || !this.#checkDepth(fields, node, elements)) return undefined;
    return elements.every((element, level) => this.#checkSpelling(fields, node, { element, level }))
      ? contextOf(elements)
      : undefined;
  }

  #checkElement(fields: Fields, node: Scalar, element: string): boolean {
    if (element === '*') return true;
    if (element === '') {
      const message = `The context \`${cut(node.text)}\` has an empty element.`;
      fields.error({ code: 'context-syntax', at: node, message, hint: 'Use `*` for any element.' });
      return false;
    }
    if (isElementName(element)) return true;
    const message = `\`${cut(element)}\` is not a valid context element.`;
    const hint =
      'Use letters and digits, with - . _ + in between, at most 255 characters, or `*` alone for any element.';
    fields.error({ code: 'context-name', at: node, message, hint, about: cut(element) });
    return false;
  }

  #checkDepth(fields: Fields, node: Scalar, elements: string[]): boolean {
    const { length } = elements;
    const levels = this.#levels;
    const first = this.depth;
    if (length <= MAX_LEVELS && length === (levels?.length ?? first?.levels ?? length)) {
      this.depth ??= { levels: length, place: fields.place(node), text: node.text };
      return true;
    }
    const report = (expected: string, more: { hint: string; related?: Place }) => {
      const message = `The context \`${cut(node.text)}\` has ${counted(length, 'element')}, but ${expected}.`;
      fields.error({ code: 'context-depth', at: node, message, ...more });
    };
    if (levels !== undefined) {
      const expected = `the repository has ${counted(levels.length, 'level')} (${cut(levels.join(';'))})`;
      report(expected, { hint: depthHint(elements, levels.length) });
    } else if (length > MAX_LEVELS || first === undefined)
      report(`a repository has at most ${MAX_LEVELS} levels`, {
        hint: depthHint(elements, MAX_LEVELS),
      });
    // Nobody knows which of the two is right.
    else
      report(`\`${cut(first.text)}\` has ${first.levels}`, {
        hint: DIFFERENT,
        related: first.place,
      });
    return false;
  }

  #checkSpelling(
    fields: Fields,
    node: Scalar,
    { element, level }: { element: string; level: number },
  ): boolean {
    const id = `${level};${element.toLowerCase()}`;
    const first = this.#spelling.get(id);
    if (first === undefined) this.#spelling.set(id, { text: element, place: fields.place(node) });
    if (first === undefined || first.text === element) return true;
    const message = `\`${cut(element)}\` and \`${cut(first.text)}\` are the same context element: the server ignores case.`;
    fields.error({
      code: 'context-case',
      at: node,
      message,
      hint: 'Use one spelling.',
      related: first.place,
    });
    return false;
  }
}

const DIFFERENT =
  'Every context needs one element for each level of the repository. To find out which one is wrong, set `levels` in the project file.';

function depthHint(elements: string[], expected: number): string {
  if (elements.length > expected) return `Use ${counted(expected, 'element')}, joined by \`;\`.`;
  const padded = [...elements, ...Array(expected - elements.length).fill('*')].join(';');
  return `Write one element for each level. Did you mean \`${cut(padded)}\`?`;
}
