// Which request is for which endpoint (behaviour.md, section 1).
import { type AccessResult, byAddress, byToken, tokenProblem } from './access.ts';
import { type HttpAnswer, refuse, type Request } from './answer.ts';
import { push } from './push.ts';
import type { Repository } from './state.ts';

const ENDPOINTS = [
  { name: 'push', method: 'POST', forms: ['token', 'url'] },
  { name: 'export', method: 'GET', forms: ['url'] },
  { name: 'info', method: 'GET', forms: ['token', 'url'] },
  { name: 'keyData', method: 'GET', forms: ['token', 'url'] },
  { name: 'pull', method: 'GET', forms: ['token', 'url'] },
  { name: 'rawFile', method: 'GET', forms: ['token', 'url'] },
  { name: 'info/all', method: 'GET', forms: ['token'] },
  { name: 'info/system', method: 'GET', forms: ['token'] },
] as const;
export type EndpointName = (typeof ENDPOINTS)[number]['name'];

/** What a server may be started without. */
export const OPTIONAL_ENDPOINTS = ENDPOINTS.map(({ name }) => name).filter((name) => name !== 'push');
/** What interface.md does not document. */
export const UNDOCUMENTED_ENDPOINTS = OPTIONAL_ENDPOINTS.filter((name) => name !== 'info/all');

export interface Route {
  endpoint: EndpointName;
  /** Absent in the token form. */
  address?: { account: string; name: string };
}

/** `outside`: not under `/rest`. `unknown`: nothing the server takes. */
type RouteResult = Route | 'outside' | 'unknown';

function routeOf(request: Request): RouteResult {
  const [root, ...rest] = segmentsOf(request.target);
  if (root !== 'rest') return 'outside';
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const route = tokenForm(rest, method) ?? urlForm(rest, method);
  if (route === undefined) return 'unknown';
  if (route.endpoint !== 'rawFile' && !takesJson(request)) return 'unknown';
  return method === 'POST' && !sendsJson(request) ? 'unknown' : route;
}

