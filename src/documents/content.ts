// Texts from inside and outside of documents: inline, from a file (`path`), from the environment (`env`), and passwords.
import { REFUSED_FIELD, RESERVED_PREFIXES, SETTABLE_NAME } from '../model/document-fields.ts';
import { isLfsPointer } from '../lib/lfs.ts';
import type { Place } from '../model/diagnostic.ts';
import { isShown, type Passwords } from '../model/secrets.ts';
import type { Row } from '../model/state.ts';
import { type Entry, type Fields, isNothing, isNull, type Node } from './fields.ts';
import { decodeUtf8, type ProjectFiles, resolvePath } from './project-files.ts';

const FORBIDDEN_ENV = new RegExp(`^(?:${RESERVED_PREFIXES.join('|')})_`, 'i');

/** The environment variables; `unknown` for documents of another time, such as the last applied ones. */
export type ContentEnvironment = Readonly<Record<string, string | undefined>> | 'unknown';

/** What a row is apart from where it is declared. */
export type Content = Omit<Row, 'context' | 'place'>;

/** An empty variable counts as missing: a workflow passes an unset secret that way. */
const FOR_VALUE = {
  isMissing: (text: string): boolean => text === '',
  hint: 'Set it, in a workflow under `env:` of the step, or in a file that `--env-file` names. For an empty value, write `""` in the document.',
};
/** One of only spaces too: the server would silently store values unencrypted. */
const FOR_PASSWORD: typeof FOR_VALUE = {
  isMissing: (text) => text.trim() === '',
  hint: 'Set it to the password of the group (in a workflow, under `env:` of the step).',
};

/** Maximum characters of all texts from `path` together: a push sends them in one or a few requests. */
const MAX_TOTAL = 256 * 1024 * 1024;

/** The content of a file that cannot be read. */
const UNREAD: Content = { text: null, unknown: true, secret: true };

const RELATIVE =
  'A `path` is relative to the document that contains it. Correct it, or add the file.';

/** Where the texts of `env` come from. */
export interface Variables {
  env: ContentEnvironment;
  missingEnv: 'error' | 'warning';
}

/** For variables that need not be set. */
export const UNKNOWN: Variables = { env: 'unknown', missingEnv: 'warning' };

/** Resolves `path` and `env`; each content file is read once. */
export class ContentReader {
  readonly #files: ProjectFiles;
  /** Bytes of every content file, by path relative to the root. */
  readonly contents = new Map<string, Uint8Array>();
  /** Every path that a document refers to, with the first place. */
  readonly named = new Map<string, Place>();
  /** The documents that refer to a path. */
  readonly naming = new Set<string>();
  readonly #texts = new Map<string, Content & { text: string }>();
  /** Characters so far, counted once per reference. */
  #total = 0;
  readonly #variables: Variables;

  constructor(files: ProjectFiles, variables: Variables) {
    this.#files = files;
    this.#variables = variables;
  }

