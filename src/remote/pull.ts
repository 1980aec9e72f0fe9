// Parses the answer of a pull: the row that applies for each key, and the rendered files (behaviour.md, section 13).
import { isVdt, type Vdt } from '../model/state.ts';
import {
  jsonText,
  isFaithful,
  isJsonObject,
  isPlainObject,
  isTexts,
  type JsonNode,
  parseLenientJson,
  type PlainObject,
} from '../lib/json.ts';
import type { RepositoryName } from '../model/targets.ts';
import { ShapeError } from './wire.ts';

/** The row that applies for a key. */
export interface PulledValue {
  name: string;
  vdt: Vdt;
  deprecated: boolean;
  /** Absent if blank. */
  readme?: string;
  /** Only if the password of its cipher is unknown: then the text is encrypted. */
  securityGroup?: string;
  /** Of a Map or List compact, not as stored. `undefined`: the value exists, and its text cannot be read. */
  text: string | null | undefined;
  /** The full context, in the server's spelling. */
  context: string;
}

export interface Pull {
  values: PulledValue[];
  /** Rendered content by path; absent if files were not requested. */
  files?: Map<string, string>;
  /** The server cannot show this context. */
  isUnread?: true;
}

export interface PullRequest {
  /** As sent to the server. */
  context: string;
  /** One file that cannot be rendered breaks an answer with files. */
  content: 'values' | 'values and files';
}

/** `undefined`: a cached answer to another request, or one of another repository. */
export function readPull(
  json: unknown,
  { text, repository, request }: { text: string; repository: RepositoryName; request: PullRequest },
): Pull | undefined {
  if (!isPlainObject(json)) throw new ShapeError('a pull is not an object');
  const { account, repo, properties, files } = json;
  if (account !== repository.account || repo !== repository.name || !isPlainObject(properties)) return undefined;
  const natives = nativeTexts(text);
  const values: PulledValue[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const value = isPlainObject(property) ? pulledValueOf(name, { property, natives }) : undefined;
    if (value === undefined) return undefined;
    values.push(value);
  }
  if (request.content !== 'values and files') return { values };
  return isPlainObject(files) ? { values, files: filesOf(files) } : undefined;
}

function pulledValueOf(
  name: string,
  { property, natives }: { property: PlainObject; natives: NativeTexts },
): PulledValue | undefined {
  const { type = 'Text', deprecated, comment, encryption, context, val } = property;
  if (!isTexts(context)) return undefined;
  if (typeof type !== 'string' || !isVdt(type)) throw new ShapeError(`the key ${name} has an unknown type`);
  return {
    name,
    vdt: type,
    deprecated: deprecated === true,
    ...(typeof comment === 'string' && { readme: comment }),
    ...(typeof encryption === 'string' && { securityGroup: encryption }),
    text: typeof val === 'string' || val == null ? (val ?? null) : natives(name, val),
    context: context.join(';'),
  };
}

type NativeTexts = (name: string, val: unknown) => string | undefined;

/**
 * Texts of Maps and Lists, which come as JSON. If `JSON.parse` has lost the text of a number, the answer is parsed
 * again by a parser that keeps it.
 */
function nativeTexts(text: string): NativeTexts {
  let properties: JsonNode | undefined;
  return (name, val) => {
    if (isFaithful(val, 0)) return JSON.stringify(val);
    properties ??= memberOf(parseLenientJson(text), 'properties');
    const node = memberOf(memberOf(properties, name), 'val');
    return node === undefined ? undefined : jsonText(node);
  };
}

function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return isJsonObject(node) ? node.get(name) : undefined;
}

function filesOf(files: PlainObject): Map<string, string> {
  const contents = new Map<string, string>();
  for (const [path, file] of Object.entries(files)) {
    if (!isPlainObject(file) || typeof file.content !== 'string')
      throw new ShapeError('a file of a pull has no content');
    contents.set(path, file.content);
  }
  return contents;
}
