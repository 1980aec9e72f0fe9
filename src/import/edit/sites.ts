// Finds the keys, values and files of existing documents in the syntax trees of `yaml`.
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { isFileField } from '../../documents/read-file-entries.ts';
import { type Context, contextId, contextIn, EVERYWHERE } from '../../model/context.ts';
import { keyId } from '../../model/state.ts';

export interface DocumentText {
  /** Relative to the root. */
  path: string;
  text: string;
}

/** The top-level mapping of a document. */
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
  /** The collection that contains the entry. */
  parent: YAMLMap | YAMLSeq;
  item: Pair | Node;
  /** The fields of the key, or the contexts of the file; absent if the entry is a single value. */
  object?: YAMLMap;
  items: ItemSite[];
}

/** The value of a key, or a content of a file, in one context. */
export interface ItemSite {
  entry: EntrySite;
  context: Context;
  /** The pair whose value is declared. */
  pair: Pair;
  parent: YAMLMap | YAMLSeq;
  item: Pair | Node;
}

/** Nodes shared by aliases are left out: an edit would change other places too. */
export interface Sites {
  roots: Root[];
  /** By {@link keyId}. */
  keys: Map<string, EntrySite[]>;
  /** By path. */
  files: Map<string, EntrySite[]>;
}

/** The item of a context in the entries of a key or file. */
export function itemOf(entries: readonly EntrySite[] | undefined, context: Context): ItemSite | undefined {
  const id = contextId(context);
  return entries?.flatMap(({ items }) => items).find((item) => contextId(item.context) === id);
}

export function fieldOf(node: unknown, name: string): Pair | undefined {
  return isMap(node) ? node.items.find((pair) => nameOf(pair) === name) : undefined;
}

/** Whether the document takes the text of an item from the environment. */
export function isFromEnv({ pair }: Pick<ItemSite, 'pair'>): boolean {
  const inner = fieldOf(pair.value, 'value')?.value;
  return fieldOf(pair.value, 'env') !== undefined || fieldOf(inner, 'env') !== undefined;
}

export function nameOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}

