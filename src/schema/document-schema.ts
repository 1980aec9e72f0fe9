// The JSON Schema of documents: one row for each field, with its meaning and its shape; and what a value of each type may be.
import { KEY_NAME } from '../documents/state-builder.ts';
import {
  type DocumentField,
  type FileField,
  type KeyField,
  VALUE_FIELDS,
  type ValueField,
} from '../model/document-fields.ts';
import { type Vdt, VDTS } from '../model/state.ts';
import { JAVA_DECIMAL } from '../semantics/value-types.ts';
import {
  ABOUT_CONTEXTS,
  ABSENT,
  dataDefinitions,
  FILE_GROUP,
  FILE_PAGE,
  INTERFACE,
  KEY_PAGE,
  METADATA,
  NO_METADATA,
  VALUE_PAGE,
} from './data-schema.ts';
import {
  ANY_TEXT,
  conditional,
  CONTEXT,
  described,
  excluded,
  type Field,
  fieldsOf,
  FILE_CONTEXT,
  FILE_PATH,
  namedBy,
  patternOf,
  ref,
  RELATIVE,
  rootSchema,
  type Schema,
  silent,
  TEXT,
  VARIABLE_NAME,
} from './schema.ts';

const DOCUMENTS = 'format.md#documents';

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

const VALUE: Record<ValueField, Field> = {
  value: { text: 'The value, even if it looks like one of the other forms.', page: VALUE_PAGE, schema: {} },
  path: {
    text: 'The value is the content of this file, relative to the document.',
    page: VALUE_PAGE,
    examples: ['content/banner.html'],
    schema: RELATIVE,
  },
  env: {
    text: 'The value is that of this environment variable. It is always masked.',
    page: VALUE_PAGE,
    examples: ['DB_PASSWORD'],
    schema: VARIABLE_NAME,
  },
  opp: ABSENT.value,
};

/** The definition `value`, and one for each type that limits it. */
function valueDefinitions(): Record<string, Schema> {
  // A value object has one of the fields, and no other.
  const dependencies = Object.fromEntries(
    VALUE_FIELDS.map((field) => [field, { properties: { [field]: {} }, additionalProperties: false }]),
  );
  const value = described({
    text: 'A value: text, a value object, or JSON if the type is `Map`, `List` or `JSON`.',
    page: VALUE_PAGE,
    schema: { properties: fieldsOf(VALUE), dependencies },
  });
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

const DOCUMENT: Record<DocumentField, Field> = {
  context: {
    text: `The context of all values and files of this document that name none themselves. ${ABOUT_CONTEXTS}`,
    page: DOCUMENTS,
    examples: ['Production;*'],
    schema: {
      ...TEXT,
      pattern: CONTEXT,
      patternErrorMessage: 'Use one element for each level, joined by `;`, with `*` for any element.',
    },
  },
  keys: {
    text: 'Keys by name. `key: text` is short for `key: { value: text }`.',
    page: KEY_PAGE,
    examples: [{ 'shop.title': 'Corner Shop' }],
    schema: namedBy(patternOf(KEY_NAME), ref('key')),
  },
  files: {
    text: 'Files by path, with the content for each context.',
    page: FILE_PAGE,
    examples: [{ 'nginx/app.conf': { '*;*': { path: 'content/app.conf' } } }],
    schema: namedBy(FILE_PATH, ref('file')),
  },
  data: {
    text: "Keys and files in the server's own format, such as the body of a push or an export.",
    page: INTERFACE,
    schema: { type: ['array', 'null'], items: ref('entry') },
  },
  changeComment: {
    text: 'Ignored: the comment of a push is the commit message.',
    page: 'server-history.md',
    schema: { deprecationMessage: 'Ignored: the comment of a push is the commit message. Use --change-comment.' },
  },
  enableKeyCreation: {
    text: 'Only `true`: declared keys that are missing are always created.',
    page: INTERFACE,
    schema: { enum: [true] },
  },
};

const KEY: Record<KeyField, Field> = {
  ...METADATA,
  value: {
    text: 'The value for every context, or for the `context` of the document.',
    page: KEY_PAGE,
    schema: ref('value'),
  },
  values: {
    text: `A value for each context. ${ABOUT_CONTEXTS}`,
    page: KEY_PAGE,
    examples: [{ '*;*': 'db.dev.internal', 'Production;*': 'db.prod.internal' }],
    schema: namedBy(CONTEXT, ref('value')),
  },
  opp: ABSENT.key,
};

const FILE: Record<FileField, Field> = {
  path: {
    text: 'The content is that of this file, relative to the document.',
    page: FILE_PAGE,
    examples: ['content/app.conf'],
    schema: RELATIVE,
  },
  content: { text: 'The content as text.', page: FILE_PAGE, schema: ANY_TEXT },
  env: {
    text: 'The content is the value of this environment variable. It is always masked.',
    page: FILE_PAGE,
    examples: ['APP_LICENSE'],
    schema: VARIABLE_NAME,
  },
  opp: ABSENT.file,
  securityGroup: FILE_GROUP,
};

/** Where the content of a file can come from. */
const CONTENTS = ['path', 'content', 'env', 'opp'] as const satisfies readonly FileField[];

export function documentSchema(): Schema {
  return rootSchema('document', {
    text: 'A document of confighub-sync: keys, values and files of a configuration repository.',
    page: DOCUMENTS,
    schema: {
      type: 'object',
      properties: fieldsOf(DOCUMENT),
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
    },
  });
}

/** Everything that is no mapping is the value itself. */
function keySchema(): Schema {
  // A key that must not exist has neither metadata nor values.
  const absent: Schema = { type: 'object', required: ['opp'] };
  const absentKey = { properties: { ...NO_METADATA, value: absent, values: { additionalProperties: absent } } };
  return described({
    text: 'A key: its value, or a mapping with its values and metadata.',
    page: KEY_PAGE,
    schema: {
      properties: fieldsOf(KEY),
      additionalProperties: false,
      dependencies: { opp: absentKey },
      allOf: typedValues(),
    },
  });
}

/** The content for every context, or contexts with a content for each. */
function fileSchema(): Schema {
  return described({
    text: 'A file: its content for each context, or for every context.',
    page: FILE_PAGE,
    schema: {
      type: 'object',
      minProperties: 1,
      properties: fieldsOf(FILE),
      patternProperties: { [FILE_CONTEXT]: ref('content') },
      additionalProperties: false,
      dependencies: Object.fromEntries(Object.keys(FILE).map((field) => [field, ref('content')])),
    },
  });
}

function contentSchema(): Schema {
  return described({
    text: 'The content of the file: one of `content`, `path`, `env` or `opp: delete`.',
    page: FILE_PAGE,
    schema: {
      type: 'object',
      properties: fieldsOf(FILE),
      additionalProperties: false,
      dependencies: { opp: excluded(['securityGroup']) },
      oneOf: CONTENTS.map((field) => ({ required: [field] })),
    },
  });
}
