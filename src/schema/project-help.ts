// What each field of the project file means: one row for each, so that a field without a row is a type error.
import type { FieldHelp } from './schema.ts';
import {
  APPROVALS,
  type Approvals,
  ATOMIC,
  DEFAULT_CLIENT_VERSION,
  DEFAULT_INCLUDE,
  FORMAT_VERSION,
  type LimitName,
  ON_DRIFT,
  type OnDrift,
  type ProjectField,
  PRUNE_MODES,
  type PruneMode,
} from '../model/project.ts';
import type { ScopeField } from '../model/scope.ts';
import { READ_MODES, type ReadMode } from '../model/server-reads.ts';
import { SOURCE_KINDS, type SourceField, type SourceFormat, type SourceKind } from '../model/sources.ts';

const PROJECT_PAGE = 'format.md#the-project-file';
const SOURCES = 'sources.md#declare-sources';
const SCOPE_PAGE = 'format.md#scope-ignore-and-protect';

export const PROJECT_FILE_HELP: FieldHelp = {
  text: 'The project file of confighub-sync: which documents are applied to which repository.',
  page: PROJECT_PAGE,
};

export const PROJECT_HELP: Record<ProjectField, FieldHelp> = {
  version: { text: 'The version of this format.', page: PROJECT_PAGE, standard: Number(FORMAT_VERSION) },
  url: {
    text: 'The base URL of the server. It can also come from CONFIGHUB_URL, a flag or an input.',
    page: PROJECT_PAGE,
    examples: ['https://config.example.com'],
  },
  repository: {
    text: 'The repository on the server, as `account/name`. It can also come from CONFIGHUB_REPOSITORY, a flag or an input.',
    page: PROJECT_PAGE,
    examples: ['acme/shop'],
  },
  levels: {
    text: 'The names of the context levels, in the order of the server. They are checked against the server.',
    page: PROJECT_PAGE,
    examples: [['Environment', 'Application']],
  },
  order: {
    text: 'For a level: the elements that lists show first, most important first. It needs `levels`.',
    page: 'pull-requests.md#who-receives-a-change',
    examples: [{ Environment: ['Production', 'Staging'] }],
  },
  include: {
    text: 'Globs of the documents, relative to the folder of this file. A leading `!` excludes.',
    page: PROJECT_PAGE,
    standard: [DEFAULT_INCLUDE],
  },
  sources: {
    text: 'Files in the formats of other programs, such as `.properties`, `.env`, INI, TOML and nested YAML or JSON, that declare keys or files.',
    page: SOURCES,
    examples: [['config/*.properties'], [{ path: 'deploy/production.env', context: 'Production;*' }]],
  },
  prune: {
    text: 'What an apply deletes, in addition to what is declared with `opp: delete`.',
    page: 'drift-and-deletions.md#what-is-deleted',
    standard: PRUNE_MODES[0],
  },
  onDrift: {
    text: 'What an apply does about items that were changed on the server since the last apply.',
    page: 'drift-and-deletions.md#what-happens-to-drift',
    standard: ON_DRIFT[0],
  },
  reads: {
    text: 'Which reads of the server a plan may use.',
    page: 'how-it-works.md#what-each-read-adds',
    standard: READ_MODES[0],
  },
  clientVersion: {
    text: 'The version of the client API. It is sent with each documented request.',
    page: PROJECT_PAGE,
    standard: DEFAULT_CLIENT_VERSION,
  },
  ignore: {
    text: 'The part of the repository that is neither read nor written. It is excluded from `scope`.',
    page: SCOPE_PAGE,
    examples: [{ keys: ['cache.*'] }],
  },
  allowNewContexts: {
    text: 'Context elements that a push may create. They stay on the server for good.',
    page: 'rules.md#context-new',
    examples: [['Staging']],
  },
  forceKeyPush: {
    text: 'Whether the token may push locked keys (`push: false`).',
    page: 'rules.md#key-locked',
    standard: false,
  },
  batch: {
    text: 'One atomic push, or the number of values and files in each push.',
    page: 'rules.md#big-push',
    standard: ATOMIC,
    examples: [ATOMIC, 100],
  },
  scope: {
    text: 'The part of the repository that this project manages. Only this part is read, written, pruned and imported.',
    page: SCOPE_PAGE,
    examples: [{ keys: ['*', '!warehouse.*'] }],
  },
  protect: {
    text: 'Globs of key names and file paths that are deleted only if an approval names them.',
    page: SCOPE_PAGE,
    examples: [['payments.*']],
  },
  limits: {
    text: 'How much one plan may delete and update without an approval.',
    page: 'drift-and-deletions.md#limits',
  },
  approvals: {
    text: 'Whose reviews approve a refused plan.',
    page: 'pull-requests.md#approve-a-refused-plan',
    standard: APPROVALS[0],
  },
  redact: {
    text: 'Globs of key names and file paths whose values are masked in every output, in addition to names like password.',
    page: 'security.md#what-counts-as-secret',
    examples: [['*.license']],
  },
  allowSecrets: {
    text: 'Globs of key names and file paths that may look secret in a document: `validate` does not warn about them.',
    page: 'security.md#what-counts-as-secret',
    examples: [['login.password.label']],
  },
  passwords: {
    text: 'For each security group, the environment variable that has its password.',
    page: 'format.md#security-groups',
    examples: [{ Database: { env: 'DATABASE_GROUP_PASSWORD' } }],
  },
  targets: {
    text: 'Several targets by name, each with its own repository. A field of a target replaces the field of the same name outside.',
    page: 'targets.md#the-project-file',
    examples: [{ shop: { repository: 'acme/shop', include: ['shop/**/*.yaml'] } }],
  },
};

