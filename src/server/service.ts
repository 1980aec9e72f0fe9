// Requests in, answers out, without a network: routing (behaviour.md, section 1), access, pushes, cached answers.
import { attempt } from '../lib/attempt.ts';
import type { RejectionName } from '../semantics/rejections.ts';
import { Crashed, type ServedAnswer, Rejected, reject, type ServedRequest } from './answer.ts';
import { push } from './push.ts';
import { findRepository, type Repository, type Token } from './state.ts';

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
export const OPTIONAL_ENDPOINTS = ENDPOINTS.map(({ name }) => name).filter(
  (name) => name !== 'push',
);
/** Endpoints that are missing in interface.md. */
export const UNDOCUMENTED_ENDPOINTS = OPTIONAL_ENDPOINTS.filter((name) => name !== 'info/all');

/** A request, and what it asks for. */
export interface RequestRoute {
  request: ServedRequest;
  endpoint: EndpointName;
  /** Absent in the token form. */
  address?: Pick<Repository, 'account' | 'name'> | undefined;
}

/** `undefined`: no such endpoint, or an unsupported media type. */
function routeOf(request: ServedRequest, segments: readonly string[]): RequestRoute | undefined {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const [first, account = '', name = ''] = segments;
  const form = segments.length === 3 ? 'url' : 'token';
  const path = form === 'url' ? first : segments.join('/');
  const endpoint = ENDPOINTS.find(
    (candidate) => candidate.name === path && candidate.method === method,
  );
  if (!endpoint?.forms.some((served) => served === form)) return undefined;
  if (endpoint.name !== 'rawFile' && !takesJson(request)) return undefined;
  const sent = mediaType(request.header('content-type') ?? '*/*');
  if (method === 'POST' && sent !== 'application/json' && sent !== '*/*') return undefined;
  const address = form === 'url' ? { account, name } : undefined;
  return { request, endpoint: endpoint.name, address };
}

/** Ignores double and trailing slashes, query strings and matrix parameters. Proxies send absolute URLs. */
function segmentsOf(target: string): string[] {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return path.split('/').flatMap((segment) => {
    const [name = ''] = segment.split(';', 1);
    return name === '' ? [] : [attempt(() => decodeURIComponent(name)) ?? name];
  });
}

function takesJson(request: ServedRequest): boolean {
  const accept = request.header('accept');
  if (accept === undefined || accept === '') return true;
  return accept.split(',').some((range) => {
    const isJson = ['application/json', 'application/*', '*/*'].includes(mediaType(range));
    return isJson && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(range);
  });
}

function mediaType(text: string): string {
  return (text.split(';', 1)[0] ?? '').trim().toLowerCase();
}

export interface Service {
  repositories: Repository[];
  now: () => Date;
  /**
   * The cache of the real server, with its bugs (behaviour.md, section 13): answers by name of the repository, ignoring the
   * account, and by context. Everyone gets the first answer, with the options of the first request.
   */
  cache: Map<string, Map<string, unknown>>;
  /** Called before a push that changed something is answered. If it throws, the push has no effect. */
  save?: (repositories: readonly Repository[]) => void;
}

