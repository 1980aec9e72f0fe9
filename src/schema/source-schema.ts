// The JSON Schema of one source of a project file: one row for each field, with its meaning and its shape.
import { FOR_FILES, FOR_KEYS } from '../documents/source-fields.ts';
import { SOURCE_KINDS, type SourceField, type SourceKind } from '../model/sources.ts';
import { VDTS } from '../model/state.ts';
import {
  choiceOf,
  conditional,
  CONTEXT,
  described,
  excluded,
  type Field,
  fieldsOf,
  GLOB,
  GLOBS,
  mappingOf,
  namedBy,
  SCALAR,
  type Schema,
  SOURCE_PATH,
  TEXT,
} from './schema.ts';

const SOURCES = 'sources.md#declare-sources';
const AS_FILES = 'sources.md#files-as-they-are';

const PATH: Schema = {
  ...TEXT,
  pattern: SOURCE_PATH,
  patternErrorMessage: 'A path is a glob relative to the folder of the project file, and cannot leave it.',
};

const FIELDS: Record<SourceField, Field> = {
  path: {
    text: 'A glob of the files, relative to the project file. `{Level}` matches the name of an element.',
    page: SOURCES,
    examples: ['apps/{Application}/application-{Environment}.properties'],
    schema: PATH,
  },
  as: {
    text: 'What each file becomes.',
    page: AS_FILES,
    standard: SOURCE_KINDS[0],
    schema: choiceOf<SourceKind>({
      keys: 'Its content is read as keys.',
      files: 'It is a file of the server, with its content as it is.',
    }),
  },
  context: {
    text: 'Elements of the levels that `path` does not name. A level that neither of them names is `*`.',
    page: SOURCES,
    examples: ['Production;*'],
    schema: { ...TEXT, pattern: CONTEXT },
  },
  elements: {
    text: 'Names in the path, and the elements that they stand for, where the two differ.',
    page: SOURCES,
    examples: [{ prod: 'Production' }],
    schema: { type: ['object', 'null'], additionalProperties: TEXT },
  },
  prefix: { text: 'Put before each name.', page: SOURCES, examples: ['shop.'], schema: SCALAR },
  separator: { text: 'Joins the parts of a nested name.', page: SOURCES, standard: '.', schema: SCALAR },
  types: {
    text: 'Types of keys, by glob. The first glob that matches counts.',
    page: SOURCES,
    examples: [{ '*.port': 'Integer' }],
    schema: namedBy(GLOB, { enum: VDTS }),
  },
  keys: {
    text: 'Globs of the names to read, as they are on the server.',
    page: SOURCES,
    examples: [['shop.*']],
    schema: GLOBS,
  },
  ignore: {
    text: 'Globs of the names to leave out, as they are on the server.',
    page: SOURCES,
    examples: [['tmp.*']],
    schema: GLOBS,
  },
  root: {
    text: 'The folder that paths on the server are relative to.',
    page: AS_FILES,
    examples: ['nginx'],
    schema: TEXT,
  },
};

/** A text is the path of a source without other fields. */
export function sourceSchema(): Schema {
  return described({
    text: 'A source: its path, or a mapping with its fields.',
    page: SOURCES,
    schema: {
      ...PATH,
      ...mappingOf(fieldsOf(FIELDS)),
      type: ['string', 'number', 'boolean', 'object'],
      required: ['path'],
      ...conditional(
        { properties: { as: { const: 'files' } }, required: ['as'] },
        excluded(FOR_KEYS),
        excluded(FOR_FILES),
      ),
    },
  });
}
