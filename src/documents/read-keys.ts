// Reads `keys:` of a document: a single value, or a mapping with values and metadata.
import { type Item, VDTS } from '../model/state.ts';
import { nearest } from '../lib/text.ts';
import { type Context, EVERYWHERE } from '../model/context.ts';
import { cut } from '../model/diagnostic.ts';
import { KEY_FIELDS, REFUSED_FIELD, VALUE_FIELDS } from '../model/document-fields.ts';
import { type Content, type ContentReader, refusePassword } from './content.ts';
import { type Fields, isFieldName } from './fields.ts';
import type { StateBuilder } from './state-builder.ts';
import { type Entry, isNull, type Mapping, type Node, textAt, toJson } from './syntax-tree.ts';

type KeyEntries = Partial<Record<(typeof KEY_FIELDS)[number], Entry>>;

/** What the readers of one document share. */
export interface DocumentPosition {
  fields: Fields;
  builder: StateBuilder;
  reader: ContentReader;
  /** Path of the document, relative to the root. */
  document: string;
  /** `context:` of the document. */
  context?: Context;
}

export function readKeys(at: DocumentPosition, entry: Entry): void {
  for (const key of at.fields.mapping(entry.value, '`keys`')?.entries ?? []) readKey(at, key);
}

function readKey(at: DocumentPosition, entry: Entry): void {
  const key = at.builder.key(entry.key.text, at.fields.place(entry.key));
  if (key === undefined) return;
  if (entry.value.kind === 'mapping') readKeyObject(at, key, entry.value);
  else addValue(at, key, entry, at.context ?? EVERYWHERE);
}

function readKeyObject(at: DocumentPosition, key: Item, node: Mapping): void {
  if (isNested(at.fields, key, node)) return;
  const found: KeyEntries = at.fields.known(node, KEY_FIELDS, 'A key');
  declareMetadata(at, key, found);
  if (found.value) addValue(at, key, found.value, at.context ?? EVERYWHERE);
  if (found.values) readValues(at, key, found.values);
  if (found.opp) readOpp(at, key, found.opp);
}

/** Reports contexts, or names of further keys, that stand in the place of the fields. One error explains all of them. */
function isNested(fields: Fields, key: Item, { entries }: Mapping): boolean {
  const [first] = entries;
  if (first === undefined || entries.some(({ key: { text } }) => isLikeField(text))) return false;
  if (entries.every(({ key: { text } }) => text === REFUSED_FIELD)) return false;
  if (entries.some(({ key: { text } }) => text === '*' || text.includes(';'))) {
    const message = `The contexts of ${key.name} stand directly below the key.`;
    const shown = CONTEXT.test(first.key.text) ? first.key.text : '*';
    const hint = `Write \`values:\` below ${key.name}, and the contexts below it: \`values: { "${shown}": … }\`.`;
    fields.error({ code: 'unknown-field', at: first.key, message, hint });
    return true;
  }
  if (!entries.every(isFieldName)) return false;
  const message = `${key.name} has the name \`${first.key.text}\` below it, but keys are flat.`;
  const hint = `If it is a part of the key's name, write \`${flatName(key.name, first)}\`. If it is an element of a context, write \`${key.name}: { values: { … } }\` with the context in full. If the mapping itself is the value, write \`${key.name}: { vdt: Map, value: { … } }\`.`;
  fields.error({ code: 'unknown-field', at: first.key, message, hint });
  return true;
}

/** `password` is refused as a field, and is a likely name in a group of keys. */
const USUAL_FIELDS = KEY_FIELDS.filter((field) => field !== REFUSED_FIELD);

function isLikeField(name: string): boolean {
  return USUAL_FIELDS.some((field) => field === name) || nearest(name, USUAL_FIELDS) !== undefined;
}

/** A context that may be quoted: it is no password. */
const CONTEXT = /^(?:[\w.+-]{1,40}|\*)(?:;(?:[\w.+-]{1,40}|\*)){0,9}$/;

/** Characters of a name in a hint. */
const MAX_FLAT_NAME = 60;

