// The JSON Schema of the project file and its sources: one shape for each field, so that a field without one is a type error.
import { FOR_FILES, FOR_KEYS, SOURCE_DEPTH } from '../documents/source-fields.ts';
import { MAX_GLOB_LENGTH } from '../lib/glob.ts';
import {
  APPROVALS_HELP,
  limitHelp,
  ON_DRIFT_HELP,
  PASSWORD_HELP,
  PROJECT_FILE_HELP,
  PROJECT_HELP,
  PRUNE_HELP,
  READS_HELP,
  SCOPE_HELP,
  SOURCE_FORMAT_HELP,
  SOURCE_HELP,
  SOURCE_ITEM_HELP,
  SOURCE_KIND_HELP,
  TARGET_HELP,
} from './project-help.ts';
import {
  APPROVALS,
  ATOMIC,
  BATCH_SIZE,
  CLIENT_VERSION,
  COUNT,
  FORMAT_VERSION,
  LIMIT_NAMES,
  type LimitName,
  LIMITS,
  limitText,
  ON_DRIFT,
  PROJECT_FIELDS,
  type ProjectField,
  PRUNE_MODES,
  REPOSITORY,
  SHARE,
  TARGET_FIELDS,
} from '../model/project.ts';
import { READ_MODES } from '../model/server-reads.ts';
import { SOURCE_FORMATS, SOURCE_KINDS, type SourceField } from '../model/sources.ts';
import { VDTS } from '../model/state.ts';
import { TARGET_NAME } from '../model/targets.ts';
import {
  BOOLEAN,
  choiceOf,
  conditional,
  CONTEXT,
  CONTEXT_GLOBS,
  described,
  excluded,
  fieldsOf,
  GLOB,
  GLOB_HINT,
  GLOBS,
  INCLUDE,
  mappingOf,
  namedBy,
  patternOf,
  PLAIN_URL,
  ref,
  rootSchema,
  SCALAR,
  type Schema,
  SOURCE_PATH,
  TEXT,
  textsOf,
  VARIABLE_NAME,
} from './schema.ts';

/** Of at most nine digits. */
const MAX_COUNT = 999_999_999;

const SCOPE = mappingOf(fieldsOf({ keys: GLOBS, contexts: CONTEXT_GLOBS, files: GLOBS }, SCOPE_HELP));

const PASSWORD = described(PASSWORD_HELP, {
  type: 'object',
  properties: { env: described(PASSWORD_HELP, VARIABLE_NAME) },
  additionalProperties: false,
  required: ['env'],
});

const SHAPES: Record<ProjectField, Schema> = {
  version: { enum: [Number(FORMAT_VERSION), FORMAT_VERSION] },
  url: {
    type: 'string',
    pattern: PLAIN_URL,
    patternErrorMessage: 'Use an address such as https://config.example.com, without user name, password, ? or #.',
  },
  repository: {
    type: 'string',
    pattern: patternOf(REPOSITORY),
    patternErrorMessage: 'Use a name of the form account/name, such as acme/shop.',
  },
  levels: textsOf(TEXT),
  order: { type: ['object', 'null'], additionalProperties: textsOf(TEXT) },
  include: textsOf({
    ...TEXT,
    pattern: INCLUDE,
    patternErrorMessage: `A glob is relative to the folder of the project file, and cannot leave it. ${GLOB_HINT}`,
    maxLength: MAX_GLOB_LENGTH,
  }),
  sources: conditional({ type: 'array' }, { items: ref('source') }, ref('source')),
  prune: choiceOf(PRUNE_MODES, PRUNE_HELP),
  onDrift: choiceOf(ON_DRIFT, ON_DRIFT_HELP),
  reads: choiceOf(READ_MODES, READS_HELP),
  clientVersion: {
    type: 'string',
    pattern: patternOf(CLIENT_VERSION),
    patternErrorMessage: 'Use a client API version such as v1.5.',
  },
  ignore: SCOPE,
  allowNewContexts: textsOf(TEXT),
  forceKeyPush: BOOLEAN,
  batch: {
    type: ['string', 'integer'],
    pattern: `^${ATOMIC}$|${patternOf(BATCH_SIZE)}`,
    patternErrorMessage: `Use ${ATOMIC}, or a number of values and files per push.`,
    minimum: 1,
    maximum: MAX_COUNT,
  },
  scope: SCOPE,
  protect: GLOBS,
  limits: mappingOf(Object.fromEntries(LIMIT_NAMES.map((name) => [name, limitShape(name)]))),
  approvals: choiceOf(APPROVALS, APPROVALS_HELP),
  redact: GLOBS,
  allowSecrets: GLOBS,
  passwords: { type: ['object', 'null'], additionalProperties: PASSWORD },
  targets: {
    type: 'object',
    minProperties: 1,
    patternProperties: { [patternOf(TARGET_NAME)]: ref('target') },
    additionalProperties: false,
  },
};

function patterned(expression: RegExp): Schema {
  return { type: 'string', pattern: patternOf(expression) };
}

/** A share is text, because of its `%`. */
function limitShape(name: LimitName): Schema {
  const { standard, isShare } = LIMITS[name];
  const shape = isShare
    ? { ...patterned(SHARE), patternErrorMessage: `Use a share from 0% to 100%, such as ${limitText(name, standard)}.` }
    : { type: ['integer', 'string'], pattern: patternOf(COUNT), minimum: 0, maximum: MAX_COUNT };
  return described(limitHelp(name, isShare ? limitText(name, standard) : standard), shape);
}

export function projectSchema(): Schema {
  const fields = fieldsOf(SHAPES, PROJECT_HELP);
  const inTarget = Object.fromEntries(TARGET_FIELDS.map((field) => [field, { $ref: `#/properties/${field}` }]));
  return rootSchema('project', PROJECT_FILE_HELP, {
    type: 'object',
    properties: Object.fromEntries(PROJECT_FIELDS.map((field) => [field, fields[field]])),
    additionalProperties: false,
    dependencies: { order: ['levels'], targets: { properties: { repository: false } } },
    definitions: {
      source: sourceSchema(),
      target: described(TARGET_HELP, {
        type: 'object',
        properties: inTarget,
        additionalProperties: false,
        required: ['repository'],
      }),
    },
  });
}

const SOURCE_PATH_SHAPE: Schema = {
  ...TEXT,
  pattern: SOURCE_PATH,
  patternErrorMessage: 'A path is a glob relative to the folder of the project file, and cannot leave it.',
};

const SOURCE_SHAPES: Record<SourceField, Schema> = {
  path: SOURCE_PATH_SHAPE,
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
function sourceSchema(): Schema {
  return described(SOURCE_ITEM_HELP, {
    ...SOURCE_PATH_SHAPE,
    ...mappingOf(fieldsOf(SOURCE_SHAPES, SOURCE_HELP)),
    type: ['string', 'number', 'boolean', 'object'],
    required: ['path'],
    ...conditional(
      { properties: { as: { const: 'files' } }, required: ['as'] },
      excluded(FOR_KEYS),
      excluded(FOR_FILES),
    ),
  });
}
