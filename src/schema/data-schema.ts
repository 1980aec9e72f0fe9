// The JSON Schema of entries in `data`, and of the metadata that they share with keys and files: one row for each field.
import { KEY_NAME } from '../documents/state-builder.ts';
import type { FileEntryField, KeyEntryField, ValueEntryField } from '../model/document-fields.ts';
import { KEY_METADATA, type KeyMetadata, type Vdt } from '../model/state.ts';
import {
  ANY_TEXT,
  BOOLEAN,
  choiceOf,
  conditional,
  CONTEXT,
  DELETE,
  excluded,
  type Field,
  fieldsOf,
  FILE_PATH,
  patternOf,
  ref,
  SCALAR,
  type Schema,
  TEXT,
} from './schema.ts';

export const KEY_PAGE = 'format.md#a-key';
export const VALUE_PAGE = 'format.md#a-value';
export const FILE_PAGE = 'format.md#a-file';
export const INTERFACE = 'format.md#the-shape-of-the-interface';
const GROUP_PAGE = 'format.md#security-groups';

export const ABOUT_CONTEXTS = 'One element for each level, joined by `;`. `*` is any element.';

export const METADATA: Record<keyof KeyMetadata, Field> = {
  vdt: {
    text: 'The value type. Without it, an existing key keeps its type, and a new key is `Text`.',
    page: 'format.md#value-types',
    schema: choiceOf<Vdt>({
      Text: 'Any text.',
      Code: 'Any text, such as a program or a template.',
      JSON: 'JSON, as text or as a mapping or list.',
      Boolean: 'Either true or false.',
      Integer: 'A whole number of 32 bits.',
      Long: 'A whole number of 64 bits.',
      Double: 'A number such as 1, 1.5 or 1e5.',
      Float: 'A number such as 1, 1.5 or 1e5.',
      Map: 'A JSON object, as text or as a mapping.',
      List: 'A JSON array, as text or as a list.',
      FileRef: 'The path of a file in the repository.',
      FileEmbed: 'The path of a file in the repository, whose content an application receives.',
    }),
  },
  readme: { text: 'A description of the key.', page: KEY_PAGE, schema: SCALAR },
  deprecated: { text: 'Whether the key is deprecated.', page: KEY_PAGE, schema: BOOLEAN },
  push: {
    text: '`false` locks the key: only a token that may push locked keys can change it.',
    page: KEY_PAGE,
    schema: BOOLEAN,
  },
  securityGroup: {
    text: 'The security group of the key. `passwords` in the project file names the variable with its password.',
    page: GROUP_PAGE,
    schema: TEXT,
  },
};

/** A `readme` of null counts as not declared. */
export const NO_METADATA: Record<string, Schema | boolean> = Object.fromEntries(
  KEY_METADATA.map((field) => [field, field === 'readme' ? { type: 'null' } : false]),
);

export const FILE_GROUP: Field = {
  text: 'The security group of the file. `passwords` in the project file names the variable with its password.',
  page: GROUP_PAGE,
  schema: TEXT,
};

/** `opp` of each. */
export const ABSENT = {
  key: { text: '`delete`: the key must not exist.', page: KEY_PAGE, schema: DELETE },
  value: { text: '`delete`: the value must not exist.', page: VALUE_PAGE, schema: DELETE },
  file: { text: '`delete`: the file must not exist in this context.', page: FILE_PAGE, schema: DELETE },
} satisfies Record<string, Field>;

const ENTRY_CONTEXT: Field = {
  text: `The context. ${ABOUT_CONTEXTS}`,
  page: INTERFACE,
  examples: ['Production;*'],
  schema: { ...TEXT, pattern: CONTEXT },
};
const ACTIVE: Field = {
  text: 'Only `true`: a push can no longer change an inactive item.',
  page: INTERFACE,
  standard: true,
  schema: { enum: [true] },
};

const KEY_ENTRY: Record<KeyEntryField, Field> = {
  key: {
    text: 'The name of the key.',
    page: INTERFACE,
    examples: ['db.host'],
    schema: { ...TEXT, pattern: patternOf(KEY_NAME) },
  },
  ...METADATA,
  values: {
    text: 'The values of the key, one for each context.',
    page: INTERFACE,
    schema: { type: ['array', 'null'], items: ref('valueEntry') },
  },
  opp: ABSENT.key,
};

const VALUE_ENTRY: Record<ValueEntryField, Field> = {
  context: ENTRY_CONTEXT,
  value: { text: 'The value as text, or null.', page: INTERFACE, schema: SCALAR },
  active: ACTIVE,
  opp: ABSENT.value,
};

const FILE_ENTRY: Record<FileEntryField, Field> = {
  file: {
    text: 'The path of the file on the server.',
    page: INTERFACE,
    examples: ['nginx/app.conf'],
    schema: { ...TEXT, pattern: FILE_PATH },
  },
  context: ENTRY_CONTEXT,
  content: { text: 'The content as text.', page: INTERFACE, schema: ANY_TEXT },
  active: ACTIVE,
  securityGroup: FILE_GROUP,
  opp: ABSENT.file,
};

/** The definition `entry`, and those that it refers to. */
export function dataDefinitions(): Record<string, Schema> {
  return {
    entry: { type: 'object', ...conditional({ required: ['file'] }, ref('fileEntry'), ref('keyEntry')) },
    keyEntry: {
      properties: fieldsOf(KEY_ENTRY),
      additionalProperties: false,
      required: ['key'],
      dependencies: { opp: { properties: NO_METADATA } },
    },
    valueEntry: {
      type: 'object',
      properties: fieldsOf(VALUE_ENTRY),
      additionalProperties: false,
      required: ['context'],
      anyOf: [{ required: ['value'] }, { required: ['opp'] }],
    },
    fileEntry: {
      properties: fieldsOf(FILE_ENTRY),
      additionalProperties: false,
      required: ['file', 'context'],
      anyOf: [{ required: ['content'] }, { required: ['opp'] }],
      dependencies: { opp: excluded(['securityGroup']) },
    },
  };
}
