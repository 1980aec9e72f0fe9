// `confighub.yaml` → Project: every field read and checked; what does not work yet is refused, never ignored.
import type { Report } from '../model/diagnostic.ts';
import {
  defaultLimits,
  LIMIT_NAMES,
  type LimitName,
  LIMITS,
  type Limits,
  parseLimit,
} from '../model/limits.ts';
import { Passwords } from '../model/passwords.ts';
import type { Source } from '../model/place.ts';
import {
  DEFAULT_CLIENT_VERSION,
  DEFAULT_INCLUDE,
  ON_DRIFT,
  parseRepository,
  parseUrl,
  type Project,
  PROJECT_FIELDS,
  type ProjectField,
  PRUNE_MODES,
} from '../model/project.ts';
import { READ_MODES } from '../model/reads.ts';
import { WHOLE_REPOSITORY } from '../model/scope.ts';
import type { ContentReader } from './content.ts';
import { Fields } from './fields.ts';
import { readGlobs, readInclude } from './globs.ts';
import { cut } from './hints.ts';
import { readScope } from './ownership.ts';
import { parseTrees } from './parse.ts';
import { readPasswords } from './passwords.ts';
import type { Entry } from './tree.ts';

type Found = Partial<Record<ProjectField, Entry>>;

export function defaultProject(): Project {
  return {
    include: [DEFAULT_INCLUDE],
    prune: 'managed',
    allowNewContexts: [],
    forceKeyPush: false,
    limits: defaultLimits(),
    redact: [],
    onDrift: 'overwrite',
    reads: 'all',
    clientVersion: DEFAULT_CLIENT_VERSION,
    scope: WHOLE_REPOSITORY,
    protect: [],
    places: {},
  };
}

/** What the project file gives. */
export interface ProjectFile {
  project: Project;
  passwords: Passwords;
}

/** What the file declares. Mistakes are reported; what they concern keeps its default. */
export function readProject(
  source: Source,
  { report, reader }: { report: Report; reader: ContentReader },
): ProjectFile {
  const project = defaultProject();
  const trees = parseTrees(source, report);
  const fields = new Fields(source, report);
  const second = trees[1];
  if (second !== undefined) {
    fields.error({
      code: 'wrong-type',
      at: second,
      message: 'The project file holds one document, not several.',
    });
  }
  const tree = trees[0] === undefined ? undefined : fields.mapping(trees[0], 'The project file');
  const found: Found = tree === undefined ? {} : fields.known(tree, PROJECT_FIELDS, 'The project file');
  readFields(fields, found, project);
  const passwords = found.passwords && readPasswords(fields, found.passwords, reader);
  return { project, passwords: passwords ?? new Passwords() };
}

function readFields(fields: Fields, found: Found, project: Project): void {
  for (const field of PROJECT_FIELDS) {
    const entry = found[field];
    if (entry !== undefined) project.places[field] = fields.place(entry.value);
  }
  readVersion(fields, found.version);
  readTarget(fields, found, project);
  if (found.include) project.include = readInclude(fields, found.include) ?? project.include;
  if (found.prune) project.prune = fields.oneOf(found.prune, PRUNE_MODES, 'bad-option') ?? project.prune;
  if (found.onDrift) project.onDrift = fields.oneOf(found.onDrift, ON_DRIFT, 'bad-option') ?? project.onDrift;
  if (found.reads) project.reads = fields.oneOf(found.reads, READ_MODES, 'bad-option') ?? project.reads;
  if (found.clientVersion) readClientVersion(fields, found.clientVersion, project);
  project.scope = readScope(fields, found);
  if (found.protect) project.protect = readGlobs(fields, found.protect) ?? [];
  if (found.allowNewContexts) project.allowNewContexts = fields.texts(found.allowNewContexts) ?? [];
  if (found.forceKeyPush) project.forceKeyPush = fields.boolean(found.forceKeyPush) ?? false;
  if (found.redact) project.redact = readGlobs(fields, found.redact) ?? [];
  if (found.limits) Object.assign(project.limits, readLimits(fields, found.limits));
  if (found.batch) readBatch(fields, found.batch, project);
}

function readVersion(fields: Fields, entry: Entry | undefined): void {
  if (entry === undefined) return;
  const text = fields.text(entry);
  if (text === undefined || text === '1') return;
  fields.error({
    code: 'bad-option',
    at: entry.value,
    message: `This is version ${cut(text)} of the format; this program knows version 1.`,
    hint: 'Use a newer confighub-sync, or write `version: 1`.',
  });
}

function readTarget(fields: Fields, found: Found, project: Project): void {
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
}

const URL_PROBLEM = {
  message: 'The address of the server is not a plain http or https URL.',
  hint: 'Write it like https://config.example.com, without a user, a password, ? or #.',
};
const REPOSITORY_PROBLEM = {
  message: 'The repository is not named as `account/name`.',
  hint: 'Write it like acme/shop; `confighub-sync info` lists the repositories of a server.',
};

/** As the interface writes it: a leading `v`, and a number of the form major.minor (interface.md, Versioning). */
function readClientVersion(fields: Fields, entry: Entry, project: Project): void {
  const text = fields.text(entry);
  if (text === undefined) return;
  if (/^v\d{1,4}\.\d{1,4}$/.test(text)) project.clientVersion = text;
  else {
    const message = `\`clientVersion\` is a version of the client API, like ${DEFAULT_CLIENT_VERSION}.`;
    fields.error({ code: 'bad-option', at: entry.value, message });
  }
}

function readBatch(fields: Fields, entry: Entry, project: Project): void {
  const text = fields.text(entry);
  if (text === undefined || text === 'atomic') return;
  if (/^[1-9]\d{0,8}$/.test(text)) project.batch = Number(text);
  else {
    const message = '`batch` is `atomic` or a number of values per request.';
    fields.error({ code: 'bad-option', at: entry.value, message });
  }
}

/** What is said and right; mistakes are reported. */
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
    message: `\`${name}\` is ${isShare ? 'a share from 0% to 100%' : 'a whole number of items'}, not \`${cut(text)}\`.`,
    ...(isShare && { hint: `Write it like \`${name}: 30%\`.` }),
  });
}
