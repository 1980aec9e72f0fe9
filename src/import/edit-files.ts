// Edits documents and sources so that they declare live: a text is replaced where it stands, and an entry removed with its lines.
import type { Entry, Node } from '../documents/syntax-tree.ts';
import { grouped } from '../lib/collections.ts';
import { contextId } from '../model/context.ts';
import { type Change, fileChanges, type KeyChange, keyChanges, type RowChange, valueChanges } from '../model/plan.ts';
import {
  addFileRow,
  emptyState,
  isNative,
  type Item,
  itemId,
  KEY_METADATA,
  keyId,
  type Row,
  type State,
} from '../model/state.ts';
import { changeId, find } from '../plan/find-item.ts';
import type { Declarable } from './declarable.ts';
import { metadataOf } from './new-documents.ts';
import type { ProjectTexts } from './project-texts.ts';
import { doubleQuoted, edited, form, isInLines, isJson, replaced, type TextEdit } from './quote.ts';
import { fieldIn, linesOf, type Site, Sites, topOf } from './sites.ts';
import type { Writer } from './writer.ts';

export interface EditInput {
  /** What the files declare. */
  desired: State;
  live: Declarable;
  texts: ProjectTexts;
  writer: Writer;
}

export interface Edited {
  /** New texts by path. */
  texts: Map<string, string>;
  /** What has no place in any file yet. */
  rest: State;
  /** Why a change is to be made by hand, by {@link changeId}. */
  reasons: Map<string, string>;
}

export function editFiles(changes: readonly Change[], input: EditInput): Edited {
  const editor = new Editor(input);
  const ofKeys = changes.filter(({ kind }) => kind !== 'file');
  for (const ofKey of grouped(ofKeys, itemId).values()) editor.editKey(ofKey);
  for (const change of fileChanges(changes)) editor.editFile(change);
  return editor.finish();
}

export const FROM_ENV = 'its document takes it from the environment';
const BY_HAND = 'its document declares it in a form that import cannot edit; change it by hand';
const REMOVE_BY_HAND = 'it has no lines of its own; remove it by hand';
const TYPED = 'its type comes from a source; change `types` of the source, or the value, by hand';

interface Gone {
  site: Site;
  change: Change;
  /** What is declared anew once the entry is gone. */
  after?: () => void;
}

class Editor {
  readonly #input: EditInput;
  readonly #sites: Sites;
  readonly #edits = new Map<string, TextEdit[]>();
  readonly #gone: Gone[] = [];
  readonly #made: Edited = { texts: new Map(), rest: emptyState(), reasons: new Map() };

  constructor(input: EditInput) {
    this.#input = input;
    this.#sites = new Sites(input.desired, input.texts);
  }

