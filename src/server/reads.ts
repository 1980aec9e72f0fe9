// The reading endpoints: access, moment, parameters and content of each answer (behaviour.md, sections 2 and 13).
import {
  type Json,
  type JsonNode,
  JsonNumber,
  parseLeadingJson,
  parseLenientJson,
} from '../lib/json.ts';
import { isParsed } from '../model/state.ts';
import { javaTrim } from '../semantics/value-types.ts';
import {
  Crashed,
  crashed,
  type ServedAnswer,
  isTrue,
  answerOf,
  jsonNode,
  Rejected,
  reject,
} from './answer.ts';
import { REJECTIONS } from '../semantics/rejections.ts';
import { splitPath } from './push-files.ts';
import {
  accessOf,
  type EndpointName,
  type RequestRoute,
  type Service,
  tokenProblem,
} from './service.ts';
import { type FileRow, type KeyRecord, type Repository, repositoryAt } from './state.ts';
import {
  type ServedRead,
  fileFor,
  renderFile,
  secretsOfRead,
  valueFor,
  type View,
  viewOfRead,
  visibleText,
} from './view.ts';

/** Answers every request except a push. */
export function readAnswer(service: Service, route: RequestRoute): ServedAnswer {
  const { request, endpoint } = route;
  if (endpoint === 'info/all') return answerOf(service.repositories.map(summaryOf), request);
  if (endpoint === 'info/system') return answerOf({ version: '1.10.6' }, request);
  try {
    return ENDPOINT_READS[endpoint]?.(readOf(service, route)) ?? crashed();
  } catch (problem) {
    if (problem instanceof Rejected) {
      // Nobody is in the context of this probe, and the token was checked before.
      const isProbe = endpoint === 'pull' && problem.message === REJECTIONS.INVALID_TYPE.sentence;
      const rejected = reject(endpoint === 'info' ? 417 : 406, problem);
      return isProbe ? { ...rejected, logged: 'token accepted' } : rejected;
    }
    if (!(problem instanceof Crashed)) throw problem;
    const { message } = problem;
    return { ...crashed(), etag: message === '' ? undefined : `"${message}"` };
  }
}

interface ReadRequested extends ServedRead {
  service: Service;
  /** Absent: now. */
  moment: Date | undefined;
}

/** Like the server, checks the moment before the token. */
function readOf(service: Service, route: RequestRoute): ReadRequested {
  const access = accessOf(service.repositories, route);
  if ('denied' in access) throw new Rejected(access.denied);
  const moment = momentOf(access.repository, route);
  const repository =
    moment === undefined ? access.repository : repositoryAt(access.repository, moment);
  const problem = route.endpoint === 'info' ? undefined : tokenProblem(access.token);
  if (problem !== undefined) throw new Rejected(problem);
  return { service, request: route.request, repository, token: access.token, moment };
}

/** By tag or date; `undefined`: now. The URL form ignores an unknown tag. */
function momentOf({ tags }: Repository, { request, address }: RequestRoute): Date | undefined {
  const [tag, date] = [request.header('tag'), request.header('repository-date')];
  const taggedAt = tag ? tags.find((candidate) => candidate.name === tag) : undefined;
  if (taggedAt !== undefined) return new Date(taggedAt.time);
  if (tag && address === undefined) throw new Rejected('TAG_NOT_FOUND');
  return date ? parsedDate(date) : undefined;
}

