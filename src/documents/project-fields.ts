// The fields of `confighub.yaml`, or of one target in it, in one table: how each is read, its default, and what changing it means.
import { cut } from '../model/diagnostic.ts';
import type { SafetyChange } from '../model/plan.ts';
import {
  APPROVALS,
  ATOMIC,
  DEFAULT_CLIENT_VERSION,
  DEFAULT_INCLUDE,
  defaultLimits,
  LIMIT_NAMES,
  type LimitName,
  LIMITS,
  limitText,
  ON_DRIFT,
  parseRepository,
  parseUrl,
  type Project,
  type ProjectField,
  PRUNE_MODES,
  SCOPE_FIELDS,
  scopeOf,
  WHOLE_REPOSITORY,
} from '../model/project.ts';
import type { Passwords } from '../model/secrets.ts';
import { READ_MODES } from '../model/server-reads.ts';
import { APPLY_STAGES, stagesText } from '../model/stages.ts';
import type { Entry, Fields } from './fields.ts';
import { problemOfContext, problemOfPath, readGlobs } from './globs.ts';
import { readElements, readSources } from './source-fields.ts';
import { readStages } from './stage-fields.ts';

export type ProjectEntries = Partial<Record<ProjectField, Entry>>;

/** A version of the project file. */
export interface Guarded {
  project: Project;
  passwords: Pick<Passwords, 'variables'>;
}

type Looser = (base: Guarded, head: Guarded) => SafetyChange['effect'];

interface SafetySetting {
  /** As written in the project file; `undefined`: not set. */
  shown: (of: Guarded) => string | undefined;
  /** Whether a change loosens it or the opposite. Absent if a change has no general direction. */
  looser?: Looser | undefined;
}

/** `shown` and `looser` are of fields that protect the repository, or name it: a pull request says when it changes them. */
interface FieldRow extends Partial<SafetySetting> {
  /**
   * What the field gives. `undefined`: it is invalid, which is reported, and what was there before stays.
   * @param project with the fields that are above in the table
   */
  read?: (entry: Entry, fields: Fields, project: Project) => Partial<Project> | undefined;
  /** What a project has without it. */
  standard?: Partial<Project>;
}

/** In the order in which fields are read, and changes of them shown. */
const FIELDS: Record<ProjectField, FieldRow> = {
  version: { read: readVersion },
  // A change of address decides where the token and all values go.
  url: {
    read: (entry, fields) => given('url', fields.parsed(entry, parseUrl, URL_PROBLEM)),
    shown: ({ project }) => project.url,
    looser: (base, head) =>
      base.project.url === undefined || head.project.url === undefined ? undefined : 'looser',
  },
  repository: {
    read: (entry, fields) =>
      given('repository', fields.parsed(entry, parseRepository, REPOSITORY_PROBLEM)),
    shown: ({ project }) => project.repository && Object.values(project.repository).join('/'),
  },
  levels: { read: (entry, fields) => given('levels', fields.texts(entry)) },
  order: {
    read: (entry, fields, { levels }) => ({ order: readOrder(entry, fields, levels) }),
    standard: { order: new Map() },
  },
  include: {
    read: (entry, fields) => given('include', readGlobs(fields, entry, problemOfPath)),
    standard: { include: [DEFAULT_INCLUDE] },
    shown: ({ project }) => listText(project.include),
  },
  elements: {
    read: (entry, fields) => ({ elements: readElements(fields, entry) }),
    standard: { elements: new Map() },
  },
  sources: {
    read: (entry, fields, { levels }) => ({ sources: readSources(fields, entry, levels) }),
    standard: { sources: [] },
    shown: ({ project }) => listText(project.sources.map(({ path }) => path)),
  },
  prune: choice('prune', PRUNE_MODES, ['none', 'managed', 'all']),
  onDrift: choice('onDrift', ON_DRIFT, ['fail', 'keep', 'overwrite']),
  stages: {
    read: (entry, fields, { levels }) => given('stages', readStages(fields, entry, levels)),
    standard: { stages: [] },
    shown: ({ project }) => stagesText(project.stages),
    looser: byFreedom(({ stages }) => (stages.length === 0 ? 1 : 0)),
  },
  applyStages: applyStages(),
  // Without a record there is no lock, and no drift is seen.
  record: flag('record', true),
  // The less is read, the less is checked.
  reads: choice('reads', READ_MODES),
  clientVersion: {
    read: (entry, fields) => {
      const parse = (text: string) => (/^v\d{1,4}\.\d{1,4}$/.test(text) ? text : undefined);
      return given('clientVersion', fields.parsed(entry, parse, VERSION_PROBLEM));
    },
    standard: { clientVersion: DEFAULT_CLIENT_VERSION },
  },
  every: {
    read: (entry, fields) => ({ every: fields.texts(entry) ?? [] }),
    standard: { every: [] },
    shown: ({ project }) => listText(project.every),
  },
  promote: {
    read: (entry, fields) => {
      const members = new Map(
        fields.members(entry, ['keep'], (member) => readGlobs(fields, member)),
      );
      return { promote: { keep: members.get('keep') ?? [] } };
    },
    standard: { promote: { keep: [] } },
  },
  protect: names('protect', 'stricter'),
  scope: { ...scopeGlobs('scope'), standard: { scope: WHOLE_REPOSITORY } },
  ignore: scopeGlobs('ignore'),
  limits: {
    read: (entry, fields, { limits }) => ({
      limits: {
        ...limits,
        ...Object.fromEntries(
          fields.members(entry, LIMIT_NAMES, (limit, name) => readLimit(limit, fields, name)),
        ),
      },
    }),
    standard: { limits: defaultLimits() },
  },
  forceKeyPush: flag('forceKeyPush', false),
  allowNewContexts: names('allowNewContexts', 'looser', (fields, entry) => fields.texts(entry)),
  redact: names('redact', 'stricter'),
  allowSecrets: names('allowSecrets', 'looser'),
  // Read with the values of their variables.
  passwords: {
    shown: ({ passwords }) =>
      listText([...passwords.variables].map(([group, name]) => `${group} from ${name}`)),
  },
  batch: {
    // `atomic` takes a size of before away.
    read: (entry, fields) => fields.parsed(entry, parseBatch, BATCH_PROBLEM),
    shown: ({ project }) => String(project.batch ?? ATOMIC),
    looser: byFreedom(({ batch }) => (batch === undefined ? 0 : 1)),
  },
  approvals: choice('approvals', APPROVALS),
  // Each has these fields again.
  targets: {},
};

