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
  defaultLimits,
  FORMAT_VERSION,
  LIMIT_NAMES,
  type LimitName,
  LIMITS,
  type Limits,
  ON_DRIFT,
  parseLimit,
  parseRepository,
  parseUrl,
  type Project,
  type ProjectField,
  PRUNE_MODES,
} from '../model/project.ts';
import { SCOPE_FIELDS, type ScopeGlobs, scopeOf, WHOLE_REPOSITORY } from '../model/scope.ts';
import { READ_MODES } from '../model/server-reads.ts';
import type { Fields } from './fields.ts';
import { readContextGlobs, readGlobs, readInclude } from './globs.ts';
import {
  type Guarded,
  guardedGlobs,
  guardedLimit,
  guardedNames,
  listText,
  type SafetySetting,
  byFreedom,
} from './safety-settings.ts';
import { readElements, readSources } from './source-fields.ts';
import type { Entry } from './syntax-tree.ts';

export type ProjectEntries = Partial<Record<ProjectField, Entry>>;

interface Reading {
  fields: Fields;
  /** With the fields that stand above in the table. */
  project: Project;
}

interface FieldRow extends Partial<SafetySetting> {
  /** What the field gives. `undefined`: it is invalid, which is reported, and what was there before stays. */
  read?: (entry: Entry, reading: Reading) => Partial<Project> | undefined;
  /** What a project has without it. */
  standard?: Partial<Project>;
  /** Its parts that are compared with those of the base one by one. */
  parts?: Readonly<Record<string, SafetySetting>>;
}

/**
 * In the order in which fields are read, and changes of them shown. `shown` and `looser` are of those that protect the
 * repository, or name it: a pull request says when it changes them.
 */
