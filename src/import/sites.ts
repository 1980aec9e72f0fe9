// Where things stand in the documents that are there: keys, values and files, found in the syntax trees of `yaml`.
import { isMap, isScalar, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { type Context, contextId } from '../model/context.ts';

export interface DocumentText {
  /** Relative to the root. */
  path: string;
  text: string;
}

/** A mapping that an entry or a value can be put into. */
export interface Root {
  document: DocumentText;
  node: YAMLMap;
  context?: Context | undefined;
}

/** One entry below `keys` or `files`, or in `data`. */
export interface EntrySite {
  root: Root;
  kind: 'keys' | 'files' | 'data';
  name: string;
  /** What holds the entry, and what is taken out with it. */
  parent: YAMLMap | YAMLSeq;
  item: Pair | Node;
  /** The fields of the key, or the contexts of the file; absent where a value stands right behind the name. */
  object?: YAMLMap;
  items: ItemSite[];
}

/** The value of a key, or a content of a file, in one context. */
export interface ItemSite {
  entry: EntrySite;
  context: Context;
  /** Its value is what is declared. */
  pair: Pair;
  parent: YAMLMap | YAMLSeq;
  item: Pair | Node;
}

/** What is shared by aliases has no site: an edit would change other places too. */
export interface Sites {
  roots: Root[];
  /** By {@link keyId}. */
  keys: Map<string, EntrySite[]>;
  /** By path. */
  files: Map<string, EntrySite[]>;
}

/** Places by key and context, or by path and context. */
export function itemOf(entries: readonly EntrySite[] | undefined, context: Context): ItemSite | undefined {
  const id = contextId(context);
  return entries?.flatMap(({ items }) => items).find((item) => contextId(item.context) === id);
}

export function fieldOf(node: unknown, name: string): Pair | undefined {
  return isMap(node) ? node.items.find((pair) => nameOf(pair) === name) : undefined;
}

export function nameOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}
