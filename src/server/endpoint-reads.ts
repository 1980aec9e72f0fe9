// The reading endpoints: access, moment, parameters and answer of each (behaviour.md, sections 2 and 13).
import { type Json, type JsonNode, JsonNumber, parseLeadingJson, parseLenientJson } from '../lib/json.ts';
import { javaTrim } from '../semantics/value-types.ts';
import { crashed, type HttpAnswer, isTrue, json, jsonNode, refuse, type Request } from './answer.ts';
import { exportOf, infoOf, keyDataOf, summaryOf } from './reads.ts';
import { crashRead, ReadFailed, type ReadFailure, refuseRead } from './refusal.ts';
import { accessOf, type EndpointName, type Route, type Service, tokenProblem } from './service.ts';
import type { Token } from './settings.ts';
import { type KeyRecord, momentOf, type Repository, repositoryAt, serverTime } from './state.ts';
import { fileFor, renderFile, secretsOf, valueFor, type View, viewOf, visibleText } from './view.ts';

const SERVER_VERSION = '1.10.6';

interface ReadContext {
  request: Request;
  route: Route;
}

/** Answers every request except a push. */
export function readAnswer(service: Service, context: ReadContext): HttpAnswer {
  const { endpoint } = context.route;
  if (endpoint === 'info/all') return json(service.repositories.map(summaryOf), context.request);
  if (endpoint === 'info/system') return json({ version: SERVER_VERSION }, context.request);
  try {
    const read = ENDPOINT_READS[endpoint];
    return read === undefined ? crashed() : read(readRequest(service, context));
  } catch (problem) {
    if (problem instanceof ReadFailed) return failed(problem.failure, endpoint === 'info' ? 417 : 406);
    throw problem;
  }
}

function failed(failure: ReadFailure, status: 406 | 417): HttpAnswer {
  if ('refused' in failure) return refuse(status, failure.refused);
  return failure.crash === undefined ? crashed() : { ...crashed(), etag: `"${failure.crash}"` };
}

/** Like the server, checks the moment before the token. */
function readRequest(service: Service, { request, route }: ReadContext): ReadRequest {
  const { address, endpoint } = route;
  const access = accessOf(service.repositories, { request, address, purpose: 'read' });
  if (access === 'missing') throw crashRead();
  if ('denied' in access) throw refuseRead(access.denied);
  const moment = momentOf(access.repository, {
    tag: request.header('tag'),
    date: request.header('repository-date'),
    form: address === undefined ? 'token' : 'url',
  });
  const repository = moment === undefined ? access.repository : repositoryAt(access.repository, moment);
  const problem = endpoint === 'info' ? undefined : tokenProblem(access.token);
  if (problem !== undefined) throw refuseRead(problem);
  return { service, request, repository, token: access.token, moment };
}

interface ReadRequest {
  service: Service;
  request: Request;
  /** As it was at the requested moment. */
  repository: Repository;
  /** Absent in the URL form. */
  token: Token | undefined;
  /** Absent: now. */
  moment: Date | undefined;
}

const ENDPOINT_READS: Partial<Record<EndpointName, (options: ReadRequest) => HttpAnswer>> = {
  export: ({ repository, request, moment }) => {
    if (moment !== undefined) throw crashRead();
    const omitValues = isTrue(request.header('omit-values'));
    const omitFiles = isTrue(request.header('omit-files'));
    return json(exportOf(repository, { omitValues, omitFiles }), request);
  },
  info: ({ repository, request, moment, service }) =>
    json(infoOf(repository, { request, now: service.now(), moment }), request),
  keyData: ({ repository, request }) =>
    json(keyDataOf(repository.keys.get((request.header('keyname') ?? '').toLowerCase())), request),
  pull: (read) => {
    const { request, service } = read;
    const { content, remark } = cached(read, {
      kind: 'pull',
      make: (view) => ({ content: pullOf(view, read), remark: remarkOf(view) }),
    });
    return { ...jsonNode({ ...content, generatedOn: serverTime(service.now()) }, request), ...remark };
  },
  rawFile: (read) => {
    const path = read.request.header('file') ?? '';
    return cached(read, { kind: `rawFile ${path}`, make: (view) => rawFile(path, view) });
  },
};