const FIELDS: Record<ProjectField, FieldRow> = {
  version: { read: readVersion },
  // A change of address decides where the token and all values go.
  url: {
    read: readUrl,
    shown: ({ project }) => project.url,
    looser: (base, head) => (base.project.url === undefined || head.project.url === undefined ? undefined : 'looser'),
  },
  repository: {
    read: readRepository,
    shown: ({ project }) => project.repository && Object.values(project.repository).join('/'),
  },
  levels: { read: (entry, { fields }) => given('levels', fields.texts(entry)) },
  order: {
    read: (entry, { fields, project }) => ({ order: readOrder(fields, entry, project.levels) }),
    standard: { order: new Map() },
  },
  include: {
    read: (entry, { fields }) => given('include', readInclude(fields, entry)),
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
  prune: {
    read: (entry, { fields }) => given('prune', fields.oneOf(entry, PRUNE_MODES)),
    standard: { prune: 'managed' },
    shown: ({ project }) => project.prune,
    looser: byFreedom(({ project }) => ['none', 'managed', 'all'].indexOf(project.prune)),
  },
  onDrift: {
    read: (entry, { fields }) => given('onDrift', fields.oneOf(entry, ON_DRIFT)),
    standard: { onDrift: 'overwrite' },
    shown: ({ project }) => project.onDrift,
    looser: byFreedom(({ project }) => ['fail', 'keep', 'overwrite'].indexOf(project.onDrift)),
  },
  record: {
    read: (entry, { fields }) => ({ record: fields.boolean(entry) ?? true }),
    standard: { record: true },
    shown: ({ project }) => String(project.record),
    // Without a record there is no lock, and no drift is seen.
    looser: byFreedom(({ project }) => Number(!project.record)),
  },
  reads: {
    read: (entry, { fields }) => given('reads', fields.oneOf(entry, READ_MODES)),
    standard: { reads: 'all' },
    shown: ({ project }) => project.reads,
    // The less is read, the less is checked.
    looser: byFreedom(({ project }) => READ_MODES.indexOf(project.reads)),
  },
  clientVersion: {
    read: (entry, { fields }) => given('clientVersion', fields.matching(entry, VERSION_FORM)),
    standard: { clientVersion: DEFAULT_CLIENT_VERSION },
  },
  protect: {
    read: (entry, { fields }) => ({ protect: readGlobs(fields, entry) ?? [] }),
    standard: { protect: [] },
    ...guardedNames('protect', 'stricter'),
  },
  scope: {
    read: (entry, { fields, project }) => readScope({ scope: readScopeGlobs(fields, entry) }, project),
    standard: { scope: WHOLE_REPOSITORY },
    ...guardedGlobs('scope'),
  },
  ignore: {
    read: (entry, { fields, project }) => readScope({ ignore: readScopeGlobs(fields, entry) }, project),
    ...guardedGlobs('ignore'),
  },
  limits: {
    read: (entry, { fields, project }) => ({ limits: { ...project.limits, ...readLimits(fields, entry) } }),
    standard: { limits: defaultLimits() },
    parts: Object.fromEntries(LIMIT_NAMES.map((name) => [name, guardedLimit(name)])),
  },
  forceKeyPush: {
    read: (entry, { fields }) => ({ forceKeyPush: fields.boolean(entry) ?? false }),
    standard: { forceKeyPush: false },
    shown: ({ project }) => String(project.forceKeyPush),
    looser: byFreedom(({ project }) => Number(project.forceKeyPush)),
  },
  allowNewContexts: {
    read: (entry, { fields }) => ({ allowNewContexts: fields.texts(entry) ?? [] }),
    standard: { allowNewContexts: [] },
    ...guardedNames('allowNewContexts', 'looser'),
  },
  redact: {
    read: (entry, { fields }) => ({ redact: readGlobs(fields, entry) ?? [] }),
    standard: { redact: [] },
    ...guardedNames('redact', 'stricter'),
  },
  allowSecrets: {
    read: (entry, { fields }) => ({ allowSecrets: readGlobs(fields, entry) ?? [] }),
    standard: { allowSecrets: [] },
    ...guardedNames('allowSecrets', 'looser'),
  },
  // Read with the values of their variables.
  passwords: {
    shown: ({ passwords }) => listText([...passwords.variables].map(([group, name]) => `${group} from ${name}`)),
  },
  batch: {
    read: readBatch,
    shown: ({ project }) => String(project.batch ?? ATOMIC),
    looser: byFreedom(({ project }) => (project.batch === undefined ? 0 : 1)),
  },
  approvals: {
    read: (entry, { fields }) => given('approvals', fields.oneOf(entry, APPROVALS)),
    standard: { approvals: 'other' },
    shown: ({ project }) => project.approvals,
    looser: byFreedom(({ project }) => (project.approvals === 'any' ? 1 : 0)),
  },
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

function given<Name extends keyof Project>(name: Name, value: Project[Name] | undefined): Partial<Project> | undefined {
  return value === undefined ? undefined : { [name]: value };
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

function readUrl(entry: Entry, { fields }: Reading): Partial<Project> | undefined {
  const text = fields.text(entry);
  const url = text === undefined ? undefined : parseUrl(text);
  if (text === undefined || url !== undefined) return given('url', url);
  return fields.error({ code: 'bad-url', at: entry.value, ...URL_PROBLEM });
}

function readRepository(entry: Entry, { fields }: Reading): Partial<Project> | undefined {
  const text = fields.text(entry);
  const repository = text === undefined ? undefined : parseRepository(text);
  if (text === undefined || repository !== undefined) return given('repository', repository);
  return fields.error({ code: 'bad-repository', at: entry.value, ...REPOSITORY_PROBLEM });
}

/** `atomic` takes a size of before away. */
function readBatch(entry: Entry, { fields }: Reading): Partial<Project> | undefined {
  const batch = fields.matching(entry, BATCH_FORM);
  if (batch === undefined) return undefined;
  return { batch: batch === ATOMIC ? undefined : Number(batch) };
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
  message: 'The server address is not a plain http or https URL.',
  hint: 'Use an address such as https://config.example.com, without user name, password, ? or #.',
};
const REPOSITORY_PROBLEM = {
  message: 'The repository does not have the form `account/name`.',
  hint: 'Use a name such as acme/shop; `confighub-sync info` lists the repositories of a server.',
};

/** `v` followed by major.minor (interface.md, Versioning). */
const VERSION_FORM = {
  pattern: CLIENT_VERSION,
  message: `\`clientVersion\` must be a client API version such as ${DEFAULT_CLIENT_VERSION}.`,
};
const BATCH_FORM = {
  pattern: new RegExp(`^${ATOMIC}$|${BATCH_SIZE.source}`),
  message: '`batch` must be `atomic` or a number of values per request.',
};

/** The valid limits; mistakes are reported. */
function readLimits(fields: Fields, entry: Entry): Partial<Limits> {
  const tree = fields.mapping(entry.value, '`limits`');
  const found = tree === undefined ? {} : fields.known(tree, LIMIT_NAMES, '`limits`');
  const limits: Partial<Limits> = {};
  for (const name of LIMIT_NAMES) {
    const limit = found[name] && readLimit(fields, { name, entry: found[name] });
    if (limit !== undefined) limits[name] = limit;
  }
  return limits;
}

function readLimit(fields: Fields, { name, entry }: { name: LimitName; entry: Entry }): number | undefined {
  const text = fields.text(entry);
  const limit = text === undefined ? undefined : parseLimit(name, text);
  if (text === undefined || limit !== undefined) return limit;
  const { isShare } = LIMITS[name];
  return fields.error({
    code: 'wrong-type',
    at: entry.value,
    message: `\`${name}\` must be ${isShare ? 'a share from 0% to 100%' : 'a whole number of items'}, not \`${cut(text)}\`.`,
    ...(isShare && { hint: `Write it like \`${name}: 30%\`.` }),
  });
}

const READERS = { keys: readGlobs, contexts: readContextGlobs, files: readGlobs };

function readScope(
  globs: { scope?: ScopeGlobs | undefined; ignore?: ScopeGlobs | undefined },
  { scope: before }: Project,
) {
  const { scope, ignore } = { ...before.written, ...globs };
  return { scope: scopeOf({ ...(scope && { scope }), ...(ignore && { ignore }) }) };
}

function readScopeGlobs(fields: Fields, entry: Entry): ScopeGlobs | undefined {
  const name = `\`${entry.key.text}\``;
  const node = fields.mapping(entry.value, name);
  if (node === undefined) return undefined;
  const found = fields.known(node, SCOPE_FIELDS, name);
  const globs: { -readonly [Field in keyof ScopeGlobs]: ScopeGlobs[Field] } = {};
  for (const field of SCOPE_FIELDS) {
    const list = found[field] && READERS[field](fields, found[field]);
    if (list !== undefined) globs[field] = list;
  }
  return globs;
}
