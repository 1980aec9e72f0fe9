// Which live items documents can declare, and why others are left out.
import { filePathProblem, isFileField } from '../documents/read-file-entries.ts';
import { KEY_NAME } from '../documents/state-builder.ts';
import { counted } from '../lib/text.ts';
import { type Context, ELEMENT_NAME, ELEMENT_NAME_MAX, elementsOf, EVERYWHERE, fullContext } from '../model/context.ts';
import type { LeftOut } from '../model/import-plan.ts';
import type { Scope } from '../model/scope.ts';
import type { FileEntry, Key, State, Value } from '../model/state.ts';
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
  const keys = [...live.keys].flatMap(([id, key]): [string, Key][] => {
    const values = new Map([...key.values].filter(([, { context }]) => scope.value(key.name, context)));
    const isOthers = values.size === 0 && key.values.size > 0 && !desired.keys.has(id);
    return scope.key(key.name) && !isOthers ? [[id, { ...key, values }]] : [];
  });
  const files = [...live.files].filter(([, { path, context }]) => scope.file(path, context));
  return { keys: new Map(keys), files: new Map(files) };
}

/** @param depth number of context levels */
export function declarable(live: State, depth: number): Declarable {
  const leftOut: LeftOut[] = [];
  const untyped = new Set<string>();
  const keys = new Map<string, Key>();
  for (const [id, key] of live.keys) {
    if (!KEY_NAME.test(key.name)) {
      leftOut.push({ item: key.name, reason: 'documents cannot declare a key with this name' });
      continue;
    }
    const values = declarableValues(key, { depth, leftOut });
    const shown = { ...key, values };
    keys.set(id, shown);
    if (isFitting(shown)) continue;
    untyped.add(id);
    leftOut.push({ item: key.name, reason: `its type ${key.vdt}: some of its values do not fit it` });
  }
  const files = new Map<string, FileEntry>();
  for (const [id, file] of live.files) {
    const reason = fileReason(file, depth);
    if (reason === undefined) files.set(id, file);
    else leftOut.push({ item: itemOf(file.path, file.context, depth), reason });
  }
  return { state: { keys, files }, untyped, leftOut };
}

/** `db.host [Production;*]`: an item in messages. */
export function itemOf(name: string, context: Context, depth: number): string {
  return `${name} [${fullContext(context, depth)}]`;
}

function declarableValues(key: Key, { depth, leftOut }: { depth: number; leftOut: LeftOut[] }): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const [id, value] of key.values) {
    const reason = valueReason(key, value, depth);
    if (reason === undefined) values.set(id, value);
    else leftOut.push({ item: itemOf(key.name, value.context, depth), reason });
  }
  if (key.inactive) {
    const reason = `${counted(key.inactive, 'inactive value')}, which a push cannot read or write`;
    leftOut.push({ item: key.name, reason });
  }
  return values;
}

function isFitting(key: Key): boolean {
  const { vdt, values } = key;
  if (vdt === undefined) return true;
  return [...values.values()].every((value) => isHidden(key, value) || valueProblem(vdt, value.text) === undefined);
}

function valueReason(key: Key, value: Value, depth: number): string | undefined {
  const { context, text, duplicates } = value;
  if (duplicates) return duplicateReason(duplicates);
  if (key.vdt !== undefined && !isHidden(key, value) && storedText(key.vdt, text) !== text)
    return `the server would store it in a different form because its type is ${key.vdt}`;
  return contextReason(context, depth) ?? (text === null ? undefined : textReason(text));
}

/** Whether the clear text, which the type applies to, is unknown. An encrypted text stays as read where documents declare null. */
function isHidden({ securityGroup }: Key, { text, unknown }: Value): boolean {
  return unknown === true || (securityGroup !== undefined && text !== null && looksSealed(text));
}

function fileReason({ path, context, content, duplicates }: FileEntry, depth: number): string | undefined {
  if (duplicates) return duplicateReason(duplicates);
  const problem = filePathProblem(path);
  if (problem !== undefined) return `its path ${problem}`;
  if (isFileField(context)) return 'the name of its context is reserved in documents';
  return contextReason(context, depth) ?? textReason(content);
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