/** Routes a request, or answers it if that needs no body. @param without disabled endpoints, answered like unknown ones */
export function dispatch(
  request: ServedRequest,
  without: readonly EndpointName[] = [],
): { answer: ServedAnswer } | { route: RequestRoute } {
  // A NUL, or a slash or backslash inside of a segment: servers reject them, so that no path is read in two ways.
  if (/%(?:00|2f|5c)/i.test(request.target.split(/[?#]/, 1)[0] ?? ''))
    return { answer: { status: 400, close: true } };
  if (request.method === 'OPTIONS') return { answer: { status: 200 } };
  if (request.method === 'PUT' || request.method === 'DELETE') return { answer: METHOD_FORBIDDEN };
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) return { answer: METHOD_UNKNOWN };
  const [root, ...segments] = segmentsOf(request.target);
  if (root !== 'rest')
    return { answer: /\.html(?:[?#;]|$)/.test(request.target) ? MISSING_HTML_FILE : START_PAGE };
  const route = routeOf(request, segments);
  return route === undefined || without.includes(route.endpoint)
    ? { answer: NOT_FOUND }
    : { route };
}

/** Waits for nothing, so that pushes are applied one at a time. */
export function pushAnswer(service: Service, route: RequestRoute, body: string): ServedAnswer {
  const access = accessOf(service.repositories, route);
  if ('denied' in access) return reject(304, new Rejected(access.denied));
  const problem = tokenProblem(access.token);
  if (problem !== undefined) return reject(304, new Rejected(problem));
  const result = push(access.repository, {
    body,
    force: access.token?.forceKeyPush ?? false,
    token: access.token?.name,
    securityGroups: access.token?.securityGroups,
    application: route.request.header('application-name'),
    now: service.now,
  });
  if ('rejection' in result) return reject(304, result.rejection);
  const { repository, revision } = result;
  if (revision !== undefined) {
    const repositories = service.repositories.map((served) =>
      served === access.repository ? repository : served,
    );
    service.save?.(repositories);
    service.repositories = repositories;
  }
  service.cache.delete(repository.name);
  return { status: 200 };
}

/** A page of this length. Clients may recognise the pages of the real server by their length. */
function page(
  bytes: number,
  contentType = 'text/html',
): Pick<ServedAnswer, 'contentType' | 'body'> {
  const start = '<!DOCTYPE html><html><head><title>ConfigHub</title></head><body>';
  const end = '</body></html>\n';
  return { contentType, body: start + ' '.repeat(bytes - start.length - end.length) + end };
}

/** For every unknown or unsupported request below `/rest`. */
const NOT_FOUND: ServedAnswer = { status: 200, etag: 'W/"855-1500000000000"', ...page(855) };
/** For every other path. */
const START_PAGE: ServedAnswer = { status: 200, etag: 'W/"8365-1500000000000"', ...page(8365) };
const MISSING_HTML_FILE: ServedAnswer = { status: 404, ...page(1172) };
const METHOD_FORBIDDEN: ServedAnswer = { status: 403, ...page(993, 'text/html;charset=utf-8') };
const METHOD_UNKNOWN: ServedAnswer = {
  status: 501,
  close: true,
  ...page(1138, 'text/html;charset=utf-8'),
};

/**
 * The repository of a request: by URL, where a token is ignored, or by token, even if the token is expired or inactive
 * (see {@link tokenProblem}). If there is no such repository, a read crashes, and a push counts as malformed.
 */
export function accessOf(
  repositories: readonly Repository[],
  { request, endpoint, address }: RequestRoute,
): { repository: Repository; token?: Token } | { denied: RejectionName } {
  if (address === undefined) {
    const sent = request.header('client-token') ?? '';
    for (const repository of repositories) {
      const token = repository.tokens.find((candidate) => candidate.value === sent);
      if (token !== undefined) return { repository, token };
    }
    return { denied: 'INVALID_TOKEN' };
  }
  const repository = findRepository(repositories, address);
  if (endpoint === 'push') {
    if (repository === undefined) return { denied: 'GENERIC' };
    return repository.flags.tokenFreePush ? { repository } : { denied: 'NO_PUSH_WITHOUT_TOKEN' };
  }
  if (repository === undefined) throw new Crashed();
  return repository.flags.tokenFreePull ? { repository } : { denied: 'NO_PULL_WITHOUT_TOKEN' };
}

/** Why a known token may not be used. `info` does not check this. */
export function tokenProblem(token: Token | undefined): RejectionName | undefined {
  if (token?.expired) return 'EXPIRED_TOKEN';
  return token === undefined || token.active ? undefined : 'INACTIVE_TOKEN';
}
