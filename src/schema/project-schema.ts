// The JSON Schema of the project file: one row for each field, with its meaning and its shape. A field without one is a type error.
import { MAX_GLOB_LENGTH } from '../lib/glob.ts';
import {
  APPROVALS,
  type Approvals,
  ATOMIC,
  BATCH_SIZE,
  CLIENT_VERSION,
  COUNT,
  DEFAULT_CLIENT_VERSION,
  DEFAULT_INCLUDE,
  FORMAT_VERSION,
  LIMIT_NAMES,
  type LimitName,
  LIMITS,
  limitText,
  ON_DRIFT,
  type OnDrift,
  PROJECT_FIELDS,
  type ProjectField,
  PRUNE_MODES,
  type PruneMode,
  REPOSITORY,
  SHARE,
  TARGET_FIELDS,
} from '../model/project.ts';
import type { ScopeField } from '../model/scope.ts';
import { READ_MODES, type ReadMode } from '../model/server-reads.ts';
import { TARGET_NAME } from '../model/targets.ts';
import {
  BOOLEAN,
  choiceOf,
  conditional,
  CONTEXT_GLOBS,
  described,
  type Field,
  fieldsOf,
  GLOB_HINT,
  GLOBS,
  INCLUDE,
  mappingOf,
  patternOf,
  PLAIN_URL,
  ref,
  rootSchema,
  type Schema,
  TEXT,
  textsOf,
  VARIABLE_NAME,
} from './schema.ts';
import { sourceSchema } from './source-schema.ts';

const PROJECT_PAGE = 'format.md#the-project-file';
const SCOPE_PAGE = 'format.md#scope-ignore-and-protect';
const LIMITS_PAGE = 'drift-and-deletions.md#limits';

/** Of at most nine digits. */
const MAX_COUNT = 999_999_999;

const SCOPE_FIELDS: Record<ScopeField, Field> = {
  keys: {
    text: 'Globs of key names, which ignore case.',
    page: SCOPE_PAGE,
    examples: [['shop.*', '!shop.tmp.*']],
    schema: GLOBS,
  },
  contexts: {
    text: 'Globs of contexts, one for each element. `*` is the element `*` itself, and `**` is any element.',
    page: SCOPE_PAGE,
    examples: [['Production;**']],
    schema: CONTEXT_GLOBS,
  },
  files: {
    text: 'Globs of file paths on the server.',
    page: SCOPE_PAGE,
    examples: [['nginx/**']],
    schema: GLOBS,
  },
};
const SCOPE = mappingOf(fieldsOf(SCOPE_FIELDS));

const PASSWORD = {
  text: 'The environment variable that has the password of this group. Passwords must not be stored in files.',
  page: 'format.md#security-groups',
  examples: ['DATABASE_GROUP_PASSWORD'],
};

