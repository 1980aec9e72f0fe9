// Writes new rows where people look for them: beside other rows of the target, into the file of the target, or beside the source.
import posix from 'node:path/posix';
import { type Entry, fieldIn, type Mapping, type Scalar } from '../documents/fields.ts';
import { documentWith } from '../import/new-documents.ts';
import type { OpenImport } from '../import/import-input.ts';
import { hasJsonComments, replaced } from '../import/quote.ts';
import {
  endOfEntry,
  inside,
  newlineIn,
  type Site,
  Sites,
  startOfLine,
  treesIn,
} from '../import/sites.ts';
import type { Writer } from '../import/writer.ts';
import { grouped } from '../lib/collections.ts';
import { compareText, edited, type TextEdit } from '../lib/text.ts';
import { type Context, contextId, contextIn, fullContext } from '../model/context.ts';
import { isFileField } from '../model/document-fields.ts';
import {
  type DeclaredSource,
  inProfileOf,
  isNested,
  profilesIn,
  readingOf,
  type SourceFormat,
} from '../model/sources.ts';
import { emptyState, type Item, itemId, type Row, rowsOf, type State } from '../model/state.ts';
import type { ContextPair } from '../show/compare.ts';
import { atPattern, isOfPattern } from './asked.ts';
import {
  deepest,
  insertAfter,
  neighbour,
  type NewName,
  type NewValue,
  onlyEntries,
} from './insert.ts';
import { type ElementNames, exchangedIn, pathWithElement } from './paths.ts';

/** A row that the target does not have yet. */
export interface NewRow {
  /** As the files declare it. */
  item: Item;
  /** That of the source. */
  row: Row;
  /** Of the target, in full. */
  context: Context;
}

export interface WrittenRows {
  /** New texts by path. */
  texts: Map<string, string>;
  /** Why a row has no place. */
  reasons: Map<NewRow, string>;
  /** The file that each row went to. */
  paths: Map<NewRow, string>;
}

/** Where a row goes: a file, and whether its names there are exchanged too. */
interface Destination {
  path: string;
  source?: DeclaredSource | undefined;
  isExchangedInside?: boolean;
}

export class RowWriter {
  readonly #opened: OpenImport;
  readonly #pair: ContextPair;
  readonly #writer: Writer;
  readonly #sites: Sites;
  readonly #elementNames: ElementNames;
  /** The own file of the target for each content of the source. */
  readonly #copies = new Map<string, string>();
  readonly #roots = new Map<string, { text: string; root: Mapping | undefined }>();
  readonly #written: WrittenRows = { texts: new Map(), reasons: new Map(), paths: new Map() };

