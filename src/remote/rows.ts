// The rows of one context out of the answer of a pull, and nothing else of it: many answers of many keys are read so.
import { type Context, contextOf, elementsOf } from '../model/context.ts';
import type { RepositoryName } from '../model/project.ts';
import { isPlainObject, isTexts, type PlainObject } from '../model/strict-json.ts';
import { type NativeTexts, nativeTexts } from './pull.ts';
import { ShapeError } from './wire.ts';

/** What a context holds for a key. */
export interface Row {
  key: string;
  /** In the server's spelling. */
  context: Context;
  /** `Text` where none is named. */
  vdt: unknown;
  text: string | null;
  /** A map or a list: its text is compact JSON, and not the one that is stored. */
  isParsed: boolean;
  /** Only where the password of its cipher is not known: then the text is the cipher text. */
  securityGroup: string | undefined;
}

export interface RowRequest {
  /** As it is sent. */
  asked: string;
  /** In full, in any spelling: rows of other contexts, which answer where this one has none, are left out. */
  context: string;
}

/** `undefined`: an answer that a cache has kept for somebody who asked otherwise, or of another repository. */
export function readRows(
  json: unknown,
  { text, repository, context }: { text: string; repository: RepositoryName; context: string },
): Row[] | undefined {
  if (!isPlainObject(json)) throw new ShapeError('a pull is not an object');
  const { account, repo, properties } = json;
  if (account !== repository.account || repo !== repository.name || !isPlainObject(properties))
    return undefined;
  const isOwn = isSameContext(context);
  const natives = nativeTexts(text);
  // An element has one spelling, whatever row it stands in.
  let spelled: Context | undefined;
  const rows: Row[] = [];
  for (const key in properties) {
    const property = properties[key];
    const elements = isPlainObject(property) ? property.context : undefined;
    if (!isPlainObject(property) || !isTexts(elements)) return undefined;
    if (!isOwn(elements)) continue;
    spelled ??= contextOf(elements);
    const row = rowOf(property, { key, context: spelled, natives });
    if (row === undefined) return undefined;
    rows.push(row);
  }
  return rows;
}

function rowOf(
  { type = 'Text', val = null, encryption }: PlainObject,
  { key, context, natives }: { key: string; context: Context; natives: NativeTexts },
): Row | undefined {
  const isParsed = typeof val !== 'string' && val !== null;
  // Numbers as they are written: 1.50 is another text than 1.5.
  const text = isParsed ? natives(key, val) : val;
  if (text === undefined) return undefined;
  const securityGroup = typeof encryption === 'string' ? encryption : undefined;
  return { key, context, vdt: type, text, isParsed, securityGroup };
}

/** Contexts are compared without case. */
function isSameContext(asked: string): (context: readonly string[]) => boolean {
  const elements = elementsOf(asked).map((element) => element.toLowerCase());
  return (context) =>
    context.length === elements.length &&
    context.every((element, level) => element.toLowerCase() === elements[level]);
}
