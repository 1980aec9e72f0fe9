// Finds where items are declared: the place comes from the reader, the text around it from the tree.
import { parseTrees } from '../documents/parse-trees.ts';
import { readFormat } from '../documents/source-formats.ts';
import { type Entry, fieldIn, type Mapping, mappingAt, type Node } from '../documents/fields.ts';
import type { Range } from '../lib/text.ts';
import { type Place, Source } from '../model/diagnostic.ts';
import {
  type DeclaredSource,
  isNested,
  profilesIn,
  readingOf,
  type SourceReading,
} from '../model/sources.ts';
import { keyId, type Row, rowsOf } from '../model/state.ts';
import type { ProjectVersion } from './import-input.ts';

/** An entry of a mapping, with the entries that it is in. */
export interface Site {
  path: string;
  /** Of the whole file. */
  text: string;
  reading: SourceReading;
  entry: Entry;
  mapping: Mapping;
  /** Absent at the top of a document. */
  parent: Site | undefined;
}

export class Sites {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #files = new Map<string, Map<number, Site>>();
  /** The whole declaration of a key in each document, by {@link keyId}. */
  readonly #keys = new Map<string, Site[]>();
  readonly #seen = new Set<Node | Entry>();
  /** What is in several places, because of an alias or `<<`. */
  readonly #aliased = new Set<Node | Entry>();
  /** How many items each place and each content file declares. */
  readonly #users = new Map<string, number>();

  readonly #sourceOf: ProjectVersion['sourceOf'];

  constructor({ state, documents, texts, sourceOf }: ProjectVersion) {
    this.#texts = texts;
    this.#sourceOf = sourceOf;
    for (const path of documents) this.#read(path);
    for (const { place, contentPath } of rowsOf([...state.items.values()]))
      for (const id of [place && idOf(place), contentPath])
        if (id !== undefined) this.#users.set(id, (this.#users.get(id) ?? 0) + 1);
  }

  at(place: Place | undefined): Site | undefined {
    return place && this.#read(place.file).get(place.offset);
  }

  ofKey(name: string): readonly Site[] {
    return this.#keys.get(keyId(name)) ?? [];
  }