  editKey(changes: readonly Change[]): void {
    const [own] = keyChanges(changes);
    const values = valueChanges(changes);
    const [first] = changes;
    const id = keyId(first?.name ?? '');
    const [declared, key] = [this.#input.desired.items.get(id), this.#input.live.state.items.get(id)];
    if (own?.action === 'delete' || key === undefined) this.#removeKey(own, values);
    else if (declared === undefined) this.#addKey(key, values, true);
    else if (declared.absent) {
      const [only, ...others] = this.#sites.ofKey(key.name);
      if (only === undefined || others.length > 0 || own === undefined)
        for (const change of changes) this.#leave(change, BY_HAND);
      else this.#remove({ site: only, change: own, after: () => this.#addKey(key, values, true) });
    } else {
      if (own !== undefined) this.#editMetadata(own, { declared, key });
      const add = (change: RowChange) => this.#addKey({ ...key, name: declared.name }, [change], false);
      for (const change of values) this.#editRow(change, () => add(change));
      // With its last value a key would no longer be declared.
      const isBare = key.rows.size === 0 && KEY_METADATA.every((name) => declared[name] === undefined);
      if (isBare && values.length > 0) this.#addKey(key, [], true);
    }
  }

  editFile(change: RowChange): void {
    this.#editRow(change, ({ name }, row) => addFileRow(this.#made.rest, name, row));
  }

  finish(): Edited {
    const gone = new Set(this.#gone.map(({ site }) => site.entry));
    for (const { site, change, after } of this.#gone) {
      const lines = linesOf(site, gone);
      if (lines === undefined) this.#leave(change, REMOVE_BY_HAND);
      else {
        this.#edit(site.path, { ...lines, text: '' });
        after?.();
      }
    }
    for (const [path, edits] of this.#edits)
      this.#made.texts.set(path, edited(this.#input.texts.texts.get(path) ?? '', edits));
    return this.#made;
  }

  #removeKey(own: KeyChange | undefined, values: readonly RowChange[]): void {
    const { desired } = this.#input;
    for (const change of values) this.#removeRow(change, find(desired, change).row);
    if (own === undefined) return;
    for (const site of this.#sites.ofKey(own.name)) this.#remove({ site, change: own });
    const isLeft = values.some((change) => this.#made.reasons.has(changeId(change)));
    if (isLeft) this.#leave(own, REMOVE_BY_HAND);
  }

  #addKey(key: Item, changes: readonly RowChange[], isNew: boolean): void {
    const values = changes.flatMap((change) => {
      const { row } = find(this.#input.live.state, change);
      return row === undefined || change.action === 'delete' ? [] : [[contextId(row.context), row] as const];
    });
    const id = itemId(key);
    const { rest } = this.#made;
    const known = rest.items.get(id);
    const metadata = isNew ? metadataOf(key, !this.#input.live.untyped.has(id)) : {};
    rest.items.set(id, {
      kind: 'key',
      name: key.name,
      ...metadata,
      ...known,
      rows: new Map([...(known?.rows ?? []), ...values]),
    });
  }

  #editMetadata(change: KeyChange, { declared, key }: { declared: Item; key: Item }): void {
    const isUntyped = this.#input.live.untyped.has(keyId(key.name));
    for (const name of KEY_METADATA) {
      const after = name === 'vdt' && isUntyped ? undefined : key[name];
      if (declared[name] === undefined || (declared[name] === after && change.before?.[name] === change.after?.[name]))
        continue;
      const sites = this.#sites.ofKey(key.name).flatMap((site) => {
        const mapping = topOf(site) === 'data' ? site.mapping : site.entry.value;
        const entry = fieldIn(mapping, name);
        return entry === undefined || mapping.kind !== 'mapping' ? [] : [{ ...site, entry, mapping, parent: site }];
      });
      if (sites.length === 0) this.#leave(change, name === 'vdt' ? TYPED : BY_HAND);
      for (const site of sites)
        if (after === undefined && name !== 'readme') this.#remove({ site, change });
        else this.#replace(change, site, after === undefined ? null : String(after));
    }
  }

  /** @param add declares it anew */
  #editRow(change: RowChange, add: (item: Item, row: Row) => void): void {
    const { row: declared } = find(this.#input.desired, change);
    const { item, row } = find(this.#input.live.state, change);
    if (change.action === 'delete') this.#removeRow(change, declared);
    else if (item === undefined || row === undefined) this.#leave(change, BY_HAND);
    else if (declared === undefined) add(item, row);
    else this.#set(change, { item, row, declared });
  }

  #set(change: RowChange, { item, row, declared }: Setting): void {
    const { text } = row;
    const site = this.#sites.at(declared.place);
    const path = site?.path ?? declared.contentPath ?? '';
    if (declared.variable !== undefined) this.#leave(change, FROM_ENV);
    else if (this.#sites.isShared(declared))
      this.#leave(change, `${path} declares something else at the same place; change it by hand`);
    else if (this.#isInSource(declared)) this.#setInSource(change, { item, row, declared });
    else if (site === undefined) this.#leave(change, BY_HAND);
    else {
      const whole = this.#wholeForm(site, { item, row, declared });
      const inner = innerOf(site);
      if (whole !== undefined) this.#setWhole(change, site, whole);
      else if (declared.contentPath !== undefined && text !== null) this.#made.texts.set(declared.contentPath, text);
      else if (inner.entry.value.kind === 'scalar') this.#replace(change, inner, text);
      else this.#setWhole(change, site, () => form(site, text));
    }
  }

  /** What replaces the whole declaration; `undefined`: its text alone changes. */
  #wholeForm(site: Site, { item, row, declared }: Setting): (() => string) | undefined {
    const { writer, live } = this.#input;
    const { text, securityGroup } = row;
    if (text && writer.isSecret(item.name, text)) {
      const group = securityGroup === undefined ? {} : { securityGroup: doubleQuoted(securityGroup) };
      return () => {
        const fields = inBraces(site, { env: writer.variableFor(item, row), ...group });
        const isKey = item.kind === 'key' && site.parent?.parent === undefined;
        return isKey ? inBraces(site, { value: fields }) : fields;
      };
    }
    if (item.kind === 'key') {
      const isTyped = isNative(item.vdt) && !live.untyped.has(itemId(item));
      return isTyped && declared.native && text !== null ? () => text : undefined;
    }
    const isSame = securityGroup === declared.securityGroup && !declared.absent;
    return isSame ? undefined : () => inBraces(site, { content: doubleQuoted(text ?? '') });
  }

  /** A file of a source is the content itself. */
  #setInSource(change: RowChange, { item, row: { text }, declared }: Setting): void {
    const isFile = item.kind === 'file';
    const { contentPath = '' } = declared;
    const path = isFile ? contentPath : declared.place?.file;
    const site = this.#sites.at(declared.place);
    if (text && this.#input.writer.isSecret(item.name, text)) {
      const reason = `it is a secret, which is not written to ${path}; declare it in a document, from the environment`;
      this.#leave(change, reason);
    } else if (isFile) this.#made.texts.set(contentPath, text ?? '');
    else if (site?.entry.value.kind !== 'scalar')
      this.#leave(change, `its value in ${path} is a list or a mapping; change it by hand`);
    else this.#replace(change, site, text);
  }

  /** A declaration on one line is replaced as a whole. */
  #setWhole(change: Change, site: Site, form: () => string): void {
    const { value } = site.entry;
    const old = site.text.slice(value.offset, value.end);
    const isOneLine = value.kind === 'scalar' ? !isInLines(site, value) : !/[\n#]/.test(old);
    if (old === '' || !isOneLine || topOf(site) === 'data') this.#leave(change, BY_HAND);
    else this.#edit(site.path, { start: value.offset, end: value.end, text: form() });
  }

  #replace(change: Change, site: Site, text: string | null): void {
    const edit = this.#sites.isAliased(site) ? undefined : replaced(site, text);
    if (edit !== undefined) this.#edit(site.path, edit);
    else if (site.format === 'nested') this.#leave(change, BY_HAND);
    else
      this.#leave(
        change,
        `${site.path} cannot hold ${text === null ? 'null' : 'this text'} there; declare it in a document`,
      );
  }