/** With caching, all parameters except the context are those of the first request, but passwords must still be JSON. */
function cached<T>(read: ReadRequest, { kind, make }: { kind: string; make: (view: View) => T }): T {
  const { request, repository, service, token } = read;
  const context = request.header('context');
  const passwords = {
    header: request.header('security-profile-auth'),
    carried: token?.securityGroups ?? [],
  };
  const makeNow = () => make(viewOf(repository, { context, passwords }));
  if (!repository.flags.cachingEnabled || context === undefined) return makeNow();
  const id = `${kind}\n${context.toLowerCase()}`;
  if (service.cache.has(repository.name, id)) secretsOf(repository, passwords);
  return service.cache.answer(repository.name, { id, make: makeNow });
}

function pullOf(view: View, { request, repository, moment }: ReadRequest) {
  const comments = isTrue(request.header('include-comments'));
  const contexts = isTrue(request.header('include-value-context'));
  return {
    ...(isTrue(request.header('no-files')) ? {} : { files: filesOf(view) }),
    ...(isTrue(request.header('no-properties')) ? {} : { properties: propertiesOf(view, { comments, contexts }) }),
    account: repository.account,
    repo: repository.name,
    context: request.header('context') ?? '',
    ...(moment === undefined ? {} : { repoDate: serverTime(moment) }),
  };
}

function rawFile(path: string, view: View): HttpAnswer {
  const file = fileFor(path, view);
  if (file === undefined) return { status: 204 };
  const body = renderFile(file, view);
  return { status: 200, contentType: contentTypeOf(path), body, ...remarkOf(view) };
}

function remarkOf({ ties }: View): Pick<HttpAnswer, 'remark'> {
  return ties === 0 ? {} : { remark: `rows of equal weight: ${ties}, the oldest answers` };
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

function propertiesOf(view: View, { comments, contexts }: { comments: boolean; contexts: boolean }): Map<string, Json> {
  const properties = new Map<string, Json>();
  for (const key of view.repository.keys.values()) {
    const row = valueFor(key, view);
    if (row === undefined) continue;
    const comment = comments && javaTrim(key.readme ?? '') !== '' ? key.readme : null;
    properties.set(key.name, {
      ...(key.vdt === 'Text' ? {} : { type: key.vdt }),
      ...(key.deprecated ? { deprecated: true } : {}),
      ...(comment === null ? {} : { comment }),
      ...encryptionOf(key, view),
      val: nativeValue(visibleText(row, { key, view }), key),
      ...(contexts ? { context: row.context.split(';') } : {}),
    });
  }
  return properties;
}

/** Only if the password is unknown. */
function encryptionOf(key: KeyRecord, view: View): Record<string, Json> {
  const group = view.secrets.group(key.group);
  if (group === undefined || group.cipher === null) return {};
  const isKnown = view.secrets.passwordFor(group.name) !== undefined;
  return isKnown ? {} : { encryption: group.name, cipher: group.cipher };
}

const NATIVE = { Map: 'JsonObject', List: 'JsonArray' } as const;

/** Maps and Lists are sent as JSON. A text of another type crashes the whole read. */
function nativeValue(text: string | null, { vdt }: KeyRecord): Json {
  if (text === null || (vdt !== 'Map' && vdt !== 'List')) return text;
  if (javaTrim(text) === '') return null;
  const parsed = parseLenientJson(text);
  if (parsed !== undefined && gsonClass(parsed) === NATIVE[vdt]) return parsed;
  const leading = parseLeadingJson(text);
  const found = leading === undefined ? NATIVE[vdt] : gsonClass(leading);
  if (found === NATIVE[vdt]) throw crashRead();
  throw crashRead(`Expected a com.google.gson.${NATIVE[vdt]} but was com.google.gson.${found}`);
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