/** `db.primary.host: …`, of the first value in nested mappings. */
function flatName(prefix: string, { key, value }: Entry): string {
  const name = `${prefix}.${key.text}`;
  const inner = value.kind === 'mapping' ? value.entries[0] : undefined;
  return inner !== undefined && isFieldName(inner) && name.length < MAX_FLAT_NAME
    ? flatName(name, inner)
    : `${name}: …`;
}

/** A `readme` of `null`, as an export has it, counts as not declared. */
export function declareMetadata({ fields, builder }: DocumentPosition, key: Item, found: KeyEntries): void {
  const { vdt, readme, deprecated, push, securityGroup } = found;
  refusePassword(fields, found.password);
  const declared = {
    vdt: vdt && fields.oneOf(vdt, VDTS, 'unknown-vdt'),
    readme: readme && (isNull(readme.value) ? undefined : readText(fields, readme)),
    deprecated: deprecated && fields.boolean(deprecated),
    push: push && fields.boolean(push),
    securityGroup: securityGroup && fields.text(securityGroup),
  };
  builder.metadata(key, declared, (field) => found[field] && fields.place(found[field].key));
}

/** Text that may be empty. */
function readText(fields: Fields, { key, value }: Entry): string | undefined {
  if (value.kind === 'scalar') return value.text;
  return fields.error({ code: 'wrong-type', at: value, message: `\`${key.text}\` must be text.` });
}

function readValues(at: DocumentPosition, key: Item, entry: Entry): void {
  for (const value of at.fields.mapping(entry.value, '`values`')?.entries ?? []) {
    const context = at.builder.contexts.read(at.fields, value.key);
    if (context !== undefined) addValue(at, key, value, context);
  }
}

function addValue(at: DocumentPosition, key: Item, entry: Entry, context: Context): void {
  const content = readValue(at, entry.value);
  if (content !== undefined) at.builder.row(key, { context, ...content, place: at.fields.place(entry.key) });
}

function readOpp(at: DocumentPosition, key: Item, entry: Entry): void {
  if (!at.fields.isDelete(entry)) return;
  if (at.context === undefined) {
    at.builder.absentKey(key, at.fields.place(entry.key));
    return;
  }
  at.fields.error({
    code: 'bad-option',
    at: entry.key,
    message: 'A document with `context:` cannot delete a whole key.',
    hint: 'Use `value: { opp: delete }` for the value in this context, or delete the key in a document without `context:`.',
  });
}

const CHOICES = '`value`, `path`, `env` and `opp: delete`';

/** The value at a node; `undefined` after reporting why it is invalid. */
function readValue(at: DocumentPosition, node: Node): Content | undefined {
  const entries = node.kind === 'mapping' ? node.entries : [];
  const isField = ({ key }: Entry) => VALUE_FIELDS.some((field) => field === key.text);
  const [entry, second] = entries.filter(isField);
  if (entry === undefined) return readField(at, { key: textAt(node.offset, 'value'), value: node });
  const other = entries.find((one) => !isField(one));
  if (other !== undefined) refuseOther(at.fields, { own: entry, other });
  if (second !== undefined) {
    const message = `A value takes one of ${CHOICES}, not two.`;
    return at.fields.error({ code: 'value-object', at: second.key, message, hint: 'Keep one of them.' });
  }
  const content = readField(at, entry);
  return other === undefined ? content : undefined;
}

/** A mixture is read only for further mistakes. */
function refuseOther(fields: Fields, { own, other }: { own: Entry; other: Entry }): void {
  if (other.key.text === 'active') {
    const message = '`active` is not supported: a push can no longer change an inactive value.';
    fields.error({ code: 'deactivate', at: other.key, message, hint: 'Use `opp: delete` to delete it.' });
    return;
  }
  const message = `This mapping mixes fields of a value (\`${own.key.text}\`) with others (\`${cut(other.key.text)}\`).`;
  const hint = 'If the mapping itself is the value, wrap it in `value:`.';
  fields.error({ code: 'value-object', at: other.key, message, hint });
}

function readField(at: DocumentPosition, entry: Entry): Content | undefined {
  const { key, value } = entry;
  if (key.text === 'value' && value.kind !== 'scalar') return { text: toJson(value), native: true };
  return at.reader.field(at.fields, entry, at.document);
}
