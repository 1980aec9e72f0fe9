// What all parts of an import that write share: content files, variables, the spelling of contexts, and the test for secrets.
import { trimEndOf } from '../lib/text.ts';
import { type Context, contextOf, elementsOf } from '../model/context.ts';
import type { NewVariable } from '../model/import-plan.ts';
import { type IsSecret, isSecretText, looksSecret } from '../model/secrets.ts';
import { type Item, keyId, type Row, rowsOf, type State } from '../model/state.ts';
import { NAMED_LIKE_PROJECT, variablesIn } from '../project/other-projects.ts';
import { knownSecretTest } from '../plan/encoded-secrets.ts';
import { looksSealed } from '../semantics/ciphers.ts';
import { secretLines } from '../semantics/secret-lines.ts';
import { itemOf } from './changes.ts';
import type { OpenImport } from './import-input.ts';

/** Names that documents cannot use, and names with a meaning to a shell, a runner or Git. */
const MEANS_ELSE =
  /^(?:CONFIGHUB|GITHUB|ACTIONS|RUNNER|INPUT|NODE|NPM|GIT|LD|DYLD|SSH|LC|XDG)_|^(?:PATH|HOME|USER|SHELL|PWD|OLDPWD|TMPDIR|TEMP|LANG|TERM|CI|IFS|ENV|[^A-Z].*)$/;