export const PROJECT: Record<ProjectField, Field> = {
  version: {
    text: 'The version of this format.',
    page: PROJECT_PAGE,
    standard: Number(FORMAT_VERSION),
    schema: { enum: [Number(FORMAT_VERSION), FORMAT_VERSION] },
  },
  url: {
    text: 'The base URL of the server. It can also come from CONFIGHUB_URL, a flag or an input.',
    page: PROJECT_PAGE,
    examples: ['https://config.example.com'],
    schema: {
      type: 'string',
      pattern: PLAIN_URL,
      patternErrorMessage: 'Use an address such as https://config.example.com, without user name, password, ? or #.',
    },
  },
  repository: {
    text: 'The repository on the server, as `account/name`. It can also come from CONFIGHUB_REPOSITORY, a flag or an input.',
    page: PROJECT_PAGE,
    examples: ['acme/shop'],
    schema: {
      type: 'string',
      pattern: patternOf(REPOSITORY),
      patternErrorMessage: 'Use a name of the form account/name, such as acme/shop.',
    },
  },
  levels: {
    text: 'The names of the context levels, in the order of the server. They are checked against the server.',
    page: PROJECT_PAGE,
    examples: [['Environment', 'Application']],
    schema: textsOf(TEXT),
  },
  order: {
    text: 'For a level: the elements that lists show first, most important first. It needs `levels`.',
    page: 'pull-requests.md#who-receives-a-change',
    examples: [{ Environment: ['Production', 'Staging'] }],
    schema: { type: ['object', 'null'], additionalProperties: textsOf(TEXT) },
  },
  include: {
    text: 'Globs of the documents, relative to the folder of this file. A leading `!` excludes.',
    page: PROJECT_PAGE,
    standard: [DEFAULT_INCLUDE],
    schema: textsOf({
      ...TEXT,
      pattern: INCLUDE,
      patternErrorMessage: `A glob is relative to the folder of the project file, and cannot leave it. ${GLOB_HINT}`,
      maxLength: MAX_GLOB_LENGTH,
    }),
  },
  sources: {
    text: 'Files in the formats of other programs, such as `.properties`, `.env` and nested YAML or JSON, that declare keys or files.',
    page: 'sources.md#declare-sources',
    examples: [['config/*.properties'], [{ path: 'deploy/production.env', context: 'Production;*' }]],
    schema: conditional({ type: 'array' }, { items: ref('source') }, ref('source')),
  },
  prune: {
    text: 'What an apply deletes, in addition to what is declared with `opp: delete`.',
    page: 'drift-and-deletions.md#what-is-deleted',
    standard: PRUNE_MODES[0],
    schema: choiceOf<PruneMode>({
      managed: 'Deletes what the last apply declared and the files no longer declare.',
      all: 'Deletes everything in the repository that the files do not declare.',
      none: 'Deletes nothing else.',
    }),
  },
  onDrift: {
    text: 'What an apply does about items that were changed on the server since the last apply.',
    page: 'drift-and-deletions.md#what-happens-to-drift',
    standard: ON_DRIFT[0],
    schema: choiceOf<OnDrift>({
      overwrite: 'Drift is shown first and overwritten, and so are conflicts.',
      keep: 'Drift is shown and left alone; conflicts are refused.',
      fail: 'A plan with drift is refused.',
    }),
  },
  reads: {
    text: 'Which reads of the server a plan may use.',
    page: 'how-it-works.md#what-each-read-adds',
    standard: READ_MODES[0],
    schema: choiceOf<ReadMode>({
      all: 'Every read that the server offers.',
      token: 'No export, as if the repository could only be read with a token.',
      documented: 'Only documented reads.',
    }),
  },
  clientVersion: {
    text: 'The version of the client API. It is sent with each documented request.',
    page: PROJECT_PAGE,
    standard: DEFAULT_CLIENT_VERSION,
    schema: {
      type: 'string',
      pattern: patternOf(CLIENT_VERSION),
      patternErrorMessage: 'Use a client API version such as v1.5.',
    },
  },
  ignore: {
    text: 'The part of the repository that is neither read nor written. It is excluded from `scope`.',
    page: SCOPE_PAGE,
    examples: [{ keys: ['cache.*'] }],
    schema: SCOPE,
  },
  allowNewContexts: {
    text: 'Context elements that a push may create. They stay on the server for good.',
    page: 'rules.md#context-new',
    examples: [['Staging']],
    schema: textsOf(TEXT),
  },
  forceKeyPush: {
    text: 'Whether the token may push locked keys (`push: false`).',
    page: 'rules.md#key-locked',
    standard: false,
    schema: BOOLEAN,
  },
  batch: {
    text: 'One atomic push, or the number of values and files in each push.',
    page: 'rules.md#big-push',
    standard: ATOMIC,
    examples: [ATOMIC, 100],
    schema: {
      type: ['string', 'integer'],
      pattern: `^${ATOMIC}$|${patternOf(BATCH_SIZE)}`,
      patternErrorMessage: `Use ${ATOMIC}, or a number of values and files per push.`,
      minimum: 1,
      maximum: MAX_COUNT,
    },
  },
  scope: {
    text: 'The part of the repository that this project manages. Only this part is read, written, pruned and imported.',
    page: SCOPE_PAGE,
    examples: [{ keys: ['*', '!warehouse.*'] }],
    schema: SCOPE,
  },
  protect: {
    text: 'Globs of key names and file paths that are deleted only if an approval names them.',
    page: SCOPE_PAGE,
    examples: [['payments.*']],
    schema: GLOBS,
  },
  limits: {
    text: 'How much one plan may delete and update without an approval.',
    page: LIMITS_PAGE,
    schema: limitsSchema({
      deletes: 'The share of the items that a plan may delete, in the repository and in each context.',
      updates: 'The share of the items that a plan may update, in the repository and in each context.',
      existing: 'The number of items from which the shares `deletes` and `updates` apply.',
      maxDeletes: 'The number of items that a plan may delete.',
      maxUpdates: 'The number of items that a plan may update.',
    }),
  },
  approvals: {
    text: 'Whose reviews approve a refused plan.',
    page: 'pull-requests.md#approve-a-refused-plan',
    standard: APPROVALS[0],
    schema: choiceOf<Approvals>({
      other: 'Only reviews by people who are not authors of the change.',
      any: 'Reviews by authors of the change count too.',
    }),
  },
  redact: {
    text: 'Globs of key names and file paths whose values are masked in every output, in addition to names like password.',
    page: 'security.md#what-counts-as-secret',
    examples: [['*.license']],
    schema: GLOBS,
  },
  allowSecrets: {
    text: 'Globs of key names and file paths that may look secret in a document: `validate` does not warn about them.',
    page: 'security.md#what-counts-as-secret',
    examples: [['login.password.label']],
    schema: GLOBS,
  },
  passwords: {
    text: 'For each security group, the environment variable that has its password.',
    page: 'format.md#security-groups',
    examples: [{ Database: { env: 'DATABASE_GROUP_PASSWORD' } }],
    schema: { type: ['object', 'null'], additionalProperties: passwordSchema() },
  },
  targets: {
    text: 'Several targets by name, each with its own repository. A field of a target replaces the field of the same name outside.',
    page: 'targets.md#the-project-file',
    examples: [{ shop: { repository: 'acme/shop', include: ['shop/**/*.yaml'] } }],
    schema: {
      type: 'object',
      minProperties: 1,
      patternProperties: { [patternOf(TARGET_NAME)]: ref('target') },
      additionalProperties: false,
    },
  },
};

