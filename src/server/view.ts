// What one read sees: a repository in a context, with the passwords that came along (behaviour.md, sections 6 and 14).
import { isJsonObject, type JsonNode, JsonNumber } from '../lib/json.ts';
import { parseLenientJson } from '../lib/lenient-json.ts';
import { MAX_LEVELS } from '../model/context.ts';
import { encrypt } from '../semantics/ciphers.ts';
import { replacePlaceholders } from '../semantics/placeholders.ts';
import { heaviest, indexGroups, weigher } from '../semantics/resolution.ts';
import { javaTrim } from '../semantics/value-types.ts';
import { splitLikeJava } from './push-contexts.ts';
import { crashRead, refuseRead } from './refusal.ts';
import { Secrets } from './security-groups.ts';
import type { FileRow, KeyRecord, Repository, ValueRow } from './state.ts';

export interface View {
  repository: Repository;
  secrets: Secrets;
  /** Weight of a row's context if it answers, otherwise `undefined`. */
  weigh: (context: string) => number | undefined;
  /** How often rows of equal weight answered: which one the real server takes is undefined. */
  ties: number;
}

/** What a request says of passwords. */
export interface Passwords {
  header: string | undefined;
  /** Groups of the token. */
  carried: readonly string[];
}

export function viewOf(
  repository: Repository,
  { context, passwords }: { context: string | undefined; passwords: Passwords },
): View {
  const request = requestedElements(context, repository.levels.length);
  const groups = indexGroups(repository.levels, repository.contextGroups);
  return { repository, secrets: secretsOf(repository, passwords), weigh: weigher(request, groups), ties: 0 };
}

/** Names that no element has are fine: they are answered by wildcards. */
function requestedElements(header: string | undefined, depth: number): string[] {
  if (header === undefined) throw crashRead();
  if (javaTrim(header) === '') throw refuseRead('NOT_QUALIFIED');
  const elements = splitLikeJava(header).map(javaTrim);
  if (elements.length === 0 || elements.length > MAX_LEVELS) throw refuseRead('INVALID_TYPE');
  if (elements.length > depth) throw refuseRead('SCOPE');
  if (elements.length < depth) throw refuseRead('NOT_QUALIFIED');
  return elements;
}

/** Wrong passwords are ignored, and so is a group that does not exist. */
export function secretsOf(repository: Repository, { header, carried }: Passwords): Secrets {
  const secrets = new Secrets(repository, carried);
  if (header === undefined || javaTrim(header) === '') return secrets;
  const parsed = parseLenientJson(header);
  const given = 'value' in parsed ? parsed.value : undefined;
  if (given !== null && !isJsonObject(given)) throw refuseRead('INVALID_PASSWORD');
  for (const [group, node] of given ?? []) {
    const password = passwordOf(node);
    const isKnown = secrets.group(group) !== undefined;
    if (isKnown && secrets.isRight({ group, password })) secrets.supply(group, password ?? '');
  }
  return secrets;
}

/** Numbers and booleans count by their text; what holds other values is no password. */
function passwordOf(node: JsonNode): string | undefined {
  if (node === null) return undefined;
  if (node instanceof JsonNumber) return node.literal;
  if (typeof node === 'object') throw refuseRead('INVALID_PASSWORD');
  return String(node);
}

/** The active value of a key that answers. */
export function valueFor(key: KeyRecord, view: View): ValueRow | undefined {
  return best(activeRows(key.rows.values()), view);
}

/** The active file of a path that answers. */
export function fileFor(path: string, view: View): FileRow | undefined {
  return best(activeRows([view.repository.files.get(path) ?? []]), view);
}

function best<R extends ValueRow | FileRow>(rows: Iterable<R>, view: View): R | undefined {
  return heaviest(rows, view.weigh, () => {
    view.ties++;
  });
}

function* activeRows<R extends { active: boolean }>(lists: Iterable<readonly R[]>): Generator<R> {
  for (const rows of lists) for (const row of rows) if (row.active) yield row;
}

/** The text as far as the passwords reach: without the right one it is the cipher text. */
export function visibleText(row: ValueRow, { key, view }: { key: KeyRecord; view: View }): string | null {
  if (row.reference) return row.text;
  const password = view.secrets.passwordFor(key.group);
  if (password === undefined) return row.text;
  return view.secrets.unsealed(row.text, { group: key.group, password }) ?? row.text;
}

// A file as clients get it: placeholders replaced by values of the context (behaviour.md, section 11).

const NO_VALUE = '[ ERROR: No property value resolved ]';
const NO_FILE = '[ ERROR: No file resolved ]';

/** A file under a cipher whose password is not known is rendered, and encrypted again. */
export function renderFile(file: FileRow, view: View): string {
  const group = view.secrets.group(file.group);
  if (group === undefined || group.cipher === null) return rendered(file.content, view, []);
  const { cipher, password } = group;
  const clear = view.secrets.unsealed(file.content, { group: group.name, password });
  if (clear === undefined) throw refuseRead('DECRYPTION');
  const text = rendered(clear, view, []);
  const isKnown = view.secrets.passwordFor(group.name) !== undefined;
  return isKnown ? text : encrypt(text, { cipher, password });
}

/** `paths`: the files in which this one is embedded. */
function rendered(content: string, view: View, paths: readonly string[]): string {
  return replacePlaceholders(content, (name) => replacement(name, view, paths));
}

function replacement(name: string, view: View, paths: readonly string[]): string {
  const key = view.repository.keys.get(name.toLowerCase());
  if (key === undefined) throw crashRead();
  const row = valueFor(key, view);
  if (row === undefined) return NO_VALUE;
  if (key.vdt === 'FileEmbed' && row.reference) return embedded(row.text ?? '', view, paths);
  const text = visibleText(row, { key, view });
  if (text === null) return key.vdt === 'FileEmbed' || key.vdt === 'FileRef' ? '' : 'null';
  return text.replaceAll('\\', '\\\\');
}

function embedded(path: string, view: View, paths: readonly string[]): string {
  if (paths.includes(path)) throw refuseRead('CIRCULAR');
  const file = fileFor(path, view);
  return file === undefined ? NO_FILE : rendered(file.content, view, [...paths, path]);
}