/** Doubled and trailing slashes, query strings and matrix parameters do not count. Proxies send whole addresses. */
function segmentsOf(target: string): string[] {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return path.split('/').flatMap((segment) => {
    const [name = ''] = segment.split(';', 1);
    return name === '' ? [] : [decoded(name)];
  });
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function tokenForm(segments: readonly string[], method: string): Route | undefined {
  const found = ENDPOINTS.find((one) => one.name === segments.join('/') && one.method === method);
  return found?.forms.some((form) => form === 'token') ? { endpoint: found.name } : undefined;
}

function urlForm(segments: readonly string[], method: string): Route | undefined {
  const [name, account, repository, ...surplus] = segments;
  if (account === undefined || repository === undefined || surplus.length > 0) return undefined;
  const found = ENDPOINTS.find((one) => one.name === name && one.method === method);
  if (!found?.forms.some((form) => form === 'url')) return undefined;
  return { endpoint: found.name, address: { account, name: repository } };
}

function sendsJson(request: Request): boolean {
  const type = mediaType(request.header('content-type') ?? '*/*');
  return type === 'application/json' || type === '*/*';
}

function takesJson(request: Request): boolean {
  const accept = request.header('accept');
  if (accept === undefined || accept === '') return true;
  return accept.split(',').some((range) => {
    return JSON_RANGES.includes(mediaType(range)) && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(range);
  });
}

const JSON_RANGES = ['application/json', 'application/*', '*/*'];

function mediaType(text: string): string {
  return (text.split(';', 1)[0] ?? '').trim().toLowerCase();
}

// Answers kept where caching is enabled, with what the real server gets wrong about it (behaviour.md, section 13).

/**
 * By the name of a repository alone, whatever its account, and by context: the answer that was given first is
 * given to everybody, in the shape that the first one asked for.
 */
export class ReadCache {
  readonly #answers = new Map<string, Map<string, unknown>>();

  /** The answer that is kept, or a new one. `T` belongs to the id. */
  answer<T>(repository: string, { id, make }: { id: string; make: () => T }): T {
    const answers = this.#answers.get(repository) ?? new Map<string, unknown>();
    this.#answers.set(repository, answers);
    if (!answers.has(id)) answers.set(id, make());
    return answers.get(id) as T;
  }

  has(repository: string, id: string): boolean {
    return this.#answers.get(repository)?.has(id) ?? false;
  }

  clear(repository: string): void {
    this.#answers.delete(repository);
  }
}

// Requests in, answers out: the endpoints over the repositories, without a network.

export interface Service {
  repositories: Repository[];
  now: () => Date;
  cache: ReadCache;
}

export interface ServiceResult {
  answer: HttpAnswer;
  /** The repositories after an accepted push that changed something: to be kept, and then to be told of. */
  repositories?: Repository[];
  /** Name of the repository whose kept answers are out of date when all that is done. */
  clears?: string;
}

/** Answers what needs no body and no repository. */
/** @param without endpoints that this server does not have: to it they are unknown addresses */
export function dispatch(
  request: Request,
  without: readonly EndpointName[] = [],
): { answer: HttpAnswer } | { route: Route } {
  if (request.method === 'OPTIONS') return { answer: { status: 200 } };
  if (request.method === 'PUT' || request.method === 'DELETE') return { answer: methodForbidden() };
  if (!KNOWN_METHODS.includes(request.method)) return { answer: methodUnknown() };
  const route = routeOf(request);
  if (route === 'unknown') return { answer: notFoundPage() };
  if (route !== 'outside') return without.includes(route.endpoint) ? { answer: notFoundPage() } : { route };
  return { answer: /\.html(?:[?#;]|$)/.test(request.target) ? missingHtmlFile() : startPage() };
}

const KNOWN_METHODS = ['GET', 'HEAD', 'POST'];

export function pushAnswer(
  service: Service,
  { request, route, body }: { request: Request; route: Route; body: string },
): ServiceResult {
  const access = pushAccess(service, { request, route });
  if (access === 'missing') return { answer: refuse(304, 'GENERIC') };
  if ('denied' in access) return { answer: refuse(304, access.denied) };
  const result = push(access.repository, {
    body,
    force: access.token?.forceKeyPush ?? false,
    token: access.token?.name,
    securityGroups: access.token?.securityGroups ?? [],
    application: request.header('application-name'),
    now: service.now,
  });
  if ('refusal' in result) return { answer: refuse(304, result.refusal) };
  const { repository, revision } = result;
  const accepted = { answer: { status: 200 }, clears: repository.name };
  if (revision === undefined) return accepted;
  const repositories = service.repositories.map((one) => (one === access.repository ? repository : one));
  return { ...accepted, repositories };
}

function pushAccess(service: Service, { request, route }: { request: Request; route: Route }): AccessResult {
  const { address } = route;
  if (address !== undefined) return byAddress(service.repositories, { address, purpose: 'push' });
  const access = byToken(service.repositories, request.header('client-token') ?? '');
  const problem = access !== 'missing' && 'token' in access ? tokenProblem(access.token) : undefined;
  return problem === undefined ? access : { denied: problem };
}

/** For everything under `/rest` that it does not know or does not take. Nothing was done. */
function notFoundPage(): HttpAnswer {
  return { status: 200, contentType: 'text/html', etag: 'W/"855-1500000000000"', body: page(855) };
}

/** For every other path of the site. */
function startPage(): HttpAnswer {
  return { status: 200, contentType: 'text/html', etag: 'W/"8365-1500000000000"', body: page(8365) };
}

function missingHtmlFile(): HttpAnswer {
  return { status: 404, contentType: 'text/html', body: page(1172) };
}

function methodForbidden(): HttpAnswer {
  return { status: 403, contentType: 'text/html;charset=utf-8', body: page(993) };
}

function methodUnknown(): HttpAnswer {
  return { status: 501, contentType: 'text/html;charset=utf-8', body: page(1138), close: true };
}

/** Clients are told by length, if by anything. */
function page(bytes: number): string {
  const start = '<!DOCTYPE html><html><head><title>ConfigHub</title></head><body>';
  const end = '</body></html>\n';
  return start + ' '.repeat(bytes - start.length - end.length) + end;
}
