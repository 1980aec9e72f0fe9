// A server written from the documented interface alone, to catch what our client and server both got wrong.
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { closeAll, listen } from '../helpers/listen.ts';

export type Absent = 404 | 405 | 410 | 501 | 401 | 403 | 'html' | 'json' | 'redirect';
// `absent`: how all that is not documented answers, and the list too if `list` is false; `reasons`: of a 304.
const SHOP = { account: 'acme', repository: 'shop', levels: ['Environment', 'Application'] };
const DEFAULTS = {
  ...SHOP,
  token: 'token-of-shop',
  absent: 404 as Absent,
  list: true,
  reasons: true,
};
export type DocumentedOptions = Partial<typeof DEFAULTS>;
type Settings = { key: string; vdt: string; readme?: string; deprecated?: boolean; push?: boolean };
type Key = Settings & { values: Map<string, string | null> };
type StoredKey = Settings & { values: Record<string, string | null> };
export interface DocumentedServer {
  url: string;
  options: DocumentedOptions; // may be changed while the server runs
  keys(): StoredKey[]; // sorted by name; values sorted by context
  files(): Record<string, string>; // by `path context`, sorted
  pushes: unknown[]; // bodies of the pushes that were taken, in order
  requests: { method: string; path: string; headers: http.IncomingHttpHeaders }[];
  // drop: no answer; lose: neither taken nor answered; elsewhere: taken by the repository of another token
  onPush?: ((body: unknown) => 'drop' | 'lose' | 'elsewhere' | undefined) | undefined;
  close(): Promise<void>;
}
type State = { keys: Map<string, Key>; files: Map<string, string> };
type Running = DocumentedServer & { state: State };
type Answer = [status: number, headers?: Record<string, string>, body?: string] | undefined;
const NATURE = {
  isPrivate: false,
  isPersonal: false,
  description: 'A shop',
  created: '2024-01-31T09:30Z',
};
const ENABLED = {
  accessControlsEnabled: false,
  securityEnabled: false,
  contextGroupsEnabled: false,
};
const page = (body: string, type = 'application/json'): Answer => [
  200,
  { 'Content-Type': type },
  body,
];
const login: Answer = [302, { Location: '/login' }];
const PAGES = {
  html: page('<p>Welcome</p>', 'text/html'),
  json: page('{"ok":true}'),
  redirect: login,
};
// The fields of each object, sorted. No security group exists here, so no group and no password is valid.
const BODY = /^(changeComment:string )?data:list( enableKeyCreation:boolean)?$/;
const KEY =
  /^(key:string opp:string|(deprecated:boolean )?key:string( push:boolean| (readme|vdt):string| values:list)*)$/;
