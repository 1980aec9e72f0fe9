// Reads one document into a StateBuilder: `keys:`, `files:` and `data:`, with contexts, and the text for each.
import { nearest } from '../lib/text.ts';
import { type Context, EVERYWHERE } from '../model/context.ts';
import { cut, type Place } from '../model/diagnostic.ts';
import {
  DOCUMENT_FIELDS,
  FILE_ENTRY_FIELDS,
  FILE_FIELDS,
  filePathProblem,
  isFileField,
  KEY_ENTRY_FIELDS,
  KEY_FIELDS,
  REFUSED_FIELD,
  VALUE_ENTRY_FIELDS,
  VALUE_FIELDS,
} from '../model/document-fields.ts';
import { type Item, VDTS } from '../model/state.ts';
import { type Content, refusePassword } from './content.ts';
import {
  type Entry,
  type Fields,
  isFieldName,
  isNothing,
  isNull,
  type Mapping,
  mappingHint,
  type Node,
  textNode,
  toJson,
} from './fields.ts';
import type { StateBuilder } from './state-builder.ts';

type KeyEntries = Partial<Record<(typeof KEY_FIELDS)[number], Entry>>;

/** What the readers of one document share. */
interface DocumentPosition {
  fields: Fields;
  builder: StateBuilder;
  content: (field: Entry) => Content | undefined;
  context?: Context;
}

export function readDocument(input: DocumentPosition, tree: Node): void {
  const { fields } = input;
  const node = fields.mapping(
    tree,
    'A configuration document',
    `${mappingHint(tree)} ${NO_DOCUMENT}`,
  );
  if (node === undefined || isWithoutKeys(fields, node)) return;
  const entries = fields.known(node, DOCUMENT_FIELDS, 'A configuration document');
  const at = withContext(input, entries.context);
  if (entries.keys) readKeys(at, entries.keys);
  if (entries.files) readFiles(at, entries.files);
  if (entries.data) readData(at, entries.data);
  if (entries.changeComment) {
    const message =
      '`changeComment` in a document is ignored: the push comment is the commit message.';
    fields.warn({
      code: 'bad-option',
      at: entries.changeComment.key,
      message,
      hint: 'Use --change-comment.',
    });
  }
  if (entries.enableKeyCreation && fields.boolean(entries.enableKeyCreation) === false) {
    const message =
      '`enableKeyCreation: false` is not supported: declared keys that are missing are always created.';
    fields.error({ code: 'bad-option', at: entries.enableKeyCreation.key, message });
  }
}

const NO_DOCUMENT =
  'If the file belongs to another program, exclude it in `include` in the project file, or read it with `sources`.';

/** Reports keys at the top of a document, which other formats allow. One error explains all of them. */
function isWithoutKeys(fields: Fields, { entries }: Mapping): boolean {
  const [first] = entries;
  const isOther = ({ key: { text } }: Entry) => nearest(text, DOCUMENT_FIELDS) === undefined;
  if (first === undefined || !entries.every((entry) => isFieldName(entry) && isOther(entry)))
    return false;
  const message = `\`${first.key.text}\` is not a field of a configuration document.`;
  const hint = `Put keys below \`keys:\`, and files below \`files:\`. ${NO_DOCUMENT} Known: ${DOCUMENT_FIELDS.join(', ')}.`;
  fields.error({ code: 'unknown-field', at: first.key, message, hint });
  return true;
}

function withContext(input: DocumentPosition, entry: Entry | undefined): DocumentPosition {
  if (entry === undefined) return input;
  const { fields, builder } = input;
  const { value } = entry;
  const isText = fields.text(entry) !== undefined;
  const context =
    isText && value.kind === 'scalar' ? builder.contexts.read(fields, value) : undefined;
  if (context !== undefined) return { ...input, context };
  // The rest is read only to report its errors.
  return { ...input, builder: builder.scratch(), context: EVERYWHERE };
}

function readKeys(at: DocumentPosition, entry: Entry): void {
  const { context = EVERYWHERE } = at;
  for (const keyEntry of at.fields.mapping(entry.value, '`keys`')?.entries ?? []) {
    const key = at.builder.key(keyEntry.key.text, at.fields.place(keyEntry.key));
    if (key === undefined) continue;
    if (keyEntry.value.kind !== 'mapping') addValue(at, key, keyEntry, context);
    else if (
      !isBareContent(at.fields, key, keyEntry.value) &&
      !isNested(at.fields, key, keyEntry.value)
    ) {
      const entries: KeyEntries = at.fields.known(keyEntry.value, KEY_FIELDS, 'A key');
      declareMetadata(at, key, entries);
      if (entries.value) addValue(at, key, entries.value, context);
      for (const value of (entries.values && at.fields.mapping(entries.values.value, '`values`'))
        ?.entries ?? []) {
        const valueContext = at.builder.contexts.read(at.fields, value.key);
        if (valueContext !== undefined) addValue(at, key, value, valueContext);
      }
      if (entries.opp) readOpp(at, key, entries.opp);
    }
  }
}

