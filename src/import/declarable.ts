// Which live items documents can declare, and why others are left out.
import { filePathProblem, isFileField } from '../model/document-fields.ts';
import { KEY_NAME } from '../documents/state-builder.ts';
import { counted } from '../lib/text.ts';
import { type Context, ELEMENT_NAME, ELEMENT_NAME_MAX, elementsOf, EVERYWHERE, fullContext } from '../model/context.ts';
import type { LeftOut } from '../model/import-plan.ts';
import type { Scope } from '../model/project.ts';
import { type Item, onlyRows, type Row, type State } from '../model/state.ts';
import { looksSealed } from '../semantics/ciphers.ts';
import { storedText, valueProblem } from '../semantics/value-types.ts';

export interface Declarable {
  state: State;
  /** Ids of keys whose type is not declared because some of their values do not fit it. */
  untyped: Set<string>;
  leftOut: LeftOut[];
}

/** The part of live that the project manages: a key that the documents declare is theirs, even where all of its values are others'. */
export function inScope(live: State, { scope, desired }: { scope: Scope; desired: State }): State {
  const { items } = onlyRows(live, ({ item, row }) => scope.row(item, row.context));
  const isOthers = (id: string, { rows }: Item) =>
    rows.size === 0 && (live.items.get(id)?.rows.size ?? 0) > 0 && !desired.items.has(id);
  return { items: new Map([...items].filter(([id, item]) => scope.item(item) && !isOthers(id, item))) };
}

/** @param depth number of context levels */
export function declarable(live: State, depth: number): Declarable {
  const leftOut: LeftOut[] = [];
  const untyped = new Set<string>();
  const items = new Map<string, Item>();
  for (const [id, item] of live.items) {
    if (item.kind === 'key' && !KEY_NAME.test(item.name)) {
      leftOut.push({ item: item.name, reason: 'documents cannot declare a key with this name' });
      continue;
    }
    const shown = { ...item, rows: declarableRows(item, { depth, leftOut }) };
    if (item.kind === 'file' && shown.rows.size === 0) continue;
    items.set(id, shown);
    if (isFitting(shown)) continue;
    untyped.add(id);
    leftOut.push({ item: item.name, reason: `its type ${item.vdt}: some of its values do not fit it` });
  }
  return { state: { items }, untyped, leftOut };
}

/** `db.host [Production;*]`: an item in messages. */
export function itemOf(name: string, context: Context, depth: number): string {
  return `${name} [${fullContext(context, depth)}]`;
}

function declarableRows(item: Item, { depth, leftOut }: { depth: number; leftOut: LeftOut[] }): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const [id, row] of item.rows) {
    const reason = rowReason(item, row, depth);
    if (reason === undefined) rows.set(id, row);
    else leftOut.push({ item: itemOf(item.name, row.context, depth), reason });
  }
  if (item.inactive) {
    const reason = `${counted(item.inactive, 'inactive value')}, which a push cannot read or write`;
    leftOut.push({ item: item.name, reason });
  }
  return rows;
}

function isFitting(item: Item): boolean {
  const { vdt, rows } = item;
  if (vdt === undefined) return true;
  return [...rows.values()].every((row) => isHidden(item, row) || valueProblem(vdt, row.text) === undefined);
}

function rowReason(item: Item, row: Row, depth: number): string | undefined {
  const { context, text, duplicates } = row;
  if (duplicates) return duplicateReason(duplicates);
  const own = item.kind === 'key' ? valueReason(item, row) : fileReason(item.name, context);
  return own ?? contextReason(context, depth) ?? (text === null ? undefined : textReason(text));
}

function valueReason(key: Item, row: Row): string | undefined {
  if (key.vdt === undefined || isHidden(key, row) || storedText(key.vdt, row.text) === row.text) return undefined;
  return `the server would store it in a different form because its type is ${key.vdt}`;
}

/** Whether the clear text, which the type applies to, is unknown. An encrypted text stays as read where documents declare null. */
function isHidden({ securityGroup }: Item, { text, unknown }: Row): boolean {
  return unknown === true || (securityGroup !== undefined && text !== null && looksSealed(text));
}

function fileReason(path: string, context: Context): string | undefined {
  const problem = filePathProblem(path);
  if (problem !== undefined) return `its path ${problem.why}`;
  return isFileField(context) ? 'the name of its context is reserved in documents' : undefined;
}

function duplicateReason(duplicates: number): string {
  return `the server holds ${duplicates + 1} active rows for it, but a document can declare only one`;
}

function contextReason(context: Context, depth: number): string | undefined {
  if (context === EVERYWHERE) return undefined;
  const elements = elementsOf(context);
  const isNamed = (name: string) => name === '*' || (ELEMENT_NAME.test(name) && name.length <= ELEMENT_NAME_MAX);
  if (elements.length === depth && elements.every(isNamed)) return undefined;
  return 'documents cannot declare a context with this name';
}

function textReason(text: string): string | undefined {
  if (text.includes('\0')) return 'it contains a NUL character';
  return /[\uD800-\uDFFF]/u.test(text) ? 'it contains half of a surrogate pair, which is not a character' : undefined;
}
