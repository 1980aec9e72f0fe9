// Edits documents so that they declare live.
import { compareText } from '../../lib/text.ts';
import { grouped } from '../../lib/collections.ts';
import { contextId, contextIn } from '../../model/context.ts';
import { addressOf, type Change, type FileChange, type KeyChange, type ValueChange } from '../../model/plan.ts';
import {
  emptyState,
  type FileEntry,
  fileId,
  isNative,
  type Key,
  keyId,
  type State,
  type Value,
  type Vdt,
} from '../../model/state.ts';
import type { Declarable } from '../declarable.ts';
import type { Written } from '../write/serialize.ts';
import { fileShape, filesShape, keyShape, metadataOf, valueShape, type DocumentWriter } from '../write/shapes.ts';
import {
  differing,
  editEntry,
  type EntryEdit,
  entryEdits,
  homeOf,
  missing,
  nativeOnes,
  type Wanted,
} from './entry-edits.ts';
import { setItem, usersOf } from './item-edits.ts';
import { type Place, Placement } from './layout.ts';
import { type DocumentText, type EntrySite, fieldOf, type Root, type Sites, sitesOf } from './sites.ts';
import { Splices } from './splices.ts';

export interface EditInput {
  documents: readonly DocumentText[];
  /** What the documents declare. */
  desired: State;
  live: Declarable;
  changes: readonly Change[];
  sources: DeclaredInSources;
  /** New keys go to new files, even where an existing document has a place for them. */
  isApart?: boolean;
  writer: DocumentWriter;
}

interface DeclaredInSources {
  /** Types that sources give, which documents cannot change. By {@link keyId}, like the others. */
  types: ReadonlyMap<string, Vdt>;
  /** Keys that sources declare still. */
  keys: ReadonlySet<string>;
  /** Keys that they no longer declare. */
  emptied: ReadonlySet<string>;
}

export interface Edited {
  /** New texts of the documents that change, by path. */
  documents: Map<string, string>;
  /** New texts of content files, by path. */
  contents: Map<string, string>;
  /** Items without a place in any document. */
  rest: State;
}

export function editDocuments(input: EditInput): Edited {
  const editor = new Editor(input);
  const byKind = grouped(input.changes, ({ kind }) => (kind === 'file' ? 'file' : 'key'));
  const keys = grouped(byKind.get('key') ?? [], (change) => keyId(addressOf(change)));
  for (const id of input.sources.emptied) if (!keys.has(id)) keys.set(id, []);
  for (const [id, changes] of [...keys].sort(([a], [b]) => compareText(a, b))) editor.editKey(id, changes);
  const files = grouped(byKind.get('file') ?? [], addressOf);
  for (const [path, changes] of [...files].sort(([a], [b]) => compareText(a, b))) editor.editFile(path, changes);
  return editor.finish();
}

class Editor {
  readonly #input: EditInput;
  readonly #sites: Sites;
  readonly #users: ReadonlyMap<string, number>;
  readonly #placements: Record<'keys' | 'files', Placement>;
  readonly #splices = new Map<DocumentText, Splices>();
  readonly #contents = new Map<string, string>();
  readonly #rest = emptyState();
  readonly #fromLive: FromLive;