  #removeRow(change: RowChange, declared: Row | undefined): void {
    const site = declared && this.#sites.at(declared.place);
    if (declared !== undefined && this.#isInSource(declared))
      this.#leave(change, 'the server does not have it; remove it by hand, or an apply creates it');
    else if (site === undefined) this.#leave(change, BY_HAND);
    else this.#remove({ site, change });
  }

  #remove(gone: Gone): void {
    if (this.#sites.isAliased(gone.site)) this.#leave(gone.change, REMOVE_BY_HAND);
    else if (!this.#gone.some(({ site }) => site.entry === gone.site.entry)) this.#gone.push(gone);
  }

  #isInSource({ place, contentPath }: Row): boolean {
    return [place?.file, contentPath].some((path) => path !== undefined && this.#input.texts.isSource(path));
  }

  #edit(path: string, edit: TextEdit): void {
    this.#edits.set(path, [...(this.#edits.get(path) ?? []), edit]);
  }

  #leave(change: Change, reason: string): void {
    this.#made.reasons.set(changeId(change), reason);
  }
}

interface Setting {
  item: Item;
  /** What the server has. */
  row: Row;
  declared: Row;
}

/** The field of `{ value: x }` or `{ content: x }`, otherwise the entry itself. */
function innerOf(site: Site): Site {
  const mapping: Node = site.entry.value;
  const entry: Entry | undefined = fieldIn(mapping, 'value') ?? fieldIn(mapping, 'content');
  return entry === undefined || mapping.kind !== 'mapping' ? site : { ...site, entry, mapping, parent: site };
}

/** `{ env: DB_PASSWORD }`. */
function inBraces({ path }: Site, fields: Readonly<Record<string, string>>): string {
  const named = (name: string) => (isJson(path) ? `"${name}"` : name);
  const written = (text: string) => (isJson(path) && /^\w/.test(text) ? `"${text}"` : text);
  return `{ ${Object.entries(fields)
    .map(([name, text]) => `${named(name)}: ${written(text)}`)
    .join(', ')} }`;
}