/** Reports what a file has directly below it, and a key below `value`. */
function isBareContent(fields: Fields, { name }: Item, { entries }: Mapping): boolean {
  const isContent = ({ key: { text } }: Entry) => ['path', 'env', 'content'].includes(text);
  const content = entries.find(isContent);
  if (content === undefined) return false;
  const others = entries.filter((entry) => !isContent(entry));
  if (!others.every(({ key }) => KEY_FIELDS.some((field) => field === key.text))) return false;
  const field = content.key.text;
  const value = field === 'content' ? '…' : `{ ${field}: … }`;
  const message = `\`${field}\` is not a field of a key. A value goes below \`value:\`.`;
  fields.error({
    code: 'unknown-field',
    at: content.key,
    message,
    hint: `Write \`${name}: { value: ${value} }\`.`,
  });
  return true;
}

/** Reports contexts, or names of further keys, instead of the fields. One error explains all of them. */
function isNested(fields: Fields, key: Item, { entries }: Mapping): boolean {
  const [first] = entries;
  if (first === undefined || entries.some(({ key }) => isUsualField(key.text))) return false;
  if (entries.every(({ key: { text } }) => text === REFUSED_FIELD)) return false;
  if (entries.some(({ key: { text } }) => text === '*' || text.includes(';'))) {
    const message = `The contexts of ${key.name} are directly below the key.`;
    const shown = CONTEXT.test(first.key.text) ? first.key.text : '*';
    const hint = `Write \`values:\` below ${key.name}, and the contexts below it: \`values: { "${shown}": … }\`.`;
    fields.error({ code: 'unknown-field', at: first.key, message, hint });
    return true;
  }
  if (!entries.every(isFieldName)) return false;
  const message = `${key.name} is a key, so \`${first.key.text}\` cannot be nested below it.`;
  const hint = `Write \`${flatName(key.name, first)}\` for a key of that name. For a value per context, write \`${key.name}: { values: { … } }\` with full contexts. For a map as the value, write \`${key.name}: { vdt: Map, value: { … } }\`.`;
  fields.error({ code: 'unknown-field', at: first.key, message, hint });
  return true;
}

/** `password` is refused as a field, and is a likely name in a group of keys. */
const USUAL_FIELDS = KEY_FIELDS.filter((field) => field !== REFUSED_FIELD);

/** Also misspelled. */
function isUsualField(text: string): boolean {
  return USUAL_FIELDS.some((field) => field === text) || nearest(text, USUAL_FIELDS) !== undefined;
}

/** A context that may be quoted: it is no password. */
const CONTEXT = /^(?:[\w.+-]{1,40}|\*)(?:;(?:[\w.+-]{1,40}|\*)){0,9}$/;

/** Characters of a name in a hint. */
const MAX_FLAT_NAME = 60;

/** `db.primary.host: …`, of the first value in nested mappings. */
function flatName(prefix: string, { key, value }: Entry): string {
  const name = `${prefix}.${key.text}`;
  const inner = value.kind === 'mapping' ? value.entries[0] : undefined;
  const isGroup = inner !== undefined && isFieldName(inner) && name.length < MAX_FLAT_NAME;
  return isGroup ? flatName(name, inner) : `${name}: …`;
}

/** A `readme` of `null`, as an export has it, counts as not declared. */
function declareMetadata(
  { fields, builder }: DocumentPosition,
  key: Item,
  entries: KeyEntries,
): void {
  const { vdt, readme, deprecated, push, securityGroup } = entries;
  refusePassword(fields, entries.password);
  const declared = {
    vdt: vdt && fields.oneOf(vdt, VDTS, 'unknown-vdt'),
    readme: readme && (isNull(readme.value) ? undefined : fields.textOrEmpty(readme)),
    deprecated: deprecated && fields.boolean(deprecated),
    push: push && fields.boolean(push),
    securityGroup: securityGroup && fields.text(securityGroup),
  };
  builder.metadata(key, declared, (field) => entries[field] && fields.place(entries[field].key));
}

function addValue(at: DocumentPosition, key: Item, entry: Entry, context: Context): void {
  const content = readValue(at, entry.value);
  if (content !== undefined)
    at.builder.row(key, { context, ...content, place: at.fields.place(entry.key) });
}

function readOpp({ fields, builder, context }: DocumentPosition, key: Item, entry: Entry): void {
  if (!fields.isDelete(entry)) return;
  if (context === undefined) {
    builder.absentKey(key, fields.place(entry.key));
    return;
  }
  const message = 'A document with `context:` cannot delete a whole key.';
  const hint =
    'Use `value: { opp: delete }` for the value in this context, or delete the key in a document without `context:`.';
  fields.error({ code: 'bad-option', at: entry.key, message, hint });
}