  /** Whether another item would change with this one. */
  isShared({ place, contentPath }: Row): boolean {
    if ([place && idOf(place), contentPath].some((id) => (this.#users.get(id ?? '') ?? 0) > 1))
      return true;
    const site = this.at(place);
    return (
      contentPath === undefined &&
      site !== undefined &&
      (this.#users.has(site.path) || this.isAliased(site))
    );
  }

  /** By an alias, or as a name for several profiles of Quarkus, all of which sources need not read. */
  isAliased({ path, entry, mapping, parent }: Site): boolean {
    if ([entry, entry.value, mapping].some((node) => this.#aliased.has(node))) return true;
    if (parent !== undefined) return this.isAliased(parent);
    return this.#sourceOf(path) !== undefined && profilesIn(entry.key.text).length > 1;
  }

  #read(path: string): ReadonlyMap<number, Site> {
    const cached = this.#files.get(path);
    if (cached !== undefined) return cached;
    const sites = new Map<number, Site>();
    this.#files.set(path, sites);
    const source = this.#sourceOf(path);
    const file = { path, text: this.#texts.get(path) ?? '', reading: readingIn(path, source) };
    for (const tree of treesIn(file, source)) this.#walk(tree, file, sites);
    return sites;
  }

  #walk(
    node: Node,
    file: Pick<Site, 'path' | 'text' | 'reading'>,
    sites: Map<number, Site>,
    parent?: Site,
  ): void {
    if (this.#isSeen(node) || node.kind === 'scalar') return;
    if (node.kind === 'sequence') {
      for (const item of node.items) this.#walk(item, file, sites, parent);
      return;
    }
    for (const entry of node.entries) {
      if (this.#isSeen(entry)) continue;
      const site = { ...file, entry, mapping: node, parent };
      sites.set(entry.key.offset, site);
      this.#declare(site, sites);
      this.#walk(entry.value, file, sites, site);
    }
  }

  #isSeen(part: Node | Entry): boolean {
    if (this.#seen.has(part)) this.#aliased.add(part);
    this.#seen.add(part);
    return this.#aliased.has(part);
  }

  #declare(site: Site, sites: Map<number, Site>): void {
    const { entry, mapping, parent } = site;
    if (parent === undefined || parent.parent !== undefined) return;
    if (parent.entry.key.text === 'keys') this.#addKey(entry.key.text, site);
    if (parent.entry.key.text !== 'data' || entry.value.kind !== 'scalar') return;
    if (entry.key.text === 'key') this.#addKey(entry.value.text, site);
    const content = fieldIn(mapping, 'content');
    // The reader takes the name of a file there for the place of its content.
    if (entry.key.text === 'file' && content)
      sites.set(entry.value.offset, { ...site, entry: content });
  }

  #addKey(name: string, site: Site): void {
    this.#keys.set(keyId(name), [...this.ofKey(name), site]);
  }
}

/** The trees of a document or a source, whatever part of it the source reads. Other formats than YAML and JSON are one mapping. */
export function treesIn(
  { path, text }: Pick<Site, 'path' | 'text'>,
  source?: DeclaredSource,
): Node[] {
  const whole = new Source(path, text);
  const report = () => undefined;
  const reading = readingIn(path, source);
  if (isNested(reading.format)) return parseTrees(whole, report, reading);
  return [{ ...mappingAt(0), entries: readFormat(whole, reading, report) }];
}

function readingIn(path: string, source: DeclaredSource | undefined): SourceReading {
  const reading = readingOf(path, source) ?? { format: 'yaml' };
  return { ...reading, part: undefined };
}

function idOf({ file, offset }: Place): string {
  return `${file}\0${offset}`;
}

/** A field of the mapping that the entry holds. */
export function inside(
  site: Site,
  name: string,
  mapping: Node = site.entry.value,
): Site | undefined {
  const entry = fieldIn(mapping, name);
  return entry === undefined || mapping.kind !== 'mapping'
    ? undefined
    : { ...site, entry, mapping, parent: site };
}

/** The field at the top of the document that it is in. */
export function topOf(site: Site): string {
  return site.parent === undefined ? site.entry.key.text : topOf(site.parent);
}

export function isInBraces({ text, mapping }: Pick<Site, 'text' | 'mapping'>): boolean {
  return text.charAt(mapping.offset) === '{';
}

export function startOfLine(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** Behind the line break that ends a line. */
export function endOfLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline === -1 ? text.length : newline + 1;
}

/** Where the line after an entry begins. A text in lines ends where the next line starts. */
export function endOfEntry(text: string, { key, value }: Entry): number {
  return endOfLine(text, Math.max(key.end, value.end) - 1);
}

export function newlineIn(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** The text with more lines at its end, each with a line break as it has them. */
export function withLines(text: string, lines: readonly string[]): string {
  const newline = newlineIn(text);
  const end = text === '' || text.endsWith('\n') ? '' : newline;
  return `${text}${end}${lines.map((line) => `${line}${newline}`).join('')}`;
}

/** Whether an entry goes, or everything in it. */
export function isGone(entry: Entry, gone: ReadonlySet<Entry>): boolean {
  const inner = entry.value.kind === 'mapping' ? entry.value.entries : [];
  return gone.has(entry) || (inner.length > 0 && inner.every((member) => isGone(member, gone)));
}

/** The lines of an entry that goes, with entries that are empty then; `undefined`: it has no lines of its own. */
export function linesOf(site: Site, gone: ReadonlySet<Entry>): Range | undefined {
  const { entry, mapping, parent, text } = site;
  const isLast = mapping.entries.every((member) => isGone(member, gone));
  if (isLast && parent?.parent !== undefined) return linesOf(parent, gone);
  const start = startOfLine(text, entry.key.offset);
  const end = endOfEntry(text, entry);
  const behind = Math.max(entry.key.end, entry.value.end);
  const isAlone = /^\s*$/.test(text.slice(start, entry.key.offset));
  const isAtEnd = /^:?[ \t]*(?:#.*)?\r?\n?$/.test(text.slice(behind, end));
  return isAlone && isAtEnd && !isInBraces(site) && topOf(site) !== 'data'
    ? { start, end }
    : undefined;
}