  constructor(input: EditInput) {
    this.#input = input;
    this.#fromLive = new FromLive(input.live, input.writer);
    this.#sites = sitesOf(input.documents);
    this.#users = usersOf(this.#sites);
    this.#placements = {
      keys: new Placement(this.#sites, 'keys'),
      files: new Placement(this.#sites, 'files'),
    };
  }

  editKey(id: string, changes: readonly Change[]): void {
    const { live, desired } = this.#input;
    const key = live.state.keys.get(id);
    const declared = desired.keys.get(id);
    const entries = this.#sites.keys.get(id) ?? [];
    if (changes.some(({ kind, action }) => kind === 'key' && action === 'delete')) {
      for (const { root, parent, item } of entries) this.#splicesOf(root).remove(parent, item);
    } else if (key === undefined) {
      this.#applyAll(entryEdits(entries, { changes, wanted: () => undefined }));
    } else if (entries.length > 0) {
      if (declared?.absent) this.#declareAgain(entries, key);
      else this.#editEntries(entries, { changes, key, declared });
    } else if (declared === undefined || this.#input.sources.emptied.has(id)) {
      this.#placeKey({ ...key, values: valuesOf(key, changes) });
    } else if (this.#input.sources.keys.has(id)) {
      this.#addToSource(declared, valuesOf(key, changes));
    }
  }

  editFile(path: string, changes: readonly Change[]): void {
    const entries = this.#sites.files.get(path) ?? [];
    if (entries.length === 0)
      this.#placeFiles(
        path,
        changes.flatMap((change) => (change.kind === 'file' ? (this.#fromLive.fileEntry(change) ?? []) : [])),
      );
    else
      this.#applyAll(
        entryEdits(entries, {
          changes,
          wanted: (change) => (change.kind === 'file' ? this.#fromLive.file(change) : undefined),
        }),
      );
  }

  finish(): Edited {
    const documents = [...this.#splices].map(([{ path }, splices]) => [path, splices.apply()] as const);
    return { documents: new Map(documents), contents: this.#contents, rest: this.#rest };
  }

  #editEntries(
    entries: readonly EntrySite[],
    { changes, key, declared }: { changes: readonly Change[]; key: Key; declared: Key | undefined },
  ): void {
    const own = changes.find((change): change is KeyChange => change.kind === 'key');
    const id = keyId(key.name);
    const withoutVdt = this.#input.live.untyped.has(id);
    const metadata = own === undefined ? {} : differing(own, metadataOf(key, !withoutVdt));
    if (withoutVdt || this.#isTypedElsewhere(id, entries)) delete metadata.vdt;
    const vdt = withoutVdt ? undefined : (metadata.vdt ?? declared?.vdt);
    const wanted = (change: Change) =>
      change.kind === 'value' ? this.#fromLive.value(change, { key, vdt }) : undefined;
    const all = isNative(vdt) ? changes : [...changes, ...nativeOnes(key, { declared, changes })];
    const without = [...(withoutVdt ? (['vdt'] as const) : []), ...missing(own)];
    this.#applyAll(
      entryEdits(entries, {
        changes: all,
        wanted,
        metadata,
        without,
        kept: key.vdt === undefined ? {} : { vdt: key.vdt },
      }),
    );
  }

  /** Declares new contexts of a key that only sources declare. A second declaration of the type must be the same. */
  #addToSource({ name, vdt }: Key, values: Key['values']): void {
    if (values.size > 0) this.#placeKey({ name, ...(vdt !== undefined && { vdt }), values });
  }

  /** Whether a source gives the type of a key, and no document. */
  #isTypedElsewhere(id: string, entries: readonly EntrySite[]): boolean {
    const isTyped = this.#input.sources.types.has(id) && !this.#input.sources.emptied.has(id);
    return isTyped && entries.every(({ object }) => fieldOf(object, 'vdt') === undefined);
  }

  #applyAll(edits: readonly EntryEdit[]): void {
    for (const edit of edits) this.#apply(edit);
  }

  #apply(edit: EntryEdit): void {
    const splices = this.#splicesOf(edit.entry.root);
    const { writer } = this.#input;
    const desk = { splices, users: this.#users, contents: this.#contents, isSecret: writer.isSecret };
    editEntry(edit, { writer, splices, setItem: (site, wanted) => setItem(site, wanted, desk) });
  }

  /** Replaces `opp: delete` of a key that live has by its declaration. */
  #declareAgain(entries: readonly EntrySite[], key: Key): void {
    const [first, ...others] = entries;
    for (const { root, parent, item } of others) this.#splicesOf(root).remove(parent, item);
    if (first === undefined || first.kind === 'data') return;
    const shape = this.#fromLive.keyShape(first.root, key);
    if ('key' in first.item) this.#splicesOf(first.root).setValue(first.item, shape);
  }

  #placeKey(key: Key): void {
    const contexts = [...key.values.values()].map(({ context }) => context);
    const place = this.#input.isApart ? undefined : this.#placements.keys.placeFor(key.name, contexts);
    if (place === undefined) this.#rest.keys.set(keyId(key.name), key);
    else this.#add(place, key.name, this.#fromLive.keyShape(place.root, key));
  }

  #placeFiles(path: string, files: readonly FileEntry[]): void {
    const place = this.#placements.files.placeFor(
      path,
      files.map(({ context }) => context),
    );
    if (place === undefined) for (const file of files) this.#rest.files.set(fileId(path, file.context), file);
    else this.#add(place, path, filesShape(this.#input.writer, homeOf(place.root), files));
  }

  #add({ root, into, after }: Place, name: string, value: Written): void {
    this.#splicesOf(root).add(into, { entry: { name, value }, after });
  }

  #splicesOf({ document }: Root): Splices {
    const splices = this.#splices.get(document) ?? new Splices(document);
    this.#splices.set(document, splices);
    return splices;
  }
}

/** Live items of changes, in the form that documents write. */
class FromLive {
  readonly #live: Declarable;
  readonly #writer: DocumentWriter;

  constructor(live: Declarable, writer: DocumentWriter) {
    this.#live = live;
    this.#writer = writer;
  }

  /** A new declaration of a whole key. */
  keyShape(root: Root, key: Key): Written {
    const isTyped = !this.#live.untyped.has(keyId(key.name));
    const vdt = isTyped ? key.vdt : undefined;
    const values = [...key.values.values()];
    const shape = { name: key.name, metadata: metadataOf(key, isTyped), vdt, values };
    return keyShape(this.#writer, homeOf(root), shape);
  }

  /** @param vdt the type that the documents declare */
  value(change: ValueChange, { key, vdt }: { key: Key; vdt: Vdt | undefined }): Wanted | undefined {
    const value = liveValue(key, change);
    if (value === undefined) return undefined;
    const { context, text } = value;
    return {
      context,
      text,
      shape: (home) => valueShape(this.#writer, home, { name: key.name, vdt, value }),
    };
  }

  file(change: FileChange): Wanted | undefined {
    const file = this.fileEntry(change);
    if (file === undefined) return undefined;
    const { context, content, securityGroup } = file;
    return {
      context,
      text: content,
      ...(securityGroup !== undefined && { securityGroup }),
      shape: (home) => fileShape(this.#writer, home, file),
    };
  }

  fileEntry({ path, context }: FileChange): FileEntry | undefined {
    return this.#live.state.files.get(fileId(path, contextIn(context)));
  }
}

/** The live values that changes create or update. */
function valuesOf(key: Key, changes: readonly Change[]): Key['values'] {
  const values = changes.flatMap((change) => (change.kind === 'value' ? (liveValue(key, change) ?? []) : []));
  return new Map(values.map((value) => [contextId(value.context), value]));
}

function liveValue(key: Key, { context }: ValueChange): Value | undefined {
  return key.values.get(contextId(contextIn(context)));
}
