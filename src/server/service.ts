// Requests in, answers out, without a network: routing (behaviour.md, section 1), access, pushes, cached answers.
import { attempt } from '../lib/attempt.ts';
import { type HttpAnswer, refuse, type Request } from './answer.ts';
import { push } from './push.ts';
import type { RefusalName } from '../semantics/refusals.ts';
import type { Token } from './settings.ts';
import { findRepository, type Repository } from './state.ts';

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

/** Endpoints that can be disabled. */
export const OPTIONAL_ENDPOINTS = ENDPOINTS.map(({ name }) => name).filter((name) => name !== 'push');
/** Endpoints that are missing in interface.md. */
export const UNDOCUMENTED_ENDPOINTS = OPTIONAL_ENDPOINTS.filter((name) => name !== 'info/all');

export interface Route {
  endpoint: EndpointName;
  /** Absent in the token form. */
  address?: Address;
}

/** `outside`: not below `/rest`. `unknown`: no such endpoint, or an unsupported media type. */
function routeOf(request: Request): Route | 'outside' | 'unknown' {
  const [root, ...rest] = segmentsOf(request.target);
  if (root !== 'rest') return 'outside';
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const route = tokenForm(rest, method) ?? urlForm(rest, method);
  if (route === undefined) return 'unknown';
  if (route.endpoint !== 'rawFile' && !takesJson(request)) return 'unknown';
  return method === 'POST' && !sendsJson(request) ? 'unknown' : route;
}

/** A NUL, or a slash or backslash inside of a segment: servers refuse them, so that no path is read in two ways. */
function hasForbiddenEscape(target: string): boolean {
  return /%(?:00|2f|5c)/i.test(target.split(/[?#]/, 1)[0] ?? '');
}

/** Ignores double and trailing slashes, query strings and matrix parameters. Proxies send absolute URLs. */
function segmentsOf(target: string): string[] {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return path.split('/').flatMap((segment) => {
    const [name = ''] = segment.split(';', 1);
    return name === '' ? [] : [attempt(() => decodeURIComponent(name)) ?? name];
  });
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

/**
 * The cache of the real server, with its bugs (behaviour.md, section 13): by name of the repository, ignoring the
 * account, and by context. Everyone gets the first answer, with the options of the first request.
 */
export class ReadCache {
  readonly #answers = new Map<string, Map<string, unknown>>();

  /** The cached answer, or a new one. The id determines `T`. */
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

export interface Service {
  repositories: Repository[];
  now: () => Date;
  cache: ReadCache;
}

export interface ServiceResult {
  answer: HttpAnswer;
  /** The repositories after a push that changed something: save them before answering. */
  repositories?: Repository[];
  /** Name of the repository whose cached answers are then out of date. */
  clears?: string;
}

/**
 * Routes a request, or answers it if that needs no body and no repository.
 * @param without disabled endpoints, answered like unknown ones
 */
export function dispatch(
  request: Request,
  without: readonly EndpointName[] = [],
): { answer: HttpAnswer } | { route: Route } {
  if (hasForbiddenEscape(request.target)) return { answer: { status: 400, close: true } };
  if (request.method === 'OPTIONS') return { answer: { status: 200 } };
  if (request.method === 'PUT' || request.method === 'DELETE') return { answer: METHOD_FORBIDDEN };
  if (!KNOWN_METHODS.includes(request.method)) return { answer: METHOD_UNKNOWN };
  const route = routeOf(request);
  if (route === 'outside') return { answer: /\.html(?:[?#;]|$)/.test(request.target) ? MISSING_HTML_FILE : START_PAGE };
  return route === 'unknown' || without.includes(route.endpoint) ? { answer: NOT_FOUND } : { route };
}

const KNOWN_METHODS = ['GET', 'HEAD', 'POST'];

export function pushAnswer(
  service: Service,
  { request, route, body }: { request: Request; route: Route; body: string },
): ServiceResult {
  const access = accessOf(service.repositories, { request, address: route.address, purpose: 'push' });
  if (access === 'missing') return { answer: refuse(304, 'GENERIC') };
  if ('denied' in access) return { answer: refuse(304, access.denied) };
  const problem = tokenProblem(access.token);
  if (problem !== undefined) return { answer: refuse(304, problem) };
  const result = push(access.repository, {
    body,
    force: access.token?.forceKeyPush ?? false,
    token: access.token?.name,
    securityGroups: access.token?.securityGroups,
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

/** A page of this length. Clients may recognise the pages of the real server by their length. */
function page(bytes: number, contentType = 'text/html'): Pick<HttpAnswer, 'contentType' | 'body'> {
  const start = '<!DOCTYPE html><html><head><title>ConfigHub</title></head><body>';
  const end = '</body></html>\n';
  return { contentType, body: start + ' '.repeat(bytes - start.length - end.length) + end };
}

/** For every unknown or unsupported request below `/rest`. */
const NOT_FOUND: HttpAnswer = { status: 200, etag: 'W/"855-1500000000000"', ...page(855) };
/** For every other path. */
const START_PAGE: HttpAnswer = { status: 200, etag: 'W/"8365-1500000000000"', ...page(8365) };
const MISSING_HTML_FILE: HttpAnswer = { status: 404, ...page(1172) };
const METHOD_FORBIDDEN: HttpAnswer = { status: 403, ...page(993, 'text/html;charset=utf-8') };
const METHOD_UNKNOWN: HttpAnswer = { status: 501, close: true, ...page(1138, 'text/html;charset=utf-8') };

export type Address = Pick<Repository, 'account' | 'name'>;

interface Access {
  repository: Repository;
  /** Absent in the URL form. */
  token?: Token;
}

/** `missing`: no such repository; the server answers as for a malformed request. */
type AccessResult = Access | { denied: RefusalName } | 'missing';

/**
 * The repository of a request: by URL, where a token is ignored, or by token, even if the token is expired or inactive
 * (see {@link tokenProblem}).
 */
export function accessOf(
  repositories: readonly Repository[],
  { request, address, purpose }: { request: Request; address: Address | undefined; purpose: 'push' | 'read' },
): AccessResult {
  if (address === undefined) return byToken(repositories, request.header('client-token') ?? '');
  const repository = findRepository(repositories, address);
  if (repository === undefined) return 'missing';
  const { tokenFreePush, tokenFreePull } = repository.flags;
  if (purpose === 'push') return tokenFreePush ? { repository } : { denied: 'NO_PUSH_WITHOUT_TOKEN' };
  return tokenFreePull ? { repository } : { denied: 'NO_PULL_WITHOUT_TOKEN' };
}

function byToken(repositories: readonly Repository[], sent: string): AccessResult {
  for (const repository of repositories) {
    const token = repository.tokens.find((one) => one.value === sent);
    if (token !== undefined) return { repository, token };
  }
  return { denied: 'INVALID_TOKEN' };
}

/** Why a known token may not be used. `info` does not check this. */
export function tokenProblem(token: Token | undefined): RefusalName | undefined {
  if (token?.expired) return 'EXPIRED_TOKEN';
  return token === undefined || token.active ? undefined : 'INACTIVE_TOKEN';
}
