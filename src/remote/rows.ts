// The rows of one context out of the answer of a pull, and nothing else of it: many answers of many keys are read so.
import { elementsOf } from '../model/context.ts';
import type { RepositoryName } from '../model/project.ts';
import { isPlainObject } from '../model/strict-json.ts';
import { ShapeError } from './wire.ts';

/** What a context holds for a key. */
export interface Row {
  key: string;
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
  { repository, context }: { repository: RepositoryName; context: string },
): Row[] | undefined {
  if (!isPlainObject(json)) throw new ShapeError('a pull is not an object');
  const { account, repo, properties } = json;
  if (account !== repository.account || repo !== repository.name || !isPlainObject(properties))
    return undefined;
  const isOwn = sameAs(elementsOf(context));
  const rows: Row[] = [];
  for (const key in properties) {
    const property = properties[key];
    if (!isPlainObject(property) || !Array.isArray(property.context)) return undefined;
    if (isOwn(property.context)) rows.push(rowOf(key, property));
  }
  return rows;
}

function rowOf(key: string, { val = null, encryption }: Record<string, unknown>): Row {
  const isParsed = typeof val !== 'string' && val !== null;
  return {
    key,
    text: isParsed ? JSON.stringify(val) : val,
    isParsed,
    securityGroup: typeof encryption === 'string' ? encryption : undefined,
  };
}

/** Contexts are compared without case; in most answers they are spelled alike. */
function sameAs(elements: readonly string[]): (context: readonly unknown[]) => boolean {
  const lower = elements.map((element) => element.toLowerCase());
  return (context) => {
    if (context.length !== elements.length) return false;
    for (let level = 0; level < elements.length; level++) {
      const element = context[level];
      if (element !== elements[level] && String(element).toLowerCase() !== lower[level]) return false;
    }
    return true;
  };
}