  constructor(opened: OpenImport, pair: ContextPair, writer: Writer) {
    this.#opened = opened;
    this.#pair = pair;
    this.#writer = writer;
    this.#sites = new Sites(opened.before);
    const { elements, sources } = opened.before.project;
    const aliases = [elements, ...sources.map((source) => source.elements)].flatMap((names) => [
      ...names,
    ]);
    this.#elementNames = (element) => [
      element,
      ...new Set(
        aliases.flatMap(([alias, aliased]) =>
          aliased.toLowerCase() === element.toLowerCase() ? alias : [],
        ),
      ),
    ];
  }

  write(rows: readonly NewRow[]): WrittenRows {
    const rowsInOrder = rows.toSorted(
      ({ row: { place: a } }, { row: { place: b } }) =>
        compareText(a?.file ?? '', b?.file ?? '') || (a?.offset ?? 0) - (b?.offset ?? 0),
    );
    const placed = rowsInOrder.flatMap((row) => {
      const destination = this.#destinationOf(row);
      if (destination === undefined) {
        this.#written.reasons.set(row, NO_PLACE);
        return [];
      }
      this.#written.paths.set(row, destination.path);
      return [{ row, destination }];
    });
    for (const [path, placedInFile] of grouped(placed, ({ destination }) => destination.path)) {
      const inSource = placedInFile.filter(({ destination }) => destination.source !== undefined);
      for (const { row, destination } of inSource) this.#intoSource(row, destination);
      const documentRows = placedInFile.flatMap(({ row, destination }) =>
        destination.source === undefined ? row : [],
      );
      if (documentRows.length > 0) this.#intoDocument(path, documentRows);
    }
    return this.#written;
  }

  /** If other rows or projects also use the content file of a row, gives the row its own, with the text of the source. */
  separate(
    rows: readonly { targetRow: Row | undefined; sourceRow: Row | undefined }[],
  ): Pick<WrittenRows, 'texts'> {
    const { before, usedElsewhere } = this.#opened;
    const rowsByContent = grouped(
      rowsOf([...before.state.items.values()]),
      ({ contentPath }) => contentPath,
    );
    const edits: { path: string; edit: TextEdit }[] = [];
    for (const { targetRow, sourceRow } of rows) {
      const { contentPath, place } = targetRow ?? {};
      const site = this.#sites.at(place);
      if (contentPath === undefined || site === undefined || sourceRow?.text == null) continue;
      const isShared =
        usedElsewhere?.has(contentPath) || rowsByContent.get(contentPath)?.[1] !== undefined;
      if (!isShared) continue;
      const value = inside(site, 'value');
      const field = inside(site, 'path') ?? (value && inside(value, 'path'));
      if (field === undefined) continue;
      const copy = this.#newCopyOf(sourceRow.contentPath ?? contentPath, sourceRow.text);
      const edit = replaced(field, posix.relative(posix.dirname(site.path), copy));
      if (edit !== undefined) edits.push({ path: site.path, edit });
    }
    for (const [path, editsOfFile] of grouped(edits, (edit) => edit.path))
      this.#written.texts.set(
        path,
        edited(
          this.#textOf(path),
          editsOfFile.map(({ edit }) => edit),
        ),
      );
    return this.#written;
  }

  /** A copy of a content of the source, which only the target uses; its path. */
  #copyOf(contentPath: string, text: string): string {
    const copy = this.#copies.get(contentPath);
    if (copy !== undefined) return copy;
    const path = this.#newCopyOf(contentPath, text);
    this.#copies.set(contentPath, path);
    return path;
  }

  #newCopyOf(contentPath: string, text: string): string {
    const [wanted = pathWithElement(contentPath, this.#pair)] = exchangedIn(
      contentPath,
      this.#pair,
      this.#elementNames,
    );
    const path = this.#freePath(wanted);
    this.#written.texts.set(path, text);
    return path;
  }

  #freePath(wanted: string): string {
    const { before, exists } = this.#opened;
    const isFree = (path: string) =>
      !exists(path) &&
      !before.texts.has(path) &&
      !this.#written.texts.has(path) &&
      before.sourceOf(path) === undefined;
    const dot = wanted.lastIndexOf('.');
    const end = dot > wanted.lastIndexOf('/') + 1 ? dot : wanted.length;
    for (let i = 1; ; i++) {
      const path = i === 1 ? wanted : `${wanted.slice(0, end)}-${i}${wanted.slice(end)}`;
      if (isFree(path)) return path;
    }
  }

  #destinationOf({ item, row }: NewRow): Destination | undefined {
    const { before } = this.#opened;
    const file = row.place?.file;
    if (file === undefined) return undefined;
    const source = before.sourceOf(row.contentPath ?? file) ?? before.sourceOf(file);
    const targetDocument = this.#documentOfTarget(item);
    if (targetDocument !== undefined) return { path: targetDocument };
    const exchangedPaths = exchangedIn(file, this.#pair, this.#elementNames);
    if (source !== undefined) {
      const sourcePaths = exchangedPaths.filter((path) => before.sourceOf(path) !== undefined);
      const { files } = this.#opened;
      const path = sourcePaths.find((candidate) => files.has(candidate)) ?? sourcePaths[0];
      if (path !== undefined) return { path, source };
      return source.as === 'keys' ? { path: file, source, isExchangedInside: true } : undefined;
    }
    const documentContext = this.#contextOf(file);
    const existing = exchangedPaths.find((path) => before.documents.includes(path));
    if (existing !== undefined) return { path: existing };
    const documentsOfContext =
      documentContext === undefined
        ? []
        : this.#documentsOf(contextIn(atPattern(this.#inFull(documentContext), this.#pair[1])));
    if (documentsOfContext.length === 1 && documentsOfContext[0] !== undefined)
      return { path: documentsOfContext[0] };
    const isNew = (path: string) => before.isDocument(path) && !this.#opened.exists(path);
    const newPath = documentContext === undefined ? undefined : exchangedPaths.find(isNew);
    return { path: newPath ?? file };
  }

  /** A document in which the target has rows of the item already. */
  #documentOfTarget({ rows }: Item): string | undefined {
    const { before } = this.#opened;
    const documents = [...rows.values()].flatMap(({ context, place }) =>
      place !== undefined &&
      isOfPattern(this.#inFull(context), this.#pair[1]) &&
      before.sourceOf(place.file) === undefined
        ? place.file
        : [],
    );
    return documents.at(-1);
  }

  #inFull(context: Context): Context {
    return fullContext(context, this.#pair[1].length);
  }

  /** The `context:` of a document. */
  #contextOf(path: string): Context | undefined {
    const value = this.#rootOf(path)?.entries.find(({ key }) => key.text === 'context')?.value;
    return value?.kind === 'scalar' ? contextIn(value.text) : undefined;
  }

  #documentsOf(documentContext: Context): string[] {
    return this.#opened.before.documents.filter((path) => {
      const contextOfPath = this.#contextOf(path);
      return contextOfPath !== undefined && contextId(contextOfPath) === contextId(documentContext);
    });
  }

  /** Parsed once for each text. */
  #rootOf(path: string, source?: DeclaredSource): Mapping | undefined {
    const text = this.#textOf(path);
    const parsed = this.#roots.get(path);
    if (parsed?.text === text) return parsed.root;
    const [tree] = treesIn({ path, text }, source);
    const root = tree?.kind === 'mapping' ? tree : undefined;
    this.#roots.set(path, { text, root });
    return root;
  }

  #textOf(path: string): string {
    return this.#written.texts.get(path) ?? this.#opened.before.texts.get(path) ?? '';
  }

  #intoDocument(path: string, rows: readonly NewRow[]): void {
    const text = this.#textOf(path);
    if (text === '') {
      this.#written.texts.set(path, this.#newDocument(path, rows));
      return;
    }
    const root = this.#rootOf(path);
    const hasSection = ({ item }: NewRow) =>
      root === undefined || fieldIn(root, SECTIONS[item.kind]) !== undefined;
    const unplaced = emptyState();
    const edits = byItem(rows.filter(hasSection)).flatMap((rowsOfItem) => {
      if (this.#isAliased(path, rowsOfItem)) {
        for (const row of rowsOfItem) this.#written.reasons.set(row, ALIASED);
        return [];
      }
      const itemEdits = this.#besideRow(path, rowsOfItem) ?? this.#intoSection(path, rowsOfItem);
      if (itemEdits === undefined) for (const row of rowsOfItem) addTo(unplaced, row);
      return itemEdits ?? [];
    });
    const last = root?.entries.at(-1);
    const sections = this.#sections(
      path,
      rows.filter((row) => !hasSection(row)),
      this.#contextOf(path),
    ).flatMap(([name, value]) =>
      root && last ? (insertAfter(siteIn(path, text, root, last), name, value) ?? []) : [],
    );
    const newText = edited(text, [...edits, ...sections]);
    if (unplaced.items.size > 0 && hasJsonComments(path, text)) {
      for (const row of rows)
        if (unplaced.items.has(itemId(row.item))) this.#written.reasons.set(row, HAS_COMMENTS);
      this.#written.texts.set(path, newText);
    } else
      this.#written.texts.set(
        path,
        unplaced.items.size === 0 ? newText : documentWith(unplaced, path, newText, this.#writer),
      );
    for (const [content, text] of this.#writer.contents) this.#written.texts.set(content, text);
  }

  /** Whether an alias shares all rows that the document has of an item. */
  #isAliased(path: string, [first]: readonly NewRow[]): boolean {
    const sites = [...(first?.item.rows.values() ?? [])].flatMap(({ place }) =>
      place?.file === path ? (this.#sites.at(place) ?? []) : [],
    );
    return sites.length > 0 && sites.every((site) => this.#sites.isAliased(site));
  }

  /** Beside a row of the same item that has its context in front, that of the source first. */
  #besideRow(path: string, rows: readonly NewRow[]) {
    const [first] = rows;
    if (first === undefined) return undefined;
    const declared = [first.row, ...[...first.item.rows.values()].toReversed()];
    const sibling = declared
      .flatMap(({ place }) => (place?.file === path ? (this.#sites.at(place) ?? []) : []))
      .find((site) => isOfContext(first.item, site) && !this.#sites.isAliased(site));
    if (sibling === undefined) return undefined;
    const insertions = rows.map((row) =>
      insertAfter(sibling, this.#fullName(row), this.#nestedValue(path, row)),
    );
    return insertions.includes(undefined)
      ? undefined
      : insertions.flatMap((insertion) => insertion ?? []);
  }

  /** As an entry of `keys` or `files`, if the document has nothing of the item. */
  #intoSection(path: string, rows: readonly NewRow[]) {
    const [first] = rows;
    const root = this.#rootOf(path);
    if (first === undefined || root === undefined) return undefined;
    const { item, row } = first;
    const isInDocument = [...item.rows.values(), item].some(({ place }) => place?.file === path);
    const field = SECTIONS[item.kind];
    const section = fieldIn(root, field)?.value;
    if (isInDocument || this.#sites.ofKey(item.name).some((site) => site.path === path))
      return undefined;
    if (section?.kind !== 'mapping') return undefined;
    const sourceSection = row.place && fieldIn(this.#rootOf(row.place.file) ?? root, field)?.value;
    const order =
      sourceSection?.kind === 'mapping' ? sourceSection.entries.map(({ key }) => key.text) : [];
    const entry = neighbour(section, item.name, order);
    if (entry === undefined) return undefined;
    const value = this.#itemValue(path, rows, this.#contextOf(path));
    const edit = insertAfter(siteIn(path, this.#textOf(path), section, entry), item.name, value);
    return edit && [edit];
  }

  #newDocument(path: string, rows: readonly NewRow[]): string {
    const file = rows[0]?.row.place?.file ?? path;
    const documentContext = contextIn(
      atPattern(this.#inFull(this.#contextOf(file) ?? '*'), this.#pair[1]),
    );
    return onlyEntries(path, [
      ['context', { text: this.#inFull(documentContext) }],
      ...this.#sections(path, rows, documentContext),
    ]);
  }

  /** Whole sections of a document, with these rows alone. */
  #sections(
    path: string,
    rows: readonly NewRow[],
    documentContext: Context | undefined,
  ): (readonly [name: string, value: NewValue])[] {
    const rowsByKind = grouped(byItem(rows), ([first]) => first?.item.kind ?? 'key');
    return (['key', 'file'] as const).flatMap((kind) => {
      const fields = (rowsByKind.get(kind) ?? []).map(
        (rowsOfItem) =>
          [
            rowsOfItem[0]?.item.name ?? '',
            this.#itemValue(path, rowsOfItem, documentContext),
          ] as const,
      );
      return fields.length === 0 ? [] : [[SECTIONS[kind], { fields }] as const];
    });
  }

  /** What follows the name of an item. */
  #itemValue(path: string, rows: readonly NewRow[], documentContext: Context = '*'): NewValue {
    const [first, second] = rows;
    const isKey = first?.item.kind === 'key';
    if (
      first !== undefined &&
      second === undefined &&
      contextId(contextIn(first.context)) === contextId(documentContext)
    ) {
      const value = this.#nestedValue(path, first);
      const isBare = 'raw' in value ? !value.raw.startsWith('{') : 'text' in value && !value.native;
      return isKey && !isBare ? { fields: [['value', value]] } : value;
    }
    const contexts: NewValue = {
      fields: rows.map((row) => [this.#fullName(row), this.#nestedValue(path, row)] as const),
    };
    return isKey ? { fields: [['values', contexts]] } : contexts;
  }

  #fullName({ context }: NewRow): string {
    return this.#inFull(this.#writer.spelled(contextIn(context)));
  }

  #nestedValue(path: string, { item, row }: NewRow): NewValue {
    const { contentPath, text, native } = row;
    if (contentPath !== undefined && text !== null) {
      const copy = this.#copyOf(contentPath, text);
      return { path: posix.relative(posix.dirname(path), copy) };
    }
    const site = this.#sites.at(row.place);
    const raw = site && site.reading.format === siteFormat(path) ? rawValue(site) : undefined;
    if (raw !== undefined) return { raw };
    return item.kind === 'file' ? { content: text ?? '' } : { text, native };
  }

  /** The same entry as in the file of the source. */
  #intoSource(newRow: NewRow, { path, source, isExchangedInside = false }: Destination): void {
    const { row } = newRow;
    if (row.placeholder) return;
    const { files, before } = this.#opened;
    const other = [path, row.place?.file ?? path].find(
      (file) => files.has(file) && !before.texts.has(file),
    );
    if (other !== undefined) {
      this.#written.reasons.set(newRow, `${other} is not in UTF-8; add it manually`);
      return;
    }
    if (source?.as === 'files') {
      this.#written.texts.set(path, row.text ?? '');
      return;
    }
    const site = this.#sites.at(row.place);
    const exchanged = (name: string) => {
      const candidates = isExchangedInside ? namesForProfiles(name) : [];
      const [exchangedName = name] = candidates.flatMap((candidate) =>
        exchangedIn(candidate, this.#pair, this.#elementNames),
      );
      return exchangedName;
    };
    const sourceNames = site === undefined ? [] : namesTo(site);
    const names = sourceNames.map(({ text }) => exchanged(text));
    const isSame = sourceNames.every(({ text }, at) => text === names[at]);
    if (site === undefined || (isExchangedInside && isSame)) {
      this.#written.reasons.set(newRow, NO_PLACE);
      return;
    }
    const written = isNested(site.reading.format)
      ? this.#nestedIn(path, { site, names, row, source })
      : { text: this.#lineIn(path, { site, name: names[0] ?? '', source }) };
    if ('reason' in written) this.#written.reasons.set(newRow, written.reason);
    else this.#written.texts.set(path, written.text);
  }

  #nestedIn(
    path: string,
    {
      site,
      names,
      row,
      source,
    }: { site: Site; names: string[]; row: Row; source: DeclaredSource | undefined },
  ): { text: string } | { reason: string } {
    const text = this.#textOf(path);
    const raw = rawValue(site);
    const leaf: NewValue = raw === undefined ? row : { raw };
    const newNames = namesTo(site).map((key, at) => writtenName(site, key, names[at] ?? ''));
    const nestedValue = ([name, ...inner]: readonly NewName[]): NewValue =>
      name === undefined ? leaf : { fields: [[name, nestedValue(inner)]] };
    const [top = '', ...below] = newNames;
    if (text.trim() === '') return { text: onlyEntries(path, [[top, nestedValue(below)]]) };
    const root = this.#rootOf(path, source);
    if (root === undefined) return { reason: NO_PLACE };
    const place = deepest(root, names);
    if (place === undefined) return { reason: ALIASED };
    const { mapping, missing } = place;
    const order = missing.length === 1 ? site.mapping.entries.map(({ key }) => key.text) : [];
    const entry = neighbour(mapping, missing[0] ?? '', order);
    const [name = '', ...inner] = newNames.slice(-missing.length);
    const edit = entry && insertAfter(siteIn(path, text, mapping, entry), name, nestedValue(inner));
    return edit === undefined ? { reason: NO_PLACE } : { text: edited(text, [edit]) };
  }

  /** Its own lines, as they are. */
  #lineIn(
    path: string,
    { site, name, source }: { site: Site; name: string; source: DeclaredSource | undefined },
  ): string {
    const text = this.#textOf(path);
    const { key } = site.entry;
    const start = startOfLine(site.text, key.offset);
    const newline = newlineIn(text === '' ? site.text : text);
    const lines = site.text
      .slice(start, endOfEntry(site.text, site.entry))
      .replace(/\n?$/, '\n')
      .replaceAll(/\r?\n/g, newline);
    const renamedLines = name === key.text ? lines : lines.replace(key.text, () => name);
    const root = this.#rootOf(path, source);
    const order = site.mapping.entries.map((entry) => entry.key.text);
    const entry = root && neighbour(root, name, order);
    const end = entry === undefined ? text.length : endOfEntry(text, entry);
    const gap = end > 0 && text[end - 1] !== '\n' ? newline : '';
    return edited(text, [{ start: end, end, text: `${gap}${renamedLines}` }]);
  }
}

/** Where a document has items of each kind. */
const SECTIONS = { key: 'keys', file: 'files' } as const;

const NO_PLACE = 'no file of the target has a place for it; declare it in a document';
const ALIASED = 'an alias shares its lines with others; add it manually';
const HAS_COMMENTS = 'its document has comments, which would be lost; add it manually';

function byItem(rows: readonly NewRow[]): NewRow[][] {
  return [...grouped(rows, ({ item }) => itemId(item)).values()];
}

function addTo({ items }: State, { item, row, context }: NewRow): void {
  const id = itemId(item);
  const { kind, name } = item;
  // Its metadata is declared already.
  const added = items.get(id) ?? { kind, name, rows: new Map() };
  added.rows.set(contextId(context), { ...row, context: contextIn(context) });
  items.set(id, added);
}

/** Whether the name of the entry is a context. */
function isOfContext({ kind }: Item, { entry, parent }: Site): boolean {
  if (kind === 'key') return parent?.entry.key.text === 'values';
  return parent?.parent?.entry.key.text === 'files' && !isFileField(entry.key.text);
}

function siteIn(path: string, text: string, mapping: Mapping, entry: Entry): Site {
  const reading = { format: siteFormat(path) };
  return { path, text, reading, entry, mapping, parent: undefined };
}

function siteFormat(path: string): SourceFormat {
  return readingOf(path)?.format ?? 'yaml';
}

/** A value as it is written, if it means the same on a line anywhere. */
function rawValue({ text, entry: { key, value } }: Site): string | undefined {
  const raw = text.slice(value.offset, value.end);
  const isTagged = text.slice(key.end, value.offset).includes('!');
  const isClosed = /^(?:"[^"]*"|'[^']*'|[{[].*[\]}])$/.test(raw);
  const isMeant = isClosed
    ? !/[*&!]|,\s*[\]}]/.test(raw.replace(/"[^"]*"|'[^']*'/g, ''))
    : /^[\w./-][\w./:@-]*$/.test(raw);
  return isMeant && !raw.includes('\n') && !isTagged ? raw : undefined;
}

/** `%dev.url` and `%test.url` for `%{dev,test}.url`: the target gets a name of its own. */
function namesForProfiles(name: string): string[] {
  const profiles = profilesIn(name);
  return profiles.length === 0 ? [name] : profiles.map((profile) => inProfileOf(profile, name));
}

/** The names of what an entry is in, and its own. */
function namesTo({ parent, entry }: Site): Scalar[] {
  return [...(parent === undefined ? [] : namesTo(parent)), entry.key];
}

/** As it is written in the source: only quotes make `no` and `8080` texts. Some plain names need quotes in braces. */
function writtenName({ text }: Site, key: Scalar, name: string): NewName {
  const raw = text.slice(key.offset, key.end);
  const isMeant = /^["']/.test(raw) || (key.plain && !/[,[\]{}\n]/.test(raw));
  return name === key.text && isMeant ? { raw } : name;
}
