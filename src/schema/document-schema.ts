// The JSON Schema of documents: values, `data` and the whole, with one shape for each field.
import { KEY_NAME } from '../documents/state-builder.ts';
import {
  type DocumentField,
  type FileEntryField,
  type FileField,
  type KeyEntryField,
  type KeyField,
  VALUE_FIELDS,
  type ValueEntryField,
  type ValueField,
} from '../model/document-fields.ts';
import {
  DOCUMENT_FILE_HELP,
  DOCUMENT_HELP,
  FILE_ENTRY_HELP,
  FILE_HELP,
  ITEM_HELP,
  KEY_ENTRY_HELP,
  KEY_HELP,
  VALUE_ENTRY_HELP,
  VALUE_HELP,
  VDT_HELP,
} from './document-help.ts';
import { KEY_METADATA, type KeyMetadata, type Vdt, VDTS } from '../model/state.ts';
import { JAVA_DECIMAL } from '../semantics/value-types.ts';
import {
  ANY_TEXT,
  BOOLEAN,
  choiceOf,
  conditional,
  CONTEXT,
  DELETE,
  described,
  excluded,
  fieldsOf,
  FILE_CONTEXT,
  FILE_PATH,
  namedBy,
  patternOf,
  ref,
  RELATIVE,
  rootSchema,
  SCALAR,
  type Schema,
  silent,
  TEXT,
  VARIABLE_NAME,
} from './schema.ts';

const TEXT_TYPES = ['string', 'number', 'boolean', 'null'];

/** What a type takes as a native value or a text. Editors see numbers as numbers, not as they are written. */
const PLAIN: Record<Vdt, Schema> = {
  Text: { type: TEXT_TYPES },
  Code: { type: TEXT_TYPES },
  JSON: {},
  Boolean: { type: ['string', 'boolean', 'null'], pattern: '^(?:true|false)$' },
  Integer: wholeNumber(32),
  Long: wholeNumber(64),
  Double: decimal(),
  Float: decimal(),
  Map: { type: ['string', 'object', 'null'] },
  List: { type: ['string', 'array', 'null'] },
  FileRef: { type: TEXT_TYPES, minLength: 1 },
  FileEmbed: { type: TEXT_TYPES, minLength: 1 },
};

function wholeNumber(bits: 32 | 64): Schema {
  const limit = 2 ** (bits - 1);
  return {
    type: ['string', 'integer', 'null'],
    pattern: '^[+-]?\\p{Nd}+$',
    minimum: -limit,
    maximum: bits === 32 ? limit - 1 : limit,
  };
}

function decimal(): Schema {
  const blanks = '[\\x00-\\x20]*';
  return { type: ['string', 'number', 'null'], pattern: `^${blanks}${patternOf(JAVA_DECIMAL).slice(1, -1)}${blanks}$` };
}

const SHAPES: Record<ValueField, Schema> = {
  value: {},
  path: RELATIVE,
  env: VARIABLE_NAME,
  opp: DELETE,
};

/** The definition `value`, and one for each type that limits it. */
function valueDefinitions(): Record<string, Schema> {
  // A value object has one of the fields, and no other.
  const dependencies = Object.fromEntries(
    VALUE_FIELDS.map((field) => [field, { properties: { [field]: {} }, additionalProperties: false }]),
  );
  const value = described(ITEM_HELP.value, { properties: fieldsOf(SHAPES, VALUE_HELP), dependencies });
  return { value, ...Object.fromEntries(LIMITED.map((vdt) => [nameOf(vdt), typedValue(vdt)])) };
}

/** `JSON` takes everything. */
const LIMITED = VDTS.filter((vdt) => Object.keys(PLAIN[vdt]).length > 0);

function nameOf(vdt: Vdt): string {
  return `valueOf${vdt}`;
}

/** A value of a declared type: a value object, or what the type takes. */
function typedValue(vdt: Vdt): Schema {
  const plain = PLAIN[vdt];
  const types = plain.type as readonly string[];
  const isNative = types.includes('object');
  const fields = Object.fromEntries(VALUE_FIELDS.map((field) => [field, field === 'value' ? plain : {}]));
  return {
    ...plain,
    type: isNative ? types : [...types, 'object'],
    properties: fields,
    ...(!isNative && { additionalProperties: false, minProperties: 1 }),
  };
}

/** For each type that limits them: what `value` and `values` of a key may be. */
function typedValues(): Schema[] {
  return LIMITED.map((vdt) =>
    conditional(
      { properties: { vdt: { const: vdt } }, required: ['vdt'] },
      { properties: { value: silent(ref(nameOf(vdt))), values: silent({ additionalProperties: ref(nameOf(vdt)) }) } },
    ),
  );
}

const METADATA_SHAPES: Record<keyof KeyMetadata, Schema> = {
  vdt: choiceOf(VDTS, VDT_HELP),
  readme: SCALAR,
  deprecated: BOOLEAN,
  push: BOOLEAN,
  securityGroup: TEXT,
};

/** A `readme` of null counts as not declared. */
const NO_METADATA: Record<string, Schema | boolean> = Object.fromEntries(
  KEY_METADATA.map((field) => [field, field === 'readme' ? { type: 'null' } : false]),
);