export const PROJECT_FIELDS = Object.keys(FIELDS) as ProjectField[];

/** Fields that a project file with `targets` cannot have, anywhere. */
export const STAGE_SETTINGS = ['stages', 'applyStages'] as const satisfies ProjectField[];

const OUTSIDE_OF_TARGETS: readonly ProjectField[] = ['version', 'targets', ...STAGE_SETTINGS];

/** Fields of one target in `targets`; each replaces the field of the same name outside. */
export const TARGET_FIELDS = PROJECT_FIELDS.filter((field) => !OUTSIDE_OF_TARGETS.includes(field));

export function defaultProject(): Project {
  return Object.assign(
    { places: {} },
    ...Object.values(FIELDS).map(({ standard }) => standard),
  ) as Project;
}

/** The project with the fields that are given; of `limits`, only those that are given are replaced. */
export function readFields(fields: Fields, entries: ProjectEntries, before: Project): Project {
  const project: Project = { ...before, places: { ...before.places } };
  for (const field of PROJECT_FIELDS) {
    const entry = entries[field];
    if (entry === undefined) continue;
    project.places[field] = fields.place(entry.value);
    Object.assign(project, FIELDS[field].read?.(entry, fields, project));
  }
  return project;
}

/** Limits are compared one by one; a higher one refuses less. */
const LIMIT_SETTINGS = LIMIT_NAMES.map((name) => ({
  setting: name,
  shown: ({ project }: Guarded) => limitText(name, project.limits[name]),
  looser: byFreedom((project) => project.limits[name]),
}));

function settingsOf(field: ProjectField): readonly ({ setting: string } & SafetySetting)[] {
  if (field === 'limits') return LIMIT_SETTINGS;
  const { shown, looser } = FIELDS[field];
  return shown === undefined ? [] : [{ setting: field, shown, looser }];
}

/** Names of what is compared with the base, as a plan shows it. */
export const SAFETY_SETTINGS = PROJECT_FIELDS.flatMap((field) =>
  settingsOf(field).map(({ setting }) => setting),
);

/** Safety settings that differ between two versions of the project file, in the order of the table. */
export function safetyChanges(base: Guarded, head: Guarded): SafetyChange[] {
  return PROJECT_FIELDS.flatMap((field) => {
    const place = head.project.places[field];
    const removedFrom = place === undefined ? base.project.places[field] : undefined;
    return settingsOf(field).flatMap(({ setting, shown, looser }): SafetyChange[] => {
      const before = shown(base);
      const after = shown(head);
      if (before === after) return [];
      return [{ setting, before, after, effect: looser?.(base, head), place, removedFrom }];
    });
  });
}

function given<Name extends keyof Project>(
  name: Name,
  value: Project[Name] | undefined,
): Partial<Project> | undefined {
  return value === undefined ? undefined : { [name]: value };
}

/** @param freedom the higher the number, the more may be done */
function byFreedom(freedom: (project: Project) => number): Looser {
  return (base, head) => {
    const more = freedom(head.project) - freedom(base.project);
    if (more === 0) return undefined;
    return more > 0 ? 'looser' : 'stricter';
  };
}

/** One of a few words; the first is the default. @param rising in the order of what they allow */
function choice<Name extends 'prune' | 'onDrift' | 'applyStages' | 'reads' | 'approvals'>(
  name: Name,
  choices: readonly Project[Name][],
  rising = choices,
): FieldRow {
  return {
    read: (entry, fields) => given(name, fields.oneOf(entry, choices) as Project[Name] | undefined),
    standard: { [name]: choices[0] },
    shown: ({ project }) => project[name],
    looser: byFreedom((project) => rising.indexOf(project[name])),
  };
}