/** The value at a node; `undefined` after reporting why it is invalid. */
function readValue(
  { fields, content: contentOf }: DocumentPosition,
  node: Node,
): Content | undefined {
  if (node.kind === 'scalar')
    return contentOf({ key: textNode(node.offset, 'value'), value: node });
  const entries = node.kind === 'mapping' ? node.entries : [];
  const isField = ({ key }: Entry) => VALUE_FIELDS.some((field) => field === key.text);
  const [given, second] = entries.filter(isField);
  const other = given && entries.find((entry) => !isField(entry));
  if (given !== undefined && other !== undefined) refuseOther(fields, given, other);
  if (second !== undefined) {
    const message = 'A value can have only one of `value`, `path`, `env` and `opp: delete`.';
    return fields.error({
      code: 'value-object',
      at: second.key,
      message,
      hint: 'Keep one of them.',
    });
  }
  const { key, value } = given ?? { key: textNode(node.offset, 'value'), value: node };
  const isNested = key.text === 'value' && value.kind !== 'scalar';
  const content = isNested ? undefined : contentOf({ key, value });
  // A mixture is read only for further errors.
  if (other !== undefined) return undefined;
  return isNested ? { text: toJson(value), native: true } : content;
}

function refuseOther(fields: Fields, field: Entry, other: Entry): void {
  if (other.key.text === 'active') {
    const message = '`active` is not supported: once a value is inactive, no push can change it.';
    fields.error({
      code: 'deactivate',
      at: other.key,
      message,
      hint: 'Use `opp: delete` to delete it.',
    });
    return;
  }
  const message = `This mapping mixes fields of a value (\`${field.key.text}\`) with others (\`${cut(other.key.text)}\`).`;
  const hint = 'If the mapping itself is the value, wrap it in `value:`.';
  fields.error({ code: 'value-object', at: other.key, message, hint });
}

function readFiles(at: DocumentPosition, entry: Entry): void {
  for (const file of at.fields.mapping(entry.value, '`files`')?.entries ?? [])
    if (checkFilePath(at.fields, file.key.text, file.key.offset)) readFile(at, file);
}

function readFile(at: DocumentPosition, file: Entry): void {
  const { text: path } = file.key;
  const entries = file.value.kind === 'mapping' ? file.value.entries : [];
  if (entries.length === 0) {
    const where = isNothing(file.value) ? file.key : file.value;
    const message = `The file \`${path}\` needs contexts, with content for each.`;
    const hint = 'Add `"*;*": { path: … }` or `"*;*": { content: … }` below it.';
    at.fields.error({ code: 'wrong-type', at: where, message, hint });
  } else if (entries.some(({ key }) => isFileField(key.text)))
    addFile(at, path, file, at.context ?? EVERYWHERE);
  else
    for (const contextEntry of entries) {
      const context = at.builder.contexts.read(at.fields, contextEntry.key);
      if (context !== undefined) addFile(at, path, contextEntry, context);
    }
}

function addFile(
  at: DocumentPosition,
  path: string,
  { key, value }: Entry,
  context: Context,
): void {
  const { fields } = at;
  if (value.kind !== 'mapping') {
    const message = 'The content of a file must be a mapping.';
    const hint =
      'Use `{ path: … }` for a file next to this document, or `{ content: … }` for inline text.';
    fields.error({ code: 'wrong-type', at: value, message, hint });
    return;
  }
  const { password, securityGroup, ...contents } = fields.known(value, FILE_FIELDS, 'A file');
  refusePassword(fields, password);
  const [given, second] = Object.values(contents);
  if (given === undefined || second !== undefined) {
    const message = 'A file needs exactly one of `path`, `content`, `env` and `opp: delete`.';
    const hint = 'For an empty file, use `content: ""`.';
    fields.error({ code: 'value-object', at: second?.key ?? key, message, hint });
  } else addContent(at, given, { path, context, place: fields.place(key), securityGroup });
}

/** The content may be anything but null. A deleted file cannot declare a group. @param given the content, or `opp` */
function addContent(
  { fields, builder, content: contentOf }: DocumentPosition,
  given: Entry,
  {
    path,
    securityGroup,
    ...row
  }: { path: string; context: Context; place: Place; securityGroup: Entry | undefined },
): void {
  const group = securityGroup && fields.text(securityGroup);
  const content = contentOf(given);
  if (content === undefined) return;
  const { text, absent, unknown } = content;
  if (absent && securityGroup !== undefined) {
    const message = 'A file with `opp: delete` cannot have a `securityGroup`.';
    fields.error({ code: 'value-object', at: securityGroup.key, message, hint: 'Remove it.' });
  }
  if (text === null && !absent && !unknown)
    fields.error({
      code: 'wrong-type',
      at: given.value,
      message: 'The content of a file cannot be null.',
    });
  else {
    builder.row(builder.file(path), { ...row, ...content, text: text ?? '', securityGroup: group });
  }
}