export class Writer {
  /** New variables, in the order in which they were named. */
  readonly variables: NewVariable[] = [];
  /** The text of each new variable, where known. */
  readonly texts = new Map<string, string>();
  /** New content files next to documents, by path relative to the root. */
  readonly contents = new Map<string, string>();
  /** Secret values and files are never written as text. */
  readonly isSecret: IsSecret;
  readonly holdsSecret: (text: string) => boolean;
  /** Contexts as the files spell them. */
  readonly spelled: (context: Context) => Context;
  readonly depth: number;
  readonly #opened: OpenImport;
  /** Names of variables. */
  readonly #taken: Set<string>;
  /** Names of items in several contexts, so that their contents get a folder for each. */
  readonly #several: ReadonlySet<string>;
  /** Ignoring case, as some file systems do. */
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(opened: OpenImport) {
    const { before, target, live, variablesElsewhere = [] } = opened;
    const rows = rowsOf([...before.state.items.values()]);
    const isKnown = secretTest(opened);
    const holdsKnown = knownSecretTest(sourcesOf(opened));
    this.isSecret = (name, text) => isKnown(name, text) || holdsKnown(text);
    this.holdsSecret = (text) => looksSecret(text) || holdsLines(text) || holdsKnown(text);
    this.spelled = speller(rows.map(({ context }) => context));
    this.depth = target.levels.length;
    this.#opened = opened;
    this.#taken = new Set([...variablesIn(before), ...variablesElsewhere]);
    this.#several = new Set(
      [...live.items.values()].filter((item) => item.rows.size > 1).map(({ name }) => name),
    );
  }

  /** `db.password` in `Production;*` → `DB_PASSWORD_PRODUCTION`. */
  variableFor({ kind, name }: Item, { context, text, unknown }: Row): string {
    const elements = elementsOf(context).filter((element) => element !== '*');
    const variable = this.#variable([name, ...elements], itemOf(name, context, this.depth));
    const isClear = !unknown && text !== null && (kind === 'file' || !looksSealed(text));
    if (isClear) this.texts.set(variable, text);
    return variable;
  }

  /** `Database` → `DATABASE_PASSWORD`. */
  passwordFor(group: string): string {
    return this.#variable([group, 'password'], `password of the security group ${group}`);
  }

  /** A free name of these words. @param item in messages */
  #variable(words: readonly string[], item: string): string {
    const plain = words.flatMap((word) => word.toUpperCase().match(/[A-Z0-9]+/g) ?? []).join('_');
    const wanted = (plain === '' || MEANS_ELSE.test(plain) ? `SECRET_${plain}` : plain).replace(
      /_$/,
      '',
    );
    let name = wanted;
    for (let i = 2; this.#taken.has(name); i++) name = `${wanted}_${i}`;
    this.#taken.add(name);
    this.variables.push({ name, item });
    return name;
  }

  /** Writes a text into a folder next to a document, `values`, or `values-2` if it has no room there; returns the `path` for it. */
  pathOf(
    document: string,
    folder: 'values' | 'files',
    { name, context, text }: { name: string; context: Context; text: string },
  ): string {
    const elements = elementsOf(context).filter((element) => element !== '*');
    // An element may be named `Aux`, or be too long for a file system.
    const ofContext = this.#several.has(name) ? safePath(elements.join('-')) : '';
    const inFolder = [ofContext, safePath(name)].filter((part) => part !== '').join('/');
    const from = document.slice(0, document.lastIndexOf('/') + 1);
    const { sourceOf, isDocument } = this.#opened.before;
    const mayRefer = /\b(?:keys|files)\b/.test(text) && /\bpath\b/.test(text);
    for (let i = 1; ; i++) {
      const wanted = `${from}${folder}${i === 1 ? '' : `-${i}`}/${inFolder}`;
      // The content must not be read as a source, as a document that refers to files, or as another project.
      const isRead = sourceOf(wanted) !== undefined || (mayRefer && isDocument(wanted));
      const path = isRead || NAMED_LIKE_PROJECT.test(wanted) ? `${wanted}.txt` : wanted;
      if (!this.#isFree(path)) continue;
      this.contents.set(path, text);
      return path.slice(from.length);
    }
  }

  /** Whether the project has nothing there, and no other content, ignoring case. Takes the path then. */
  #isFree(path: string): boolean {
    const id = path.toLowerCase();
    const folders = [...id.matchAll(/\//g)].map(({ index }) => id.slice(0, index));
    const isTaken =
      this.#files.has(id) ||
      this.#folders.has(id) ||
      folders.some((folder) => this.#files.has(folder));
    if (isTaken || this.#opened.exists(path)) return false;
    this.#files.add(id);
    for (const folder of folders) this.#folders.add(folder);
    return true;
  }
}

/** Characters that are unsafe or misleading in a path. */
const UNUSUAL = /[^\p{L}\p{N}._+()[\]@= -]/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Most file systems allow 255 bytes. */
const MAX_BYTES = 120;

/** Makes each part of a path a valid file name: no `..`, no `.git`, no reserved name of Windows. */
export function safePath(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map(safePart)
    .join('/');
}

function safePart(part: string): string {
  // Names on the server may be of any length.
  const usual = part.slice(-MAX_BYTES).normalize('NFC').replace(UNUSUAL, '_');
  const ended = trimEndOf(usual, '. ');
  let name = `${ended}${ended === usual ? '' : '_'}`.replace(/^ +/, '_');
  while (Buffer.byteLength(name) > MAX_BYTES) name = [...name].slice(1).join('');
  return RESERVED.test(name) || /^\.git/i.test(name) || name === '' ? `_${name}` : name;
}

/**
 * Items in a security group, with a secret name, or whose text is or contains a secret. Also all contexts of an item that
 * is secret in one of them: what the server has may be the same secret, moved. A plan masks the same items.
 */
function secretTest({ live, before, lastApplied, isSecretName, secretIn }: OpenImport): IsSecret {
  const guarded = new Set([
    ...namesIn(live, ({ securityGroup }) => securityGroup !== undefined),
    ...[before.state, ...(lastApplied ? [lastApplied] : []), ...secretIn].flatMap((state) =>
      namesIn(state, ({ secret }) => secret === true),
    ),
  ]);
  return (name, text) =>
    isSecretName(name) ||
    guarded.has(name) ||
    guarded.has(keyId(name)) ||
    isSecretText(name, text) ||
    holdsLines(text);
}

function holdsLines(text: string | null): boolean {
  return secretLines(text).length > 0;
}

function sourcesOf({ live, before, isSecretName, secretIn }: OpenImport) {
  return { desired: before.state, live, secrets: { isSecretName, secretIn } };
}

/** Ids of keys and paths of files that pass the test, or have a row that does. */
function namesIn({ items }: State, test: (part: Item | Row) => boolean): string[] {
  const passing = [...items.values()].filter((item) => [item, ...item.rows.values()].some(test));
  return passing.map(({ kind, name }) => (kind === 'key' ? keyId(name) : name));
}

/** Spells elements as the files do, because two spellings of one element are an error. */
function speller(contexts: readonly Context[]): (context: Context) => Context {
  const spellings = new Map<string, string>();
  for (const context of contexts) {
    for (const [level, element] of elementsOf(context).entries()) {
      const id = `${level};${element.toLowerCase()}`;
      if (!spellings.has(id)) spellings.set(id, element);
    }
  }
  const spelled = (element: string, level: number) =>
    spellings.get(`${level};${element.toLowerCase()}`) ?? element;
  return (context) => contextOf(elementsOf(context).map(spelled));
}