/** A choice that means nothing without `stages`. */
function applyStages(): FieldRow {
  const row = choice('applyStages', APPLY_STAGES, ['separately', 'together']);
  return {
    ...row,
    read: (entry, fields, project) => {
      if (project.places.stages !== undefined) return row.read?.(entry, fields, project);
      const message = '`applyStages` needs `stages`, which names the stages.';
      const hint = 'Add `stages: [Staging, Production]`, or remove `applyStages`.';
      return fields.error({ code: 'missing-field', at: entry.key, message, hint });
    },
  };
}

/** True or false; the default is the stricter one. */
function flag(name: 'record' | 'forceKeyPush', standard: boolean): FieldRow {
  return {
    read: (entry, fields) => given(name, fields.boolean(entry)),
    standard: { [name]: standard },
    shown: ({ project }) => String(project[name]),
    looser: byFreedom((project) => (project[name] === standard ? 0 : 1)),
  };
}

/** @param more the effect of adding names; if names are both added and removed, the effect is open */
function names(
  name: 'protect' | 'allowNewContexts' | 'redact' | 'allowSecrets',
  more: 'looser' | 'stricter',
  read: (fields: Fields, entry: Entry) => string[] | undefined = readGlobs,
): FieldRow {
  return {
    read: (entry, fields) => ({ [name]: read(fields, entry) ?? [] }),
    standard: { [name]: [] },
    shown: ({ project }) => listText(project[name]),
    looser: (base, head) => {
      const before = new Set(base.project[name]);
      const after = new Set(head.project[name]);
      if ([...before].every((item) => after.has(item))) return more;
      const less = more === 'looser' ? 'stricter' : 'looser';
      return [...after].every((item) => before.has(item)) ? less : undefined;
    },
  };
}

/** Sorted, because order does not matter in any of these lists. */
function listText(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : [...new Set(texts)].sort().join(', ');
}

function scopeGlobs(name: 'scope' | 'ignore'): FieldRow {
  return {
    read: (entry, fields, { scope }) => {
      const checkOf = (field: string) => (field === 'contexts' ? problemOfContext : undefined);
      const globs = fields.members(entry, SCOPE_FIELDS, (member, field) =>
        readGlobs(fields, member, checkOf(field)),
      );
      return { scope: scopeOf({ ...scope.written, [name]: Object.fromEntries(globs) }) };
    },
    shown: ({ project }) => {
      const globs = project.scope.written[name];
      const parts = Object.entries(globs ?? {}).map(
        ([kind, texts]) => `${kind}: ${listText(texts) ?? 'none'}`,
      );
      return globs && parts.sort().join('; ');
    },
    looser: byFreedom(({ scope }) => (scope.written[name] === undefined ? 1 : 0)),
  };
}

/** From 0% to 100%. */
const SHARE = /^(100(?:\.0{1,2})?|0?\d{1,2}(?:\.\d{1,2})?) ?%$/;
const COUNT = /^(\d{1,9})$/;

/** `30%`, `12.5%` or `100`. */
function readLimit(entry: Entry, fields: Fields, name: LimitName): number | undefined {
  const text = fields.text(entry);
  if (text === undefined) return undefined;
  const { isShare } = LIMITS[name];
  const number = (isShare ? SHARE : COUNT).exec(text)?.[1];
  if (number !== undefined) return Number(number);
  const expected = isShare ? 'a share from 0% to 100%' : 'a whole number of items';
  const message = `\`${name}\` must be ${expected}, not \`${cut(text)}\`.`;
  const hint = isShare ? `Write it like \`${name}: 30%\`.` : undefined;
  return fields.error({ code: 'wrong-type', at: entry.value, message, hint });
}

const FORMAT_VERSION = '1';

function readVersion(entry: Entry, fields: Fields): undefined {
  const text = fields.text(entry);
  if (text === undefined || text === FORMAT_VERSION) return;
  const message = `Unsupported format version ${cut(text)}; this program supports version ${FORMAT_VERSION}.`;
  const hint = `Upgrade confighub-sync, or write \`version: ${FORMAT_VERSION}\`.`;
  fields.error({ code: 'bad-option', at: entry.value, message, hint });
}

function parseBatch(text: string): Pick<Project, 'batch'> | undefined {
  if (text === ATOMIC) return { batch: undefined };
  return /^[1-9]\d{0,8}$/.test(text) ? { batch: Number(text) } : undefined;
}

function readOrder(
  entry: Entry,
  fields: Fields,
  levels: readonly string[] | undefined,
): Project['order'] {
  if (levels === undefined) {
    const message = '`order` needs `levels`, which names the context levels.';
    fields.error({
      code: 'missing-field',
      at: entry.key,
      message,
      hint: 'Add `levels: [Environment, Application]`.',
    });
    return new Map();
  }
  return fields.members(entry, levels, (member) => fields.texts(member) ?? []);
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
