// The JSON Schema of documents: `keys` and `files`, with one shape for each field, and `data` of data-schema.ts.
import { KEY_NAME } from '../documents/state-builder.ts';
import type { DocumentField, FileField, KeyField } from '../model/document-fields.ts';
import { DOCUMENT_FILE_HELP, DOCUMENT_HELP, FILE_HELP, ITEM_HELP, KEY_HELP } from '../model/document-help.ts';
import { dataDefinitions, METADATA_SHAPES, NO_METADATA } from './data-schema.ts';
import { CONTEXT, FILE_CONTEXT, FILE_PATH, patternOf } from './patterns.ts';
import {
  ANY_TEXT,
  DELETE,
  described,
  excluded,
  fieldsOf,
  namedBy,
  RELATIVE,
  ref,
  rootSchema,
  type Schema,
  TEXT,
  VARIABLE_NAME,
} from './schema.ts';
import { typedValues, valueDefinitions } from './value-schema.ts';

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