export const TARGET_HELP: FieldHelp = {
  text: 'A target: one repository on one server, with its own settings.',
  page: 'targets.md#the-project-file',
};

export const SCOPE_HELP: Record<ScopeField, FieldHelp> = {
  keys: { text: 'Globs of key names, which ignore case.', page: SCOPE_PAGE, examples: [['shop.*', '!shop.tmp.*']] },
  contexts: {
    text: 'Globs of contexts, one for each element. `*` is the element `*` itself, and `**` is any element.',
    page: SCOPE_PAGE,
    examples: [['Production;**']],
  },
  files: { text: 'Globs of file paths on the server.', page: SCOPE_PAGE, examples: [['nginx/**']] },
};

export const SOURCE_HELP: Record<SourceField, FieldHelp> = {
  path: {
    text: 'A glob of the files, relative to the project file. `{Level}` matches the name of an element.',
    page: SOURCES,
    examples: ['apps/{Application}/application-{Environment}.properties'],
  },
  as: { text: 'What each file becomes.', page: 'sources.md#files-as-they-are', standard: SOURCE_KINDS[0] },
  format: { text: 'The format of the files. By default, the name of a file decides.', page: 'sources.md#formats' },
  context: {
    text: 'Elements of the levels that `path` does not name. A level that neither of them names is `*`.',
    page: SOURCES,
    examples: ['Production;*'],
  },
  elements: {
    text: 'Names in the path, and the elements that they stand for, where the two differ.',
    page: SOURCES,
    examples: [{ prod: 'Production' }],
  },
  prefix: { text: 'Put before each name.', page: SOURCES, examples: ['shop.'] },
  strip: { text: 'Removed from the start of each name, before `prefix` is added.', page: SOURCES, examples: ['APP_'] },
  separator: { text: 'Joins the parts of a nested name.', page: SOURCES, standard: '.' },
  depth: {
    text: 'The maximum number of parts in a name. What is nested deeper becomes one value of type `JSON`.',
    page: SOURCES,
    examples: [3],
  },
  types: {
    text: 'Types of keys, by glob. The first glob that matches counts.',
    page: SOURCES,
    examples: [{ '*.port': 'Integer' }],
  },
  keys: { text: 'Globs of the names to read, as they are on the server.', page: SOURCES, examples: [['shop.*']] },
  ignore: { text: 'Globs of the names to leave out, as they are on the server.', page: SOURCES, examples: [['tmp.*']] },
  root: {
    text: 'The folder that paths on the server are relative to.',
    page: 'sources.md#files-as-they-are',
    examples: ['nginx'],
  },
};

export const SOURCE_ITEM_HELP: FieldHelp = { text: 'A source: its path, or a mapping with its fields.', page: SOURCES };

export const SOURCE_FORMAT_HELP: Record<SourceFormat, string> = {
  properties: 'Java properties.',
  dotenv: 'Variables, as in dotenv files.',
  ini: 'Section and name, joined by the separator.',
  toml: 'Tables and names, joined by the separator.',
  nested: 'Nested YAML, JSON or TOML: names joined by the separator.',
};

export const SOURCE_KIND_HELP: Record<SourceKind, string> = {
  keys: 'Its content is read as keys.',
  files: 'It is a file of the server, with its content as it is.',
};

const LIMITS_PAGE = 'drift-and-deletions.md#limits';

const LIMIT_HELP: Record<LimitName, string> = {
  deletes: 'The share of the items that a plan may delete, in the repository and in each context.',
  updates: 'The share of the items that a plan may update, in the repository and in each context.',
  existing: 'The number of items from which the shares `deletes` and `updates` apply.',
  maxDeletes: 'The number of items that a plan may delete.',
  maxUpdates: 'The number of items that a plan may update.',
};

export function limitHelp(name: LimitName, standard: string | number): FieldHelp {
  return { text: LIMIT_HELP[name], page: LIMITS_PAGE, standard };
}

export const PASSWORD_HELP: FieldHelp = {
  text: 'The environment variable that has the password of this group. Passwords must not be stored in files.',
  page: 'format.md#security-groups',
  examples: ['DATABASE_GROUP_PASSWORD'],
};

export const PRUNE_HELP: Record<PruneMode, string> = {
  managed: 'Deletes what the last apply declared and the files no longer declare.',
  all: 'Deletes everything in the repository that the files do not declare.',
  none: 'Deletes nothing else.',
};

export const ON_DRIFT_HELP: Record<OnDrift, string> = {
  overwrite: 'Drift is shown first and overwritten, and so are conflicts.',
  keep: 'Drift is shown and left alone; conflicts are refused.',
  fail: 'A plan with drift is refused.',
};

export const READS_HELP: Record<ReadMode, string> = {
  all: 'Every read that the server offers.',
  token: 'No export, as if the repository could only be read with a token.',
  documented: 'Only documented reads.',
  none: 'No reads.',
};

export const APPROVALS_HELP: Record<Approvals, string> = {
  other: 'Only reviews by people who are not authors of the change.',
  any: 'Reviews by authors of the change count too.',
};