function parsedDate(text: string): Date {
  const [, local = '', zone = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(Z|[+-]\d\d:?\d\d)$/.exec(text) ?? [];
  const asUtc = Date.parse(`${local}Z`);
  // `Date.parse` accepts February 30 as March 1.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local))
    throw new Rejected('DATE_FORMAT');
  return new Date(asUtc - offsetOf(zone));
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** `MM/dd/yyyy HH:mm:ss`, in UTC. */
function serverTime(date: Date): string {
  const [year, month, day] = date.toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year} ${date.toISOString().slice(11, 19)}`;
}

const ENDPOINT_READS: Partial<Record<EndpointName, (read: ReadRequested) => ServedAnswer>> = {
  export: ({ repository, request, moment }) => {
    if (moment !== undefined) throw new Crashed();
    const omitValues = isTrue(request.header('omit-values'));
    const omitFiles = isTrue(request.header('omit-files'));
    return answerOf(exportOf(repository, { omitValues, omitFiles }), request);
  },
  info: (read) => answerOf(infoOf(read), read.request),
  keyData: ({ repository, request }) => {
    const key = repository.keys.get((request.header('keyname') ?? '').toLowerCase());
    return answerOf(key === undefined ? {} : keyDataOf(key), request);
  },
  pull: (read) => {
    const { request, service } = read;
    const { content, remark } = cached(read, 'pull', (view) => ({
      content: pullOf(view, read),
      remark: remarkOf(view),
    }));
    const answer = jsonNode({ ...content, generatedOn: serverTime(service.now()) }, request);
    return { ...answer, remark };
  },
  rawFile: (read) => {
    const path = read.request.header('file') ?? '';
    return cached(read, `rawFile ${path}`, (view) => rawFile(path, view));
  },
};

/** Everything, in the format of a push body, keys before files. Inactive files are not marked. */
export function exportOf(
  repository: Repository,
  { omitValues, omitFiles }: { omitValues: boolean; omitFiles: boolean },
): object {
  const keys = Array.from(repository.keys.values(), (key) => {
    const rows = omitValues ? undefined : [...key.rows.values()].flat();
    const values = rows?.map(({ context, text, active }) => ({ context, value: text, active }));
    return { ...keyDataOf(key), securityGroup: key.group, values };
  });
  const files = (omitFiles ? [] : filesIn(repository)).map(({ content, path, context, group }) => {
    return { content, file: path, context, securityGroup: group };
  });
  return { data: [...keys, ...files] };
}

function filesIn(repository: Repository): FileRow[] {
  return [...repository.files.values()].flat();
}

function keyDataOf({ name, readme, deprecated, vdt, push }: KeyRecord): object {
  return { key: name, readme, deprecated, vdt, push };
}

function infoOf({ repository, request, service, moment }: ReadRequested): object {
  const { account, name, levels, tags } = repository;
  const labels = request.header('context-labels') || undefined;
  const glob = request.header('files-glob') || undefined;
  const hasElements = labels !== undefined || isTrue(request.header('context-elements'));
  const hasFiles = glob !== undefined || isTrue(request.header('files'));
  const files = hasFiles && moment === undefined ? fileList(repository, glob) : [];
  return {
    account,
    repository: name,
    generatedOn: serverTime(service.now()),
    date: moment && serverTime(moment),
    context: levels,
    contextElements: hasElements ? elementsOf(repository, labels) : undefined,
    files: hasFiles ? files : undefined,
    tags: isTrue(request.header('tags')) ? tags.map(tagOf) : undefined,
  };
}

function tagOf({ name, readme, time }: Repository['tags'][number]): object {
  return { name, readme, ts: Date.parse(time), date: minuteOf(time) };
}

/** @param labels names of levels, joined by commas; absent: all levels. The server crashes on an unknown one. */
function elementsOf({ levels, elements }: Repository, labels: string | undefined): object {
  const wanted = labels === undefined ? levels : labels.split(',');
  return Object.fromEntries(
    wanted.map((label) => {
      const names = elements[levels.indexOf(label)];
      if (names === undefined) throw new Crashed();
      return [label, [...names.values()]];
    }),
  );
}

function fileList(repository: Repository, glob: string | undefined): object[] {
  return filesIn(repository)
    .filter((row) => glob === undefined || matchesGlob(row.path, glob))
    .map(({ path, group: secureGroup }) => ({ name: splitPath(path).name, path, secureGroup }));
}

/** `*` matches everything, including `/`. Linear: the first match of each part suffices. */
function matchesGlob(path: string, glob: string): boolean {
  const [first = '', ...others] = glob.split('*');
  const last = others.pop();
  if (last === undefined) return path === glob;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const start = path.indexOf(part, at);
    if (start === -1) return false;
    at = start + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

/** One repository in `info/all`. Counts keys without values and inactive values, too. */
function summaryOf({ account, name, flags, levels, created, keys }: Repository): object {
  let valueCount = 0;
  for (const key of keys.values()) for (const rows of key.rows.values()) valueCount += rows.length;
  return {
    account,
    name,
    isPrivate: false,
    isPersonal: true,
    description: '',
    created: minuteOf(created),
    accessControlsEnabled: flags.accessControlsEnabled,
    vdtEnabled: flags.vdtEnabled,
    securityEnabled: flags.securityEnabled,
    contextGroupsEnabled: flags.contextGroupsEnabled,
    keyCount: keys.size,
    valueCount,
    userCount: 0,
    context: levels,
  };
}

function minuteOf(time: string): string {
  return `${time.slice(0, 16)}Z`;
}

/** With caching, all parameters except the context are those of the first request, but passwords must still be JSON. */
function cached<T>(read: ReadRequested, kind: string, make: (view: View) => T): T {
  const { request, repository, service } = read;
  const context = request.header('context');
  if (!repository.flags.cachingEnabled || context === undefined) return make(viewOfRead(read));
  const answers = service.cache.get(repository.name) ?? new Map<string, unknown>();
  service.cache.set(repository.name, answers);
  const id = `${kind}\n${context.toLowerCase()}`;
  if (answers.has(id)) secretsOfRead(read);
  else answers.set(id, make(viewOfRead(read)));
  return answers.get(id) as T;
}

function pullOf(view: View, { request, repository, moment }: ReadRequested) {
  const comments = isTrue(request.header('include-comments'));
  const contexts = isTrue(request.header('include-value-context'));
  return {
    files: isTrue(request.header('no-files')) ? undefined : filesOf(view),
    properties: isTrue(request.header('no-properties'))
      ? undefined
      : propertiesOf(view, { comments, contexts }),
    account: repository.account,
    repo: repository.name,
    context: request.header('context') ?? '',
    repoDate: moment && serverTime(moment),
  };
}

function rawFile(path: string, view: View): ServedAnswer {
  const file = fileFor(path, view);
  if (file === undefined) return { status: 204 };
  const body = renderFile(file, view);
  return { status: 200, contentType: contentTypeOf(path), body, remark: remarkOf(view) };
}

function remarkOf({ ties }: View): string | undefined {
  return ties === 0 ? undefined : `rows of equal weight: ${ties}, the oldest answers`;
}

function filesOf(view: View): Map<string, Json> {
  const files = new Map<string, Json>();
  for (const path of view.repository.files.keys()) {
    const file = fileFor(path, view);
    if (file === undefined) continue;
    files.set(path, { content: renderFile(file, view), 'content-type': contentTypeOf(path) });
  }
  return files;
}

function propertiesOf(
  view: View,
  { comments, contexts }: { comments: boolean; contexts: boolean },
): Map<string, Json> {
  const properties = new Map<string, Json>();
  for (const key of view.repository.keys.values()) {
    const row = valueFor(key, view);
    if (row === undefined) continue;
    const locked = view.secrets.locked(key.group);
    properties.set(key.name, {
      type: key.vdt === 'Text' ? undefined : key.vdt,
      deprecated: key.deprecated || undefined,
      comment: comments && javaTrim(key.readme ?? '') !== '' ? key.readme : undefined,
      encryption: locked?.name,
      cipher: locked?.cipher,
      val: nativeValue(visibleText(row, { key, view }), key),
      context: contexts ? row.context.split(';') : undefined,
    });
  }
  return properties;
}

const NATIVE = { Map: 'JsonObject', List: 'JsonArray' } as const;

/** Maps and Lists are sent as JSON. A text of another type crashes the whole read. */
function nativeValue(text: string | null, { vdt }: KeyRecord): Json {
  if (text === null || !isParsed(vdt)) return text;
  if (javaTrim(text) === '') return null;
  const parsed = parseLenientJson(text);
  if (parsed !== undefined && gsonClass(parsed) === NATIVE[vdt]) return parsed;
  const leading = parseLeadingJson(text);
  const kindSent = leading === undefined ? NATIVE[vdt] : gsonClass(leading);
  if (kindSent === NATIVE[vdt]) throw new Crashed();
  throw new Crashed(
    `Expected a com.google.gson.${NATIVE[vdt]} but was com.google.gson.${kindSent}`,
  );
}

function gsonClass(node: JsonNode): string {
  if (node === null) return 'JsonNull';
  if (Array.isArray(node)) return 'JsonArray';
  return node instanceof JsonNumber || typeof node !== 'object' ? 'JsonPrimitive' : 'JsonObject';
}

/** By extension (behaviour.md, section 13), case-sensitive. */
const CONTENT_TYPES = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['css', 'text/css'],
  ['csv', 'text/csv'],
  ['js', 'application/javascript'],
  ['sh', 'application/x-sh'],
  ['sql', 'application/x-sql'],
  ['svg', 'image/svg+xml'],
]);

function contentTypeOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return (dot === -1 ? undefined : CONTENT_TYPES.get(path.slice(dot + 1))) ?? 'text/plain';
}