/** Reports paths that the server would reject or store under another name. */
export function checkFilePath(fields: Fields, path: string, at: number): boolean {
  const { why, hint } = filePathProblem(path) ?? {};
  if (why !== undefined)
    fields.error({ code: 'file-path', at, message: `The path \`${cut(path)}\` ${why}.`, hint });
  return why === undefined;
}

/** `data:` has entries of keys and files in the shape of a push body or an export. */
function readData(at: DocumentPosition, entry: Entry): void {
  for (const item of listIn(at.fields, entry)) {
    if (item.kind !== 'mapping') {
      const message = 'Each item of `data` must be a key entry or a file entry.';
      at.fields.error({ code: 'wrong-type', at: item, message });
    } else if (item.entries.some(({ key }) => key.text === 'file')) readFileEntry(at, item);
    else readKeyEntry(at, item);
  }
}

function readKeyEntry(at: DocumentPosition, node: Mapping): void {
  const entries = at.fields.known(node, KEY_ENTRY_FIELDS, 'A key entry');
  if (entries.key === undefined) {
    const message = 'This entry has neither `key` nor `file`.';
    at.fields.error({ code: 'missing-field', at: node, message, hint: 'Add `key` or `file`.' });
    return;
  }
  const name = at.fields.text(entries.key);
  const key =
    name === undefined ? undefined : at.builder.key(name, at.fields.place(entries.key.value));
  if (key === undefined) return;
  const { values, opp } = entries;
  declareMetadata(at, key, entries);
  if (opp && at.fields.isDelete(opp)) at.builder.absentKey(key, at.fields.place(opp.key));
  for (const value of values === undefined ? [] : listIn(at.fields, values))
    readValueEntry(at, key, value);
}

function readValueEntry(at: DocumentPosition, key: Item, node: Node): void {
  const { fields } = at;
  if (node.kind !== 'mapping') {
    const message = 'Each item of `values` must be a mapping with a `context`.';
    fields.error({ code: 'wrong-type', at: node, message });
    return;
  }
  const entries = fields.known(node, VALUE_ENTRY_FIELDS, 'A value entry');
  const context = contextOf(at, node, entries);
  const given = entries.opp ?? entries.value;
  if (context === undefined) return;
  if (given === undefined) {
    const message = 'This value entry has neither `value` nor `opp`.';
    const hint = 'Add `value` (`null` is allowed) or `opp: delete`.';
    fields.error({ code: 'missing-field', at: node, message, hint });
  } else {
    const content = at.content(given);
    if (content !== undefined)
      at.builder.row(key, { context, ...content, place: fields.place(given.key) });
  }
}

function readFileEntry(at: DocumentPosition, node: Mapping): void {
  const { fields } = at;
  const entries = fields.known(node, FILE_ENTRY_FIELDS, 'A file entry');
  const { file, securityGroup } = entries;
  const path = file && fields.text(file);
  if (file === undefined || path === undefined) return;
  refusePassword(fields, entries.password);
  const context = contextOf(at, node, entries);
  const given = entries.opp ?? entries.content;
  if (context === undefined || !checkFilePath(fields, path, file.value.offset)) return;
  if (given)
    addContent(at, given, { path, context, place: fields.place(file.value), securityGroup });
  else {
    const message = 'This file entry has neither `content` nor `opp`.';
    fields.error({
      code: 'missing-field',
      at: node,
      message,
      hint: 'Add `content` or `opp: delete`.',
    });
  }
}

/** The context of a value entry or a file entry, which cannot be inactive. */
function contextOf(
  { fields, builder }: DocumentPosition,
  node: Mapping,
  { context, active }: { context?: Entry; active?: Entry },
): Context | undefined {
  if (active && fields.boolean(active) === false) {
    const message =
      '`active: false` is not supported: once an item is inactive, no push can change it.';
    fields.error({
      code: 'deactivate',
      at: active.key,
      message,
      hint: 'Use `opp: delete` to delete it.',
    });
  }
  if (context?.value.kind === 'scalar' && !isNothing(context.value))
    return builder.contexts.read(fields, context.value);
  const where = context?.value ?? node;
  const message = 'This entry needs a `context`.';
  const hint = 'Add one, with one element per level and `*` for any.';
  return fields.error({ code: 'missing-field', at: where, message, hint });
}

function listIn(fields: Fields, { key, value }: Entry): Node[] {
  if (value.kind === 'sequence') return value.items;
  if (!isNothing(value))
    fields.error({ code: 'wrong-type', at: value, message: `\`${key.text}\` must be a list.` });
  return [];
}
