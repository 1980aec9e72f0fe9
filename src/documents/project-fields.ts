// The fields of `confighub.yaml`, or of one target in it → Project. Invalid fields are reported and keep their default.
import { cut } from '../model/diagnostic.ts';
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
  PROJECT_FIELDS,
  type ProjectField,
  PRUNE_MODES,
} from '../model/project.ts';
import { SCOPE_FIELDS, type ScopeGlobs, scopeOf, WHOLE_REPOSITORY } from '../model/scope.ts';
import { READ_MODES } from '../model/server-reads.ts';
import type { Fields } from './fields.ts';
import { readContextGlobs, readGlobs, readInclude } from './globs.ts';
import { readElements, readSources } from './source-fields.ts';
import type { Entry } from './syntax-tree.ts';

export type ProjectEntries = Partial<Record<ProjectField, Entry>>;

export function defaultProject(): Project {
  return {
    order: new Map(),
    elements: new Map(),
    include: [DEFAULT_INCLUDE],
    sources: [],
    prune: 'managed',
    allowNewContexts: [],
    forceKeyPush: false,
    limits: defaultLimits(),
    approvals: 'other',
    redact: [],
    allowSecrets: [],
    onDrift: 'overwrite',
    reads: 'all',
    clientVersion: DEFAULT_CLIENT_VERSION,
    scope: WHOLE_REPOSITORY,
    protect: [],
    places: {},
  };
}

/** The project with the fields that are given; of `limits`, only those that are given are replaced. */
export function readFields(fields: Fields, found: ProjectEntries, before: Project): Project {
  const project: Project = { ...before, limits: { ...before.limits }, places: { ...before.places } };
  for (const field of PROJECT_FIELDS) {
    const entry = found[field];
    if (entry !== undefined) project.places[field] = fields.place(entry.value);
  }
  readVersion(fields, found.version);
  readTarget(fields, found, project);
  if (found.include) project.include = readInclude(fields, found.include) ?? project.include;
  if (found.elements) project.elements = readElements(fields, found.elements);
  if (found.sources) project.sources = readSources(fields, found.sources, project.levels);
  if (found.prune) project.prune = fields.oneOf(found.prune, PRUNE_MODES) ?? project.prune;
  if (found.onDrift) project.onDrift = fields.oneOf(found.onDrift, ON_DRIFT) ?? project.onDrift;
  if (found.reads) project.reads = fields.oneOf(found.reads, READ_MODES) ?? project.reads;
  if (found.clientVersion)
    project.clientVersion = fields.matching(found.clientVersion, VERSION_FORM) ?? project.clientVersion;
  if (found.scope ?? found.ignore) project.scope = readScope(fields, found, project.scope.written);
  if (found.protect) project.protect = readGlobs(fields, found.protect) ?? [];
  if (found.allowNewContexts) project.allowNewContexts = fields.texts(found.allowNewContexts) ?? [];
  if (found.forceKeyPush) project.forceKeyPush = fields.boolean(found.forceKeyPush) ?? false;
  if (found.redact) project.redact = readGlobs(fields, found.redact) ?? [];
  if (found.allowSecrets) project.allowSecrets = readGlobs(fields, found.allowSecrets) ?? [];
  if (found.limits) Object.assign(project.limits, readLimits(fields, found.limits));
  if (found.approvals) project.approvals = fields.oneOf(found.approvals, APPROVALS) ?? project.approvals;
  const batch = found.batch && fields.matching(found.batch, BATCH_FORM);
  if (batch === ATOMIC) delete project.batch;
  else if (batch !== undefined) project.batch = Number(batch);
  return project;
}

function readVersion(fields: Fields, entry: Entry | undefined): void {
  if (entry === undefined) return;
  const text = fields.text(entry);
  if (text === undefined || text === FORMAT_VERSION) return;
  fields.error({
    code: 'bad-option',
    at: entry.value,
    message: `Unsupported format version ${cut(text)}; this program supports version ${FORMAT_VERSION}.`,
    hint: `Use a newer confighub-sync, or write \`version: ${FORMAT_VERSION}\`.`,
  });
}

function readTarget(fields: Fields, found: ProjectEntries, project: Project): void {
  const url = found.url && fields.text(found.url);
  if (found.url && url !== undefined) {
    const parsed = parseUrl(url);
    if (parsed !== undefined) project.url = parsed;
    else fields.error({ code: 'bad-url', at: found.url.value, ...URL_PROBLEM });
  }
  const repository = found.repository && fields.text(found.repository);
  if (found.repository && repository !== undefined) {
    const parsed = parseRepository(repository);
    if (parsed !== undefined) project.repository = parsed;
    else fields.error({ code: 'bad-repository', at: found.repository.value, ...REPOSITORY_PROBLEM });
  }
  const levels = found.levels && fields.texts(found.levels);
  if (levels !== undefined) project.levels = levels;
  if (found.order) project.order = readOrder(fields, found.order, project.levels);
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
  fields: Fields,
  found: { scope?: Entry; ignore?: Entry },
  before: Project['scope']['written'],
): Project['scope'] {
  const scope = found.scope ? readScopeGlobs(fields, found.scope) : before.scope;
  const ignore = found.ignore ? readScopeGlobs(fields, found.ignore) : before.ignore;
  return scopeOf({ ...(scope && { scope }), ...(ignore && { ignore }) });
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