const ENTRY_CONTEXT: Schema = { ...TEXT, pattern: CONTEXT };
const ACTIVE: Schema = { enum: [true] };

const KEY_ENTRY_SHAPES: Record<KeyEntryField, Schema> = {
  key: { ...TEXT, pattern: patternOf(KEY_NAME) },
  ...METADATA_SHAPES,
  values: { type: ['array', 'null'], items: ref('valueEntry') },
  opp: DELETE,
};

const VALUE_ENTRY_SHAPES: Record<ValueEntryField, Schema> = {
  context: ENTRY_CONTEXT,
  value: SCALAR,
  active: ACTIVE,
  opp: DELETE,
};

const FILE_ENTRY_SHAPES: Record<FileEntryField, Schema> = {
  file: { ...TEXT, pattern: FILE_PATH },
  context: ENTRY_CONTEXT,
  content: ANY_TEXT,
  active: ACTIVE,
  securityGroup: TEXT,
  opp: DELETE,
};

/** The definition `entry`, and those that it refers to. */
function dataDefinitions(): Record<string, Schema> {
  return {
    entry: { type: 'object', ...conditional({ required: ['file'] }, ref('fileEntry'), ref('keyEntry')) },
    keyEntry: {
      properties: fieldsOf(KEY_ENTRY_SHAPES, KEY_ENTRY_HELP),
      additionalProperties: false,
      required: ['key'],
      dependencies: { opp: { properties: NO_METADATA } },
    },
    valueEntry: {
      type: 'object',
      properties: fieldsOf(VALUE_ENTRY_SHAPES, VALUE_ENTRY_HELP),
      additionalProperties: false,
      required: ['context'],
      anyOf: [{ required: ['value'] }, { required: ['opp'] }],
    },
    fileEntry: {
      properties: fieldsOf(FILE_ENTRY_SHAPES, FILE_ENTRY_HELP),
      additionalProperties: false,
      required: ['file', 'context'],
      anyOf: [{ required: ['content'] }, { required: ['opp'] }],
      dependencies: { opp: excluded(['securityGroup']) },
    },
  };
}

const KEY = patternOf(KEY_NAME);

const DOCUMENT_SHAPES: Record<DocumentField, Schema> = {
  context: {
    ...TEXT,
    pattern: CONTEXT,
    patternErrorMessage: 'Use one element for each level, joined by `;`, with `*` for any element.',
  },
  keys: namedBy(KEY, ref('key')),
  files: namedBy(FILE_PATH, ref('file')),
  data: { type: ['array', 'null'], items: ref('entry') },
  changeComment: { deprecationMessage: 'Ignored: the comment of a push is the commit message. Use --change-comment.' },
  enableKeyCreation: { enum: [true] },
};

const KEY_SHAPES: Record<KeyField, Schema> = {
  ...METADATA_SHAPES,
  value: ref('value'),
  values: namedBy(CONTEXT, ref('value')),
  opp: DELETE,
};

const FILE_SHAPES: Record<FileField, Schema> = {
  path: RELATIVE,
  content: ANY_TEXT,
  env: VARIABLE_NAME,
  opp: DELETE,
  securityGroup: TEXT,
};

/** Where the content of a file can come from. */
const CONTENTS = ['path', 'content', 'env', 'opp'] as const satisfies readonly FileField[];

export function documentSchema(): Schema {
  return rootSchema('document', DOCUMENT_FILE_HELP, {
    type: 'object',
    properties: fieldsOf(DOCUMENT_SHAPES, DOCUMENT_HELP),
    additionalProperties: false,
    // A document for one context cannot delete a whole key.
    dependencies: { context: { properties: { keys: { additionalProperties: excluded(['opp']) } } } },
    definitions: {
      key: keySchema(),
      ...valueDefinitions(),
      file: fileSchema(),
      content: contentSchema(),
      ...dataDefinitions(),
    },
  });
}

/** Everything that is no mapping is the value itself. */
function keySchema(): Schema {
  return described(ITEM_HELP.key, {
    properties: fieldsOf(KEY_SHAPES, KEY_HELP),
    additionalProperties: false,
    dependencies: { opp: absentKey() },
    allOf: typedValues(),
  });
}

/** A key that must not exist has neither metadata nor values. */
function absentKey(): Schema {
  const absent: Schema = { type: 'object', required: ['opp'] };
  return { properties: { ...NO_METADATA, value: absent, values: { additionalProperties: absent } } };
}

/** The content for every context, or contexts with a content for each. */
function fileSchema(): Schema {
  const fields = fieldsOf(FILE_SHAPES, FILE_HELP);
  return described(ITEM_HELP.file, {
    type: 'object',
    minProperties: 1,
    properties: fields,
    patternProperties: { [FILE_CONTEXT]: ref('content') },
    additionalProperties: false,
    dependencies: Object.fromEntries(Object.keys(fields).map((field) => [field, ref('content')])),
  });
}

function contentSchema(): Schema {
  return described(ITEM_HELP.content, {
    type: 'object',
    properties: fieldsOf(FILE_SHAPES, FILE_HELP),
    additionalProperties: false,
    dependencies: { opp: excluded(['securityGroup']) },
    oneOf: CONTENTS.map((field) => ({ required: [field] })),
  });
}