const VALUE = /^(context:string opp:string|(active:boolean )?context:string value:(string|null))$/;
const FILE = /^(context:string file:string opp:string|content:string context:string file:string)$/;
const kindOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
const sorted = <T>(map: Map<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
const plain = (key: Key): StoredKey => ({ ...key, values: Object.fromEntries(sorted(key.values)) });

function fields<T>(from: unknown, shape: RegExp): T {
  const kinds = Object.entries(Object(from)).map(([field, value]) => `${field}:${kindOf(value)}`);
  const isKnown =
    shape.test(kinds.sort().join(' ')) && ['delete', undefined].includes(Object(from).opp);
  if (!isKnown) throw new Error(`This is not documented: ${kinds.join(' ')}`);
  return from as T;
}

function applyTo<T>(
  to: { map: Map<string, T>; shape: RegExp; levels: number },
  from: unknown,
): void {
  const {
    file,
    context,
    content,
    value = content,
    opp,
  } = fields<Record<string, string>>(from, to.shape);
  const isPath =
    file !== '' && context.split(';').length === to.levels && !/^(;|$)|;(;|$)/.test(context);
  if (!isPath) throw new Error('A context does not name every level, or a path is empty');
  const id = file === undefined ? context : `${file} ${context}`;
  if (opp) to.map.delete(id);
  else to.map.set(id, value as T);
}

function applyKey(
  to: { keys: State['keys']; levels: number; create: boolean },
  from: unknown,
): void {
  const {
    opp,
    values = [],
    ...given
  } = fields<Settings & { values?: unknown[]; opp?: string }>(from, KEY);
  const key =
    [...to.keys.keys()].find((name) => name.toLowerCase() === given.key.toLowerCase()) ?? given.key;
  const old = to.keys.get(key) ?? { vdt: 'Text', values: new Map<string, string | null>() };
  for (const value of values) applyTo({ map: old.values, shape: VALUE, levels: to.levels }, value);
  // To delete what is not there is no change.
  const isGone = values.length > 0 && values.every((value) => Object(value).opp === 'delete');
  const isMade = to.create && key !== '' && old.values.size > 0;
  if (!opp && !isGone && !isMade && !to.keys.has(key))
    throw new Error('A new key needs enableKeyCreation, a name and a value');
  if (opp || old.values.size === 0) to.keys.delete(key);
  else to.keys.set(key, { ...old, ...given, key });
}

function applied(state: State, { body, levels }: { body: unknown; levels: number }): State {
  const { data, ...push } = fields<{ data: unknown[]; enableKeyCreation?: boolean }>(body, BODY);
  const after = structuredClone(state);
  for (const element of data)
    if (Object.hasOwn(Object(element), 'file'))
      applyTo({ map: after.files, shape: FILE, levels }, element);
    else applyKey({ keys: after.keys, levels, create: push.enableKeyCreation === true }, element);
  if (isDeepStrictEqual(state, after)) throw new Error('No change');
  return after;
}

function listing({ state: { keys }, options }: Running, pretty: boolean): Answer {
  const { account, repository: name, levels: context } = { ...DEFAULTS, ...options };
  const size = {
    keyCount: keys.size,
    valueCount: [...keys.values()].flatMap((k) => [...k.values]).length,
  };
  const shown = {
    account,
    name,
    ...NATURE,
    ...ENABLED,
    vdtEnabled: true,
    ...size,
    userCount: 1,
    context,
  };
  return page(JSON.stringify([shown], null, pretty ? 2 : 0));
}

// It is async only so that what it throws is caught as a refusal: a push is taken without a pause.
async function push(
  self: Running,
  asked: { path: string; token: unknown; sent: string },
): Promise<Answer> {
  const { account, repository, levels, token } = { ...DEFAULTS, ...self.options };
  const named =
    asked.path === '/rest/push' ? `/rest/push ${asked.token}` : decodeURIComponent(asked.path);
  const known = [`/rest/push ${token}`, `/rest/push/${account}/${repository}`];
  if (!known.includes(named)) throw new Error('No such repository');
  const body: unknown = JSON.parse(asked.sent);
  const after = applied(self.state, { body, levels: levels.length });
  const wish = self.onPush?.(body);
  const isTaken = wish === undefined || wish === 'drop';
  if (isTaken) self.pushes.push(body);
  if (isTaken) self.state = after;
  return wish === undefined || wish === 'elsewhere' ? [200] : undefined;
}

async function answerTo(self: Running, request: http.IncomingMessage): Promise<Answer> {
  const { method = '', url: path = '', headers } = request;
  self.requests.push({ method, path, headers });
  const sent = await text(request).catch(() => '');
  const { absent, list, reasons } = { ...DEFAULTS, ...self.options };
  const isList = list && method === 'GET' && path === '/rest/info/all';
  const isPush = method === 'POST' && /^\/rest\/push(\/[^/?]+\/[^/?]+)?$/.test(path);
  if (!isList && !isPush) return typeof absent === 'number' ? [absent] : PAGES[absent];
  if (!/^v\d+\.\d+$/.test(`${headers['client-version'] ?? 'v1.0'}`)) return [400];
  if (isList) return listing(self, headers.pretty === 'true');
  if (headers['content-type'] !== 'application/json') return [415];
  const why = (error: unknown) => (reasons ? { ETag: `${error}`.replace(/[^ -~]/g, '?') } : {});
  return push(self, { path, token: headers['client-token'], sent }).catch((error) => [
    304,
    why(error),
  ]);
}

export async function startDocumentedServer(
  options: DocumentedOptions = {},
): Promise<DocumentedServer> {
  const server = http.createServer(async (request, response) => {
    const answer = await answerTo(self, request);
    if (answer === undefined) return response.destroy();
    response.statusCode = answer[0];
    return response
      .setHeaders(new Map(Object.entries({ Connection: 'close', ...answer[1] })))
      .end(answer[2]);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const state: State = { keys: new Map(), files: new Map() };
  const keys = () => sorted(self.state.keys).map(([, key]) => plain(key));
  const files = () => Object.fromEntries(sorted(self.state.files));
  const close = () => closeAll(server);
  const self: Running = { url, options, state, pushes: [], requests: [], keys, files, close };
  return self;
}