  /** What a field gives: the text of a file (`path`) or of a variable (`env`), its own, or that there must be none (`opp`). */
  field(fields: Fields, entry: Entry, document: string): Content | undefined {
    const name = entry.key.text;
    if (name === 'opp') return fields.isDelete(entry) ? { text: null, absent: true } : undefined;
    if (name === 'env') return readVariable(fields, entry, this.#variables);
    return name === 'path' ? this.#path(fields, entry, document) : scalarText(fields, entry.value);
  }

  /** The content of the file at `path`, relative to `document`. */
  #path(fields: Fields, entry: Entry, document: string): Content | undefined {
    const reference = fields.text(entry);
    if (reference === undefined) return undefined;
    const at = entry.value;
    const path = resolvePath(document, reference);
    if (path === undefined) {
      const message = `${isShown(reference) ? `\`${reference}\`` : 'This path'} points outside the project folder.`;
      const hint =
        'Paths are relative to the document and must stay inside the folder of confighub.yaml.';
      return fields.error({ code: 'outside-root', at, message, hint });
    }
    if (!this.named.has(path)) this.named.set(path, fields.place(at));
    this.naming.add(document);
    const cached = this.#texts.get(path);
    if (cached !== undefined) return this.#counted(fields, at, cached);
    const file = this.#files.read(path);
    // A record omits contents that were not committed, so they are unknown.
    if ('problem' in file && this.#variables.env === 'unknown') return UNREAD;
    // So does Git LFS: this is only the name of the content.
    if ('bytes' in file && this.#variables.env === 'unknown' && isLfsPointer(file.bytes))
      return { text: null, unknown: true };
    const shown = isShown(reference) ? path : '…';
    if ('problem' in file) {
      const { code, message, hint = code === 'file-missing' ? RELATIVE : undefined } = file.problem;
      fields.error({ code, at, message: message.replaceAll(path, shown), hint });
      // What another version of the project cannot read is a secret of it, too.
      return code === 'git-filter' ? UNREAD : undefined;
    }
    this.contents.set(path, file.bytes);
    const decoded = decodeUtf8(file.bytes);
    if ('noText' in decoded) {
      const { line, isBinary, hint } = decoded.noText;
      const message = `${shown} is ${isBinary ? 'not a text file' : `not valid UTF-8 (line ${line})`}.`;
      return fields.error({ code: 'not-utf8', at, message, hint });
    }
    if (decoded.text.includes('\0')) {
      const message = `${shown} contains a NUL character, which the server cannot store.`;
      return fields.error({ code: 'bad-text', at, message, hint: 'Remove it.' });
    }
    const content = { text: decoded.text, contentPath: path, filtered: file.filtered || undefined };
    this.#texts.set(path, content);
    return this.#counted(fields, at, content);
  }

  #counted(fields: Fields, at: Node, content: Content & { text: string }): Content | undefined {
    const before = this.#total;
    this.#total += content.text.length;
    if (this.#total <= MAX_TOTAL) return content;
    if (before > MAX_TOTAL) return undefined;
    const message = 'The content files read so far exceed 256 MiB in total.';
    return fields.error({
      code: 'file-unreadable',
      at,
      message,
      hint: 'Use fewer files, or split the project.',
    });
  }
}

/** The source text of a scalar; an explicit `null` is a value, a missing value is an error. */
function scalarText(fields: Fields, node: Node): Content | undefined {
  if (node.kind !== 'scalar') {
    const message = 'Expected text, not a mapping or a list.';
    return fields.error({ code: 'wrong-type', at: node, message });
  }
  if (isNull(node)) return { text: null };
  if (!isNothing(node)) return { text: node.text };
  const hint = 'Write `""` for an empty text, or `null` if applications are to get null.';
  return fields.error({ code: 'empty-value', at: node, message: 'Missing value.', hint });
}

function readVariable(
  fields: Fields,
  entry: Entry,
  { env, missingEnv }: Variables,
  { isMissing, hint } = FOR_VALUE,
): Content | undefined {
  const name = fields.text(entry);
  if (name === undefined) return undefined;
  const at = entry.value;
  const shown = isShown(name) ? name : undefined;
  if (FORBIDDEN_ENV.test(name)) {
    const message = `\`env\` cannot use ${shown ?? 'this variable'}: such variables are reserved for the runner and confighub-sync.`;
    const otherHint = 'Pass the value in a variable with another name.';
    return fields.error({ code: 'env-forbidden', at, message, hint: otherHint });
  }
  if (!SETTABLE_NAME.test(name)) {
    const message = `${shown === undefined ? 'This' : `\`${shown}\``} cannot be the name of an environment variable.`;
    const nameHint =
      'Use letters, digits and `_`, not starting with a digit, as in `{ env: DB_PASSWORD }`.';
    return fields.error({ code: 'bad-option', at, message, hint: nameHint });
  }
  if (env === 'unknown') return { text: null, unknown: true, secret: true };
  const text = Object.hasOwn(env, name) ? env[name] : undefined;
  if (text !== undefined && !isMissing(text)) return { text, variable: name, secret: true };
  const what = text === undefined ? 'not set' : text === '' ? 'empty' : 'only spaces';
  const message = `The environment variable ${shown ?? 'in `env`'} is ${what}.`;
  if (missingEnv === 'error') return fields.error({ code: 'env-missing', at, message, hint });
  fields.warn({ code: 'env-missing', at, message, hint });
  return { text: null, unknown: true, variable: name, secret: true };
}

const HINT = 'Use `{ env: NAME_OF_A_VARIABLE }`, and set that variable where the program runs.';

/** Adds them to those that are known. */
export function readPasswords(
  fields: Fields,
  entry: Entry,
  variables: Variables,
  passwords: Passwords,
): void {
  for (const group of fields.mapping(entry.value, '`passwords`')?.entries ?? []) {
    if (group.value.kind !== 'mapping') {
      refusePassword(fields, group);
      continue;
    }
    const { env } = fields.known(group.value, ['env'], 'A password');
    const content = env && readVariable(fields, env, variables, FOR_PASSWORD);
    if (group.value.entries.length === 0) {
      const message =
        'This group needs the name of the environment variable that has its password.';
      fields.error({ code: 'missing-field', at: group.key, message, hint: HINT });
    }
    if (content === undefined) continue;
    const name = env?.value.kind === 'scalar' ? env.value.text : '';
    passwords.variables.set(group.key.text, isShown(name) ? name : '…');
    if (content.text !== null) passwords.set(group.key.text, content.text);
  }
}

export function refusePassword(fields: Fields, entry: Entry | undefined): undefined {
  if (entry === undefined) return undefined;
  const message =
    'Passwords must not be stored in files: anyone who can read the Git repository could see them.';
  const instead =
    'Remove it and name its variable in confighub.yaml: `passwords: { <group>: { env: … } }`.';
  const hint = entry.key.text === REFUSED_FIELD ? instead : HINT;
  return fields.error({ code: 'password-in-file', at: entry.key, message, hint });
}
