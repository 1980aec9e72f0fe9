// The JSON Schema of `data`, the shape of the interface, and of the metadata of keys in both shapes.
import { KEY_NAME } from '../documents/state-builder.ts';
import type { FileEntryField, KeyEntryField, ValueEntryField } from '../model/document-fields.ts';
import { FILE_ENTRY_HELP, KEY_ENTRY_HELP, VALUE_ENTRY_HELP, VDT_HELP } from '../model/document-help.ts';
import { KEY_METADATA, type KeyMetadata, VDTS } from '../model/state.ts';
import { CONTEXT, FILE_PATH, patternOf } from './patterns.ts';
import {
  ANY_TEXT,
  BOOLEAN,
  choiceOf,
  conditional,
  DELETE,
  excluded,
  fieldsOf,
  ref,
  SCALAR,
  type Schema,
  TEXT,
} from './schema.ts';

export const METADATA_SHAPES: Record<keyof KeyMetadata, Schema> = {
  vdt: choiceOf(VDTS, VDT_HELP),
  readme: SCALAR,
  deprecated: BOOLEAN,
  push: BOOLEAN,
  securityGroup: TEXT,
};

/** A `readme` of null counts as not declared. */
export const NO_METADATA: Record<string, Schema | boolean> = Object.fromEntries(
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
export function dataDefinitions(): Record<string, Schema> {
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
