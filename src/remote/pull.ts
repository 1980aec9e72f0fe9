// The answer of a pull: which row answered for each key, and the files as they are rendered (behaviour.md, section 13).
import { isVdt } from '../model/state.ts';
import type { Vdt } from '../model/state.ts';
import { compactJson, isJsonObject, type JsonNode } from '../lib/json.ts';
import { parseLenientJson } from '../lib/lenient-json.ts';
import { isFaithful, isPlainObject, isTexts, type PlainObject } from '../lib/strict-json.ts';
import type { RepositoryName } from '../model/project.ts';
import { ShapeError } from './wire.ts';

/** The row that answered for a key. */
export interface PulledValue {
  name: string;
  vdt: Vdt;
  deprecated: boolean;
  /** A blank one is not shown. */
  readme?: string;
  /** Only where the password of its cipher is not known: then the text is the cipher text. */
  securityGroup?: string;
  /** `undefined`: it is there, and its text cannot be read. */
  text: string | null | undefined;
  /** A map or a list came as JSON: its text is compact, and not the one that is stored. */
  isParsed: boolean;
  /** In full, in the server's spelling. */
  context: string;
}

export interface Pull {
  values: PulledValue[];
  /** Rendered content by path; absent where files were not asked for. */
  files?: Map<string, string>;
}

export interface PullRequest {
  /** As it is sent. */
  context: string;
  /**
   * `texts`: values without the readmes of their keys. Files: the server renders every one of them, and one that it
   * cannot render breaks the whole answer.
   */
  content: 'texts' | 'values' | 'values and files';
}

/** `undefined`: an answer that a cache has kept for somebody who asked otherwise, or of another repository. */
export function readPull(
  json: unknown,
  { text, repository, request }: { text: string; repository: RepositoryName; request: PullRequest },
): Pull | undefined {
  if (!isPlainObject(json)) throw new ShapeError('a pull is not an object');
  const { account, repo, properties, files } = json;
  if (account !== repository.account || repo !== repository.name || !isPlainObject(properties))
    return undefined;
  const natives = nativeTexts(text);
  const values: PulledValue[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const value = isPlainObject(property) ? answerOf(name, { property, natives }) : undefined;
    if (value === undefined) return undefined;
    values.push(value);
  }
  if (request.content !== 'values and files') return { values };
  return isPlainObject(files) ? { values, files: filesOf(files) } : undefined;
}

interface Property {
  property: PlainObject;
  natives: NativeTexts;
}

function answerOf(name: string, { property, natives }: Property): PulledValue | undefined {
  const { type = 'Text', deprecated, comment, encryption, context, val } = property;
  if (!isTexts(context)) return undefined;
  if (typeof type !== 'string' || !isVdt(type)) throw new ShapeError(`the key ${name} has an unknown type`);
  return {
    name,
    vdt: type,
    deprecated: deprecated === true,
    ...(typeof comment === 'string' ? { readme: comment } : {}),
    ...(typeof encryption === 'string' ? { securityGroup: encryption } : {}),
    text: typeof val === 'string' || val == null ? (val ?? null) : natives(name, val),
    isParsed: typeof val !== 'string' && val != null,
    context: context.join(';'),
  };
}

type NativeTexts = (name: string, val: unknown) => string | undefined;

/**
 * A Map or List comes as JSON: its text is lost, but not what it means. The whole answer is read a second time, by
 * hand, only where the engine has lost the text of a number.
 */
function nativeTexts(text: string): NativeTexts {
  let properties: JsonNode | undefined;
  return (name, val) => {
    if (isFaithful(val, 0)) return JSON.stringify(val);
    properties ??= memberOf(parsed(text), 'properties');
    const node = memberOf(memberOf(properties, name), 'val');
    return node === undefined ? undefined : compactJson(node);
  };
}

function parsed(text: string): JsonNode {
  const result = parseLenientJson(text);
  return 'value' in result ? result.value : null;
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
