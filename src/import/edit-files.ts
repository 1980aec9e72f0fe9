// Edits documents and sources so that they declare live: a text is replaced in place, and an entry removed with its lines.
import { edited, type TextEdit } from '../lib/text.ts';
import { contextId } from '../model/context.ts';
import {
  type Change,
  type KeyChange,
  keyChanges,
  type RowChange,
  rowChanges,
} from '../model/plan.ts';
import {
  emptyState,
  isNative,
  type Item,
  itemId,
  KEY_METADATA,
  type Row,
  type State,
  isPresent,
} from '../model/state.ts';
import { isNested } from '../model/sources.ts';
import { changeId, find } from '../plan/find-item.ts';
import type { OpenImport } from './import-input.ts';
import { metadataOf } from './new-documents.ts';
import { doubleQuoted, form, hasJsonComments, isInLines, replaced } from './quote.ts';
import { inside, isGone, linesOf, type Site, Sites, topOf } from './sites.ts';
import type { Writer } from './writer.ts';

export interface Edited {
  /** New texts by path. */
  texts: Map<string, string>;
  /** What has no place in any file yet. */
  rest: State;
  /** Why a change is to be made manually, by {@link changeId}. */
  reasons: Map<string, string>;
}

export function editFiles(changes: readonly Change[], opened: OpenImport, writer: Writer): Edited {
  const editor = new Editor(opened, writer);
  // Keys last: one that goes is left where a value of it is.
  for (const change of rowChanges(changes)) editor.editRow(change);
  for (const change of keyChanges(changes)) editor.editKey(change);
  return editor.finish();
}

export const FROM_ENV = 'its document takes it from the environment';
const UNREADABLE = 'the file differs on the server, but a token cannot read its content';
const CHANGE_MANUALLY =
  'its document declares it in a form that import cannot edit; change it manually';
const REMOVE_MANUALLY = 'it has no lines of its own; remove it manually';
const KEPT = 'it is a placeholder that its source keeps; declare the key in a document';
const TYPED = 'its type comes from a source; change `types` in the source, or the value, manually';

class Editor {
  readonly #opened: OpenImport;
  readonly #writer: Writer;
  readonly #sites: Sites;
  readonly #edits = new Map<string, TextEdit[]>();
  readonly #gone: { site: Site; change: Change }[] = [];
  readonly #made: Edited = { texts: new Map(), rest: emptyState(), reasons: new Map() };

  constructor(opened: OpenImport, writer: Writer) {
    this.#opened = opened;
    this.#writer = writer;
    this.#sites = new Sites(opened.before);
  }

