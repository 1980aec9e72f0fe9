// The fields of `confighub.yaml`, or of one target in it, in one table: how each is read, its default, and what a change of it means.
import { cut } from '../model/diagnostic.ts';
import type { SafetyChange } from '../model/plan.ts';
import {
  APPROVALS,
  ATOMIC,
  BATCH_SIZE,
  CLIENT_VERSION,
  DEFAULT_CLIENT_VERSION,
  DEFAULT_INCLUDE,
  FORMAT_VERSION,
  ON_DRIFT,
  parseRepository,
  parseUrl,
  type Project,
  type ProjectField,
  PRUNE_MODES,
} from '../model/project.ts';
import { WHOLE_REPOSITORY } from '../model/scope.ts';
import { READ_MODES } from '../model/server-reads.ts';
import {
  byFreedom,
  choice,
  type FieldRow,
  flag,
  given,
  type Guarded,
  limits,
  listText,
  names,
  type Reading,
  type SafetySetting,
  scopeGlobs,
} from './field-kinds.ts';
import type { Fields } from './fields.ts';
import { problemOfPath, readGlobs } from './globs.ts';
import { readElements, readSources } from './source-fields.ts';
import type { Entry } from './syntax-tree.ts';

export type ProjectEntries = Partial<Record<ProjectField, Entry>>;

/** In the order in which fields are read, and changes of them shown. */
const FIELDS: Record<ProjectField, FieldRow> = {
  version: { read: readVersion },
  // A change of address decides where the token and all values go.
  url: {
    read: (entry, { fields }) => given('url', fields.parsed(entry, parseUrl, URL_PROBLEM)),
    shown: ({ project }) => project.url,
    looser: (base, head) => (base.project.url === undefined || head.project.url === undefined ? undefined : 'looser'),
  },
  repository: {
    read: (entry, { fields }) => given('repository', fields.parsed(entry, parseRepository, REPOSITORY_PROBLEM)),
    shown: ({ project }) => project.repository && Object.values(project.repository).join('/'),
  },
  levels: { read: (entry, { fields }) => given('levels', fields.texts(entry)) },
  order: {
    read: (entry, { fields, project }) => ({ order: readOrder(fields, entry, project.levels) }),
    standard: { order: new Map() },
  },
  include: {
    read: (entry, { fields }) => given('include', readGlobs(fields, entry, problemOfPath)),
    standard: { include: [DEFAULT_INCLUDE] },
    shown: ({ project }) => listText(project.include),
  },
  elements: {
    read: (entry, { fields }) => ({ elements: readElements(fields, entry) }),
    standard: { elements: new Map() },
  },
  sources: {
    read: (entry, { fields, project }) => ({ sources: readSources(fields, entry, project.levels) }),
    standard: { sources: [] },
    shown: ({ project }) => listText(project.sources.map(({ path }) => path)),
  },
  prune: choice('prune', PRUNE_MODES, ['none', 'managed', 'all']),
  onDrift: choice('onDrift', ON_DRIFT, ['fail', 'keep', 'overwrite']),
  // Without a record there is no lock, and no drift is seen.
  record: flag('record', true),
  // The less is read, the less is checked.
  reads: choice('reads', READ_MODES),
  clientVersion: {
    read: (entry, { fields }) => given('clientVersion', fields.parsed(entry, parseClientVersion, VERSION_PROBLEM)),
    standard: { clientVersion: DEFAULT_CLIENT_VERSION },
  },
  protect: names('protect', 'stricter'),
  scope: { ...scopeGlobs('scope'), standard: { scope: WHOLE_REPOSITORY } },
  ignore: scopeGlobs('ignore'),
  limits,
  forceKeyPush: flag('forceKeyPush', false),
  allowNewContexts: names('allowNewContexts', 'looser', (fields, entry) => fields.texts(entry)),
  redact: names('redact', 'stricter'),
  allowSecrets: names('allowSecrets', 'looser'),
  // Read with the values of their variables.
  passwords: {
    shown: ({ passwords }) => listText([...passwords.variables].map(([group, name]) => `${group} from ${name}`)),
  },
  batch: {
    // `atomic` takes a size of before away.
    read: (entry, { fields }) => fields.parsed(entry, parseBatch, BATCH_PROBLEM),
    shown: ({ project }) => String(project.batch ?? ATOMIC),
    looser: byFreedom(({ batch }) => (batch === undefined ? 0 : 1)),
  },
  approvals: choice('approvals', APPROVALS),
  // Each has these fields again.
  targets: {},
};

