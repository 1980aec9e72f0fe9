// `keys:` of a document: one value, or a mapping of values and metadata.
import { type Context, contextId, EVERYWHERE } from '../model/context.ts';
import { compareText } from '../model/diagnostic.ts';
import type { Key, KeyMetadata } from '../model/state.ts';
import { VDTS } from '../model/vdt.ts';
import type { StateBuilder } from './builder.ts';
import type { ContentReader } from './content.ts';
import type { Fields } from './fields.ts';
import { refusePassword } from './passwords.ts';
import { type Entry, isNull, type Mapping } from './tree.ts';
import { readValue } from './value.ts';

const KEY_FIELDS = [
  'readme',
  'vdt',
  'deprecated',
  'push',
  'securityGroup',
  'password',
  'value',
  'values',
  'opp',
] as const;
type Found = Partial<Record<(typeof KEY_FIELDS)[number], Entry>>;

/** One document on its way into the builder. */
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
  const keys = at.fields.mapping(entry.value, '`keys`');
  for (const key of keys?.entries ?? []) readKey(at, key);
}

function readKey(at: DocumentPosition, entry: Entry): void {
  const key = at.builder.key(entry.key.text, at.fields.place(entry.key));
  if (key === undefined) return;
  if (entry.value.kind === 'mapping') readKeyObject(at, key, entry.value);
  else addValue(at, key, { entry, context: at.context ?? EVERYWHERE });
}

function readKeyObject(at: DocumentPosition, key: Key, node: Mapping): void {
  const misplaced = node.entries.find(({ key: name }) => name.text === 'path' || name.text === 'env');
  if (misplaced !== undefined && node.entries.length === 1) {
    const field = misplaced.key.text;
    const hint = `Write \`value: { ${field}: … }\`.`;
    at.fields.error({
      code: 'unknown-field',
      at: misplaced.key,
      message: `A key has no field \`${field}\`; a value has.`,
      hint,
    });
    return;
  }
  const found: Found = at.fields.known(node, KEY_FIELDS, 'A key');
  const metadata = readMetadata(at.fields, found);
  at.builder.metadata(key, metadata, (field) => found[field] && at.fields.place(found[field].key));
  if (found.value) addValue(at, key, { entry: found.value, context: at.context ?? EVERYWHERE });
  if (found.values) readValues(at, key, found.values);
  if (found.opp) readOpp(at, key, found.opp);
  refusePassword(at.fields, found.password);
}

/** Members that are declared, with `null` of the interface's own shape counting as not declared. */
export function readMetadata(fields: Fields, found: Found): KeyMetadata {
  const { vdt, readme, deprecated, push, securityGroup } = found;
  const metadata: KeyMetadata = {};
  const type = vdt && fields.oneOf(vdt, VDTS, 'unknown-vdt');
  if (type !== undefined) metadata.vdt = type;
  if (readme && !isNull(readme.value)) {
    if (readme.value.kind === 'scalar') metadata.readme = readme.value.text;
    else fields.error({ code: 'wrong-type', at: readme.value, message: '`readme` is a text.' });
  }
  const isDeprecated = deprecated && fields.boolean(deprecated);
  if (isDeprecated !== undefined) metadata.deprecated = isDeprecated;
  const isPush = push && fields.boolean(push);
  if (isPush !== undefined) metadata.push = isPush;
  const group = securityGroup && fields.text(securityGroup);
  if (group !== undefined) metadata.securityGroup = group;
  return metadata;
}

function readValues(at: DocumentPosition, key: Key, entry: Entry): void {
  const values = at.fields.mapping(entry.value, '`values`');
  const found: InContext[] = [];
  for (const value of values?.entries ?? []) {
    const context = at.builder.contexts.read(at.fields, value.key);
    if (context !== undefined) found.push({ entry: value, context });
  }
  // In the order of the state: put in otherwise, they would have to be put in order again.
  found.sort((a, b) => compareText(contextId(a.context), contextId(b.context)));
  for (const value of found) addValue(at, key, value);
}

interface InContext {
  entry: Entry;
  context: Context;
}

function addValue(at: DocumentPosition, key: Key, { entry, context }: InContext): void {
  const { fields, reader, document } = at;
  const place = fields.place(entry.key);
  const value = readValue({ fields, reader, document, context, place }, entry.value);
  if (value !== undefined) at.builder.value(key, value);
}

function readOpp(at: DocumentPosition, key: Key, entry: Entry): void {
  if (at.fields.oneOf(entry, ['delete'], 'bad-option') === undefined) return;
  if (at.context === undefined) {
    at.builder.absentKey(key, at.fields.place(entry.key));
    return;
  }
  at.fields.error({
    code: 'bad-option',
    at: entry.key,
    message: 'A whole key cannot be deleted in a document with `context:`.',
    hint: 'Write `value: { opp: delete }` for the value of this context, or declare it in a document without `context:`.',
  });
}