  editKey(change: KeyChange): void {
    const { item: declared } = find(this.#opened.before.state, change);
    const { item: key } = find(this.#opened.shown.state, change);
    if (declared !== undefined && isPresent(declared) && key !== undefined) {
      this.#editMetadata(change, declared);
      return;
    }
    // It goes, or what says that it must not exist.
    for (const site of this.#sites.ofKey(change.name)) this.#remove(change, site);
    if (key !== undefined) this.#add(key, declared);
    else if ([...this.#made.reasons.keys()].some((id) => id.startsWith(`${itemId(change)}\0`)))
      this.#leave(change, REMOVE_MANUALLY);
  }

  editRow(change: RowChange): void {
    const { item: declared, row: old } = find(this.#opened.before.state, change);
    const { item, row } = find(this.#opened.shown.state, change);
    if (change.action === 'delete') this.#removeRow(change, old);
    else if (item === undefined || row === undefined) this.#leave(change, CHANGE_MANUALLY);
    else if (row.drifted) this.#leave(change, UNREADABLE);
    else if (old === undefined) this.#add(item, declared, row);
    else this.#set(change, { item, row, declared: old });
  }

  finish(): Edited {
    const gone = new Set(this.#gone.map(({ site }) => site.entry));
    for (const { site, change } of this.#gone) {
      const { item } = find(this.#opened.shown.state, change);
      const isBare = item?.kind === 'key' && item.rows.size === 0;
      // With its last value or field a key would no longer be declared.
      if (isBare && this.#sites.ofKey(item.name).every(({ entry }) => isGone(entry, gone)))
        this.#add(item, undefined);
      const lines = linesOf(site, gone);
      if (lines === undefined) this.#leave(change, REMOVE_MANUALLY);
      else this.#edit(site.path, { ...lines, text: '' });
    }
    for (const [path, edits] of this.#edits)
      this.#made.texts.set(path, edited(this.#opened.before.texts.get(path) ?? '', edits));
    return this.#made;
  }

  /** Declares in the new document what the files do not, in their spelling. */
  #add(item: Item, declared: Item | undefined, row?: Row): void {
    const id = itemId(item);
    const { items } = this.#made.rest;
    const metadata = isPresent(declared)
      ? {}
      : metadataOf(item, !this.#opened.shown.untyped.has(id));
    const name = declared?.name ?? item.name;
    const added = items.get(id) ?? { kind: item.kind, name, ...metadata, rows: new Map() };
    if (row !== undefined) added.rows.set(contextId(row.context), row);
    items.set(id, added);
  }

  #editMetadata(change: KeyChange, declared: Item): void {
    const isUntyped = this.#opened.shown.untyped.has(itemId(change));
    for (const name of KEY_METADATA) {
      const after = name === 'vdt' && isUntyped ? undefined : change.after?.[name];
      if (declared[name] === undefined || declared[name] === after) continue;
      const sites = this.#sites
        .ofKey(change.name)
        .flatMap(
          (site) =>
            inside(site, name, topOf(site) === 'data' ? site.mapping : site.entry.value) ?? [],
        );
      if (sites.length === 0) this.#leave(change, name === 'vdt' ? TYPED : CHANGE_MANUALLY);
      for (const site of sites)
        if (after === undefined && name !== 'readme') this.#remove(change, site);
        else this.#replace(change, site, after === undefined ? null : String(after));
    }
  }

  #set(change: RowChange, { item, row, declared }: RowSetting): void {
    const { text } = row;
    const { contentPath } = declared;
    const site = this.#sites.at(declared.place);
    const path = site?.path ?? contentPath ?? '';
    // Git does not store the text of such a file, so that it may stay there.
    const isHidden = this.#opened.isFiltered?.(contentPath ?? path) && isSameFile(row, declared);
    const isSecret =
      text !== null && text !== '' && !isHidden && this.#writer.isSecret(item.name, text);
    const isInSource = this.#isInSource(declared);
    const otherProject = this.#opened.usedElsewhere?.get(contentPath ?? '');
    const whole =
      site && !isInSource ? this.#wholeForm(site, { item, row, declared }, isSecret) : undefined;
    const leave = (reason: string) => this.#leave(change, reason);
    if (declared.placeholder) leave(KEPT);
    else if (declared.variable !== undefined) leave(FROM_ENV);
    else if (this.#sites.isShared(declared))
      leave(`${path} declares something else at the same place; change it manually`);
    else if (isInSource && isSecret)
      leave(
        `it is a secret, which is not written to ${path}; declare it in a document, from the environment`,
      );
    else if (site !== undefined && whole !== undefined) this.#setWhole(change, site, whole);
    else if (otherProject !== undefined)
      leave(`${otherProject} also uses ${contentPath}; give this row a file of its own manually`);
    else if (contentPath !== undefined && text !== null) this.#made.texts.set(contentPath, text);
    else if (site === undefined) leave(CHANGE_MANUALLY);
    else if (innerOf(site).entry.value.kind === 'scalar')
      this.#replace(change, innerOf(site), text);
    else if (isInSource) leave(`its value in ${path} is a list or a mapping; change it manually`);
    else this.#setWhole(change, site, () => form(site, text));
  }

  /** What replaces the whole declaration; `undefined`: its text alone changes. */
  #wholeForm(
    site: Site,
    { item, row, declared }: RowSetting,
    isSecret: boolean,
  ): (() => string) | undefined {
    const { text, securityGroup } = row;
    if (isSecret) {
      const group =
        securityGroup === undefined ? {} : { securityGroup: doubleQuoted(securityGroup) };
      return () => {
        const fields = inBraces(site, { env: this.#writer.variableFor(item, row), ...group });
        const isKey = item.kind === 'key' && site.parent?.parent === undefined;
        return isKey ? inBraces(site, { value: fields }) : fields;
      };
    }
    if (item.kind === 'key') {
      const isTyped = isNative(item.vdt) && !this.#opened.shown.untyped.has(itemId(item));
      return isTyped && declared.native && text !== null ? () => text : undefined;
    }
    return isSameFile(row, declared)
      ? undefined
      : () => inBraces(site, { content: doubleQuoted(text ?? '') });
  }

  /** A declaration on one line is replaced as a whole. */
  #setWhole(change: Change, site: Site, form: () => string): void {
    const { value } = site.entry;
    const old = site.text.slice(value.offset, value.end);
    const isOneLine =
      value.kind === 'scalar'
        ? !isInLines(site, value)
        : !/[\n#]/.test(old) && !hasJsonComments(site.path, old);
    if (old === '' || !isOneLine || topOf(site) === 'data') this.#leave(change, CHANGE_MANUALLY);
    else this.#edit(site.path, { start: value.offset, end: value.end, text: form() });
  }

  #replace(change: Change, site: Site, text: string | null): void {
    const edit = this.#sites.isAliased(site) ? undefined : replaced(site, text);
    const what = text === null ? 'null' : 'this text';
    if (edit !== undefined) this.#edit(site.path, edit);
    else if (isNested(site.reading.format)) this.#leave(change, CHANGE_MANUALLY);
    else this.#leave(change, `${site.path} cannot hold ${what} there; declare it in a document`);
  }

  #removeRow(change: RowChange, declared: Row | undefined): void {
    const site = this.#sites.at(declared?.place);
    if (declared?.placeholder) this.#leave(change, KEPT);
    else if (declared !== undefined && this.#isInSource(declared))
      this.#leave(
        change,
        'the server does not have it; remove it manually; otherwise, an apply creates it',
      );
    else if (site === undefined) this.#leave(change, CHANGE_MANUALLY);
    else this.#remove(change, site);
  }

  #remove(change: Change, site: Site): void {
    if (this.#sites.isAliased(site)) this.#leave(change, REMOVE_MANUALLY);
    else this.#gone.push({ site, change });
  }

  #isInSource({ place, contentPath }: Row): boolean {
    return [place?.file, contentPath].some(
      (path) => path !== undefined && this.#opened.before.sourceOf(path) !== undefined,
    );
  }

  #edit(path: string, edit: TextEdit): void {
    this.#edits.set(path, [...(this.#edits.get(path) ?? []), edit]);
  }

  #leave(change: Change, reason: string): void {
    this.#made.reasons.set(changeId(change), reason);
  }
}

interface RowSetting {
  item: Item;
  /** What the server has. */
  row: Row;
  declared: Row;
}

/** Whether nothing but the text of a file differs, so that it is replaced where it is. */
function isSameFile({ securityGroup }: Row, declared: Row): boolean {
  return securityGroup === declared.securityGroup && !declared.absent;
}

/** The field of `{ value: x }` or `{ content: x }`, otherwise the entry itself. */
function innerOf(site: Site): Site {
  return inside(site, 'value') ?? inside(site, 'content') ?? site;
}

/** `{ env: DB_PASSWORD }`. In YAML, a bare `NULL` names no variable. */
function inBraces({ reading: { format } }: Site, fields: Readonly<Record<string, string>>): string {
  const named = (name: string) => (format === 'json' ? `"${name}"` : name);
  const written = (text: string) =>
    (format === 'json' && /^\w/.test(text)) || text === 'NULL' ? `"${text}"` : text;
  return `{ ${Object.entries(fields)
    .map(([name, text]) => `${named(name)}: ${written(text)}`)
    .join(', ')} }`;
}