/** Fields of the project file. */
export const PROJECT_FIELDS = Object.keys(FIELDS) as ProjectField[];

/** Fields of one target in `targets`; each replaces the field of the same name outside. */
export const TARGET_FIELDS = PROJECT_FIELDS.filter((field) => field !== 'version' && field !== 'targets');

export function defaultProject(): Project {
  return Object.assign({ places: {} }, ...Object.values(FIELDS).map(({ standard }) => standard)) as Project;
}

/** The project with the fields that are given; of `limits`, only those that are given are replaced. */
export function readFields(fields: Fields, found: ProjectEntries, before: Project): Project {
  const project: Project = { ...before, places: { ...before.places } };
  for (const field of PROJECT_FIELDS) {
    const entry = found[field];
    if (entry === undefined) continue;
    project.places[field] = fields.place(entry.value);
    Object.assign(project, FIELDS[field].read?.(entry, { fields, project }));
  }
  return project;
}

/** Names of what is compared with the base, as a plan shows it. */
export const SAFETY_SETTINGS = PROJECT_FIELDS.flatMap((field) => settingsOf(field).map(({ setting }) => setting));

function settingsOf(field: ProjectField): ({ setting: string } & SafetySetting)[] {
  const { shown, looser, parts = {} } = FIELDS[field];
  const own = shown === undefined ? [] : [{ setting: field, shown, ...(looser && { looser }) }];
  return [...own, ...Object.entries(parts).map(([setting, part]) => ({ setting, ...part }))];
}

/** Safety settings that differ between two versions of the project file, in the order of the table. */
export function safetyChanges(base: Guarded, head: Guarded): SafetyChange[] {
  return PROJECT_FIELDS.flatMap((field) => {
    const place = head.project.places[field];
    const removedFrom = place === undefined ? base.project.places[field] : undefined;
    return settingsOf(field).flatMap(({ setting, shown, looser }): SafetyChange[] => {
      const [before, after] = [shown(base), shown(head)];
      if (before === after) return [];
      return [{ setting, before, after, effect: looser?.(base, head), place, removedFrom }];
    });
  });
}

function readVersion(entry: Entry, { fields }: Reading): undefined {
  const text = fields.text(entry);
  if (text === undefined || text === FORMAT_VERSION) return;
  fields.error({
    code: 'bad-option',
    at: entry.value,
    message: `Unsupported format version ${cut(text)}; this program supports version ${FORMAT_VERSION}.`,
    hint: `Use a newer confighub-sync, or write \`version: ${FORMAT_VERSION}\`.`,
  });
}

function parseBatch(text: string): Pick<Project, 'batch'> | undefined {
  if (text === ATOMIC) return { batch: undefined };
  return BATCH_SIZE.test(text) ? { batch: Number(text) } : undefined;
}

function parseClientVersion(text: string): string | undefined {
  return CLIENT_VERSION.test(text) ? text : undefined;
}

/** For each level that it names, a list of elements. */
function readOrder(fields: Fields, entry: Entry, levels: readonly string[] | undefined): Project['order'] {
  const tree = fields.mapping(entry.value, '`order`');
  if (tree === undefined) return new Map();
  if (levels === undefined) {
    const message = '`order` needs `levels`, which names the context levels.';
    fields.error({ code: 'missing-field', at: entry.key, message, hint: 'Add `levels: [Environment, Application]`.' });
    return new Map();
  }
  const found = fields.known(tree, levels, '`order`');
  return new Map(
    levels.flatMap((level) => {
      const listed = Object.hasOwn(found, level) ? found[level] : undefined;
      return listed === undefined ? [] : [[level, fields.texts(listed) ?? []]];
    }),
  );
}

const URL_PROBLEM = {
  code: 'bad-url',
  message: 'The server address is not a plain http or https URL.',
  hint: 'Use an address such as https://config.example.com, without user name, password, ? or #.',
} as const;
const REPOSITORY_PROBLEM = {
  code: 'bad-repository',
  message: 'The repository does not have the form `account/name`.',
  hint: 'Use a name such as acme/shop; `confighub-sync info` lists the repositories of a server.',
} as const;
const VERSION_PROBLEM = {
  code: 'bad-option',
  message: `\`clientVersion\` must be a client API version such as ${DEFAULT_CLIENT_VERSION}.`,
} as const;
const BATCH_PROBLEM = {
  code: 'bad-option',
  message: '`batch` must be `atomic` or a number of values per request.',
} as const;