/** The YAML documents of a text, in which every scalar is text. Mistakes are reported when the file is read. */
export function yamlDocuments(text: string): Document.Parsed[] {
  return [...parseAllDocuments(text, { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' })];
}

export function sitesOf(documents: readonly DocumentText[]): Sites {
  const sites: Sites = { roots: [], keys: new Map(), files: new Map() };
  for (const document of documents) {
    for (const { contents: node } of yamlDocuments(document.text)) {
      if (!isMap(node)) continue;
      const shared = sharedAnchors(node);
      const head = fieldOf(node, 'context')?.value;
      const context = isScalar(head) ? contextIn(String(head.value)) : undefined;
      const root: Root = { document, node, ...(context !== EVERYWHERE && { context }) };
      sites.roots.push(root);
      new Walk(root, sites, shared).walk();
    }
  }
  return sites;
}

function sharedAnchors(node: YAMLMap): Set<string> {
  const names = new Set<string>();
  visit(node, { Alias: (_, alias: Alias) => void names.add(alias.source) });
  return names;
}

class Walk {
  readonly #root: Root;
  readonly #sites: Sites;
  readonly #shared: ReadonlySet<string>;

  constructor(root: Root, sites: Sites, shared: ReadonlySet<string>) {
    this.#root = root;
    this.#sites = sites;
    this.#shared = shared;
  }

  walk(): void {
    const { node } = this.#root;
    for (const { parent, pair } of this.#pairs(fieldOf(node, 'keys')?.value)) this.#key(parent, pair);
    for (const { parent, pair } of this.#pairs(fieldOf(node, 'files')?.value)) this.#file(parent, pair);
    const data = fieldOf(node, 'data')?.value;
    if (!isSeq(data) || this.#isShared(data)) return;
    for (const item of data.items) if (isMap(item) && !this.#isShared(item)) this.#data(data, item);
  }

  #key(parent: YAMLMap, pair: Pair): void {
    const entry = this.#entry({ kind: 'keys', name: nameOf(pair), parent, item: pair });
    const here = this.#root.context ?? EVERYWHERE;
    if (!isMap(pair.value)) {
      this.#item(entry, { context: here, pair, parent, item: pair });
      return;
    }
    entry.object = pair.value;
    for (const { parent: object, pair: field } of this.#pairs(pair.value)) {
      if (nameOf(field) === 'value') this.#item(entry, { context: here, pair: field, parent: object, item: field });
      if (nameOf(field) === 'values') this.#contexts(entry, field.value);
    }
  }

  #file(parent: YAMLMap, pair: Pair): void {
    const entry = this.#entry({ kind: 'files', name: nameOf(pair), parent, item: pair });
    if (!isMap(pair.value)) return;
    if (pair.value.items.some((field) => isPair(field) && isFileField(nameOf(field)))) {
      this.#item(entry, { context: this.#root.context ?? EVERYWHERE, pair, parent, item: pair });
      return;
    }
    entry.object = pair.value;
    this.#contexts(entry, pair.value);
  }

  #contexts(entry: EntrySite, node: unknown): void {
    for (const { parent, pair } of this.#pairs(node)) {
      this.#item(entry, { context: contextIn(nameOf(pair)), pair, parent, item: pair });
    }
  }

  #data(parent: YAMLSeq, node: YAMLMap): void {
    const [key, file] = [fieldOf(node, 'key'), fieldOf(node, 'file')];
    const name = file ?? key;
    if (name === undefined || !isScalar(name.value)) return;
    const kind = { kind: 'data', name: String(name.value.value), parent, item: node } as const;
    const entry = this.#entry({ ...kind, object: node }, file === undefined ? 'keys' : 'files');
    if (file !== undefined) this.#dataItem(entry, { node, parent, content: 'content' });
    const values = fieldOf(node, 'values')?.value;
    if (file !== undefined || !isSeq(values)) return;
    for (const value of values.items)
      if (isMap(value)) this.#dataItem(entry, { node: value, parent: values, content: 'value' });
  }

  #dataItem(entry: EntrySite, at: { node: YAMLMap; parent: YAMLSeq; content: string }): void {
    const context = fieldOf(at.node, 'context')?.value;
    const pair = fieldOf(at.node, at.content);
    if (!isScalar(context) || pair === undefined || this.#isShared(at.node)) return;
    this.#item(entry, {
      context: contextIn(String(context.value)),
      pair,
      parent: at.parent,
      item: at.node,
    });
  }

  #entry(
    entry: Omit<EntrySite, 'items' | 'root'>,
    of: 'keys' | 'files' = entry.kind === 'files' ? 'files' : 'keys',
  ): EntrySite {
    const site: EntrySite = { ...entry, root: this.#root, items: [] };
    const id = of === 'keys' ? keyId(entry.name) : entry.name;
    const list = this.#sites[of].get(id) ?? [];
    this.#sites[of].set(id, [...list, site]);
    return site;
  }

  #item(entry: EntrySite, item: Omit<ItemSite, 'entry'>): void {
    if (!this.#isShared(item.pair.value)) entry.items.push({ ...item, entry });
  }

  /** The pairs of a mapping that are not merged or shared. */
  #pairs(node: unknown): { parent: YAMLMap; pair: Pair }[] {
    if (!isMap(node) || this.#isShared(node)) return [];
    return node.items.flatMap((pair) => {
      const isOwn = isScalar(pair.key) && nameOf(pair) !== '<<' && !this.#isShared(pair.value);
      return isOwn ? [{ parent: node, pair }] : [];
    });
  }

  #isShared(node: unknown): boolean {
    if (isAlias(node)) return true;
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    return anchor !== undefined && this.#shared.has(anchor);
  }
}
