// The reading endpoints: parameters and answer of each (behaviour.md, section 13).
import { type JsonNode, JsonNumber } from '../lib/json.ts';
import { parseLeadingJson, parseLenientJson } from '../lib/lenient-json.ts';
import { javaTrim } from '../semantics/value-types.ts';
import { type HttpAnswer, isTrue, type Json, json, jsonNode, type Request } from './answer.ts';
import { exportOf, infoOf, keyDataOf } from './reads.ts';
import { crashRead } from './refusal.ts';
import type { EndpointName, Service } from './service.ts';
import type { Token } from './settings.ts';
import { type KeyRecord, type Repository, serverTime } from './state.ts';
import { fileFor, renderFile, secretsOf, valueFor, type View, viewOf, visibleText } from './view.ts';

export interface ReadRequest {
  service: Service;
  request: Request;
  /** As it was at the requested moment. */
  repository: Repository;
  /** Absent in the URL form. */
  token: Token | undefined;
  /** Absent: now. */
  moment: Date | undefined;
}

export const ENDPOINT_READS: Partial<Record<EndpointName, (options: ReadRequest) => HttpAnswer>> = {
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
  if ('value' in parsed && gsonClass(parsed.value) === NATIVE[vdt]) return parsed.value;
  const leading = parseLeadingJson(text);
  const found = 'value' in leading ? gsonClass(leading.value) : NATIVE[vdt];
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
