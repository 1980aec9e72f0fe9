// A repository as one read sees it: in a context, with the passwords of the request (behaviour.md, sections 6 and 14).
import { isJsonObject, type JsonNode, JsonNumber, parseLenientJson } from '../lib/json.ts';
import { MAX_LEVELS } from '../model/context.ts';
import { encrypt } from '../semantics/ciphers.ts';
import { rendered } from '../semantics/placeholders.ts';
import { heaviest, indexGroups, weigher } from '../semantics/resolution.ts';
import { javaTrim } from '../semantics/value-types.ts';
import { Crashed, Rejected, type ServedRequest } from './answer.ts';
import { splitLikeJava } from './push-members.ts';
import { GroupSecrets } from './security-groups.ts';
import type { FileRow, KeyRecord, Repository, Token, ValueRow } from './state.ts';

export interface View {
  repository: Repository;
  secrets: GroupSecrets;
  /** Weight of a context that matches the request, otherwise `undefined`. */
  weigh: (context: string) => number | undefined;
  /** Number of ties between rows of equal weight, where the answer of the real server is undefined. */
  ties: number;
}

/** A read of a repository, as it was at the requested moment. */
export interface ServedRead {
  request: ServedRequest;
  repository: Repository;
  /** Absent in the URL form. */
  token: Token | undefined;
}

export function viewOfRead(asked: ServedRead): View {
  const { repository, request } = asked;
  const elements = requestedElements(request.header('context'), repository.levels.length);
  const groups = indexGroups(repository.levels, repository.contextGroups);
  return { repository, secrets: secretsOfRead(asked), weigh: weigher(elements, groups), ties: 0 };
}

/** Unknown elements are allowed: they match wildcards. */
function requestedElements(header: string | undefined, depth: number): string[] {
  if (header === undefined) throw new Crashed();
  if (javaTrim(header) === '') throw new Rejected('NOT_QUALIFIED');
  const elements = splitLikeJava(header).map(javaTrim);
  if (elements.length === 0 || elements.length > MAX_LEVELS) throw new Rejected('INVALID_TYPE');
  if (elements.length > depth) throw new Rejected('SCOPE');
  if (elements.length < depth) throw new Rejected('NOT_QUALIFIED');
  return elements;
}

/** Ignores wrong passwords and unknown groups. */
export function secretsOfRead({ repository, request, token }: ServedRead): GroupSecrets {
  const secrets = new GroupSecrets(repository, token?.securityGroups ?? []);
  const header = request.header('security-profile-auth');
  if (header === undefined || javaTrim(header) === '') return secrets;
  const given = parseLenientJson(header);
  if (given !== null && !isJsonObject(given)) throw new Rejected('INVALID_PASSWORD');
  for (const [group, node] of given ?? []) {
    const password = passwordOf(node);
    if (secrets.group(group)?.password === password && password !== undefined)
      secrets.supplied.set(group, password);
  }
  return secrets;
}

/** Numbers and booleans count by their text; arrays and objects are rejected. */
function passwordOf(node: JsonNode): string | undefined {
  if (node === null) return undefined;
  if (node instanceof JsonNumber) return node.literal;
  if (typeof node === 'object') throw new Rejected('INVALID_PASSWORD');
  return String(node);
}

export function valueFor(key: KeyRecord, view: View): ValueRow | undefined {
  return best([...key.rows.values()].flat(), view);
}

export function fileFor(path: string, view: View): FileRow | undefined {
  return best(view.repository.files.get(path) ?? [], view);
}

function best<R extends ValueRow | FileRow>(rows: readonly R[], view: View): R | undefined {
  const active = rows.filter((row) => row.active);
  return heaviest(active, view.weigh, () => {
    view.ties++;
  });
}

/** The text, still encrypted if the right password is missing. */
export function visibleText(
  row: ValueRow,
  { key, view }: { key: KeyRecord; view: View },
): string | null {
  if (row.reference) return row.text;
  return (
    view.secrets.decrypted(row.text, key.group, view.secrets.supplied.get(key.group)) ?? row.text
  );
}

/** With placeholders replaced (behaviour.md, section 11). Encrypted again if its password is missing. */
export function renderFile(file: FileRow, view: View): string {
  const { secrets } = view;
  const clear = secrets.decrypted(file.content, file.group, secrets.group(file.group)?.password);
  if (clear === undefined) throw new Rejected('DECRYPTION');
  const text = withValues(clear, view, []);
  const locked = secrets.locked(file.group);
  return locked === undefined ? text : encrypt(text, locked);
}

/** @param paths of the files that embed this one */
function withValues(content: string, view: View, paths: readonly string[]): string {
  return rendered(content, {
    standingFor: (name) => {
      const key = view.repository.keys.get(name.toLowerCase());
      if (key === undefined) throw new Crashed();
      const row = valueFor(key, view);
      return (
        row && { vdt: key.vdt, text: visibleText(row, { key, view }), isNoPath: !row.reference }
      );
    },
    embedded: (path) => {
      if (paths.includes(path)) throw new Rejected('CIRCULAR');
      const file = fileFor(path, view);
      return file && withValues(file.content, view, [...paths, path]);
    },
  });
}
