// The JSON Schema of one item of `sources`: a path, or a mapping with a shape for each field.
import { FOR_FILES, FOR_KEYS, SOURCE_DEPTH } from '../documents/source-fields.ts';
import { SOURCE_FORMAT_HELP, SOURCE_HELP, SOURCE_ITEM_HELP, SOURCE_KIND_HELP } from '../model/project-help.ts';
import { SOURCE_FORMATS, SOURCE_KINDS, type SourceField } from '../model/sources.ts';
import { VDTS } from '../model/state.ts';
import { CONTEXT, GLOB, patternOf, SOURCE_PATH } from './patterns.ts';
import {
  choiceOf,
  conditional,
  described,
  excluded,
  fieldsOf,
  GLOBS,
  mappingOf,
  namedBy,
  SCALAR,
  type Schema,
  TEXT,
} from './schema.ts';

const PATH: Schema = {
  ...TEXT,
  pattern: SOURCE_PATH,
  patternErrorMessage: 'A path is a glob relative to the folder of the project file, and stays inside of it.',
};

const SHAPES: Record<SourceField, Schema> = {
  path: PATH,
  as: choiceOf(SOURCE_KINDS, SOURCE_KIND_HELP),
  format: choiceOf(SOURCE_FORMATS, SOURCE_FORMAT_HELP),
  context: { ...TEXT, pattern: CONTEXT },
  elements: { type: ['object', 'null'], additionalProperties: TEXT },
  prefix: SCALAR,
  strip: SCALAR,
  separator: SCALAR,
  depth: { type: ['integer', 'string'], pattern: patternOf(SOURCE_DEPTH), minimum: 1, maximum: 999 },
  types: namedBy(GLOB, { enum: VDTS }),
  keys: GLOBS,
  ignore: GLOBS,
  root: TEXT,
};

/** A text is the path of a source without other fields. */
export function sourceSchema(): Schema {
  return described(SOURCE_ITEM_HELP, {
    ...PATH,
    ...mappingOf(fieldsOf(SHAPES, SOURCE_HELP)),
    type: ['string', 'number', 'boolean', 'object'],
    required: ['path'],
    ...conditional(
      { properties: { as: { const: 'files' } }, required: ['as'] },
      excluded(FOR_KEYS),
      excluded(FOR_FILES),
    ),
  });
}