function limitsSchema(texts: Record<LimitName, string>): Schema {
  return mappingOf(Object.fromEntries(LIMIT_NAMES.map((name) => [name, limitSchema(name, texts[name])])));
}

/** A share is text, because of its `%`. */
function limitSchema(name: LimitName, text: string): Schema {
  const { standard, isShare } = LIMITS[name];
  const written = limitText(name, standard);
  const help = { text, page: LIMITS_PAGE };
  if (!isShare) {
    const schema = { type: ['integer', 'string'], pattern: patternOf(COUNT), minimum: 0, maximum: MAX_COUNT };
    return described({ ...help, standard, schema });
  }
  const patternErrorMessage = `Use a share from 0% to 100%, such as ${written}.`;
  const schema = { type: 'string', pattern: patternOf(SHARE), patternErrorMessage };
  return described({ ...help, standard: written, schema });
}

function passwordSchema(): Schema {
  return described({
    ...PASSWORD,
    schema: {
      type: 'object',
      properties: { env: described({ ...PASSWORD, schema: VARIABLE_NAME }) },
      additionalProperties: false,
      required: ['env'],
    },
  });
}

export function projectSchema(): Schema {
  const fields = fieldsOf(PROJECT);
  const inTarget = Object.fromEntries(TARGET_FIELDS.map((field) => [field, { $ref: `#/properties/${field}` }]));
  const target = described({
    text: 'A target: one repository on one server, with its own settings.',
    page: 'targets.md#the-project-file',
    schema: { type: 'object', properties: inTarget, additionalProperties: false, required: ['repository'] },
  });
  return rootSchema('project', {
    text: 'The project file of confighub-sync: which documents are applied to which repository.',
    page: PROJECT_PAGE,
    schema: {
      type: 'object',
      properties: Object.fromEntries(PROJECT_FIELDS.map((field) => [field, fields[field]])),
      additionalProperties: false,
      dependencies: { order: ['levels'], targets: { properties: { repository: false } } },
      definitions: { source: sourceSchema(), target },
    },
  });
}
