// Requests in, answers out: the endpoints over the repositories, without a network.
import { type AccessResult, byAddress, byToken, tokenProblem } from './access.ts';
import { type Answer, refuse, type Request } from './answer.ts';
import { push } from './push.ts';
import type { ReadCache } from './read-cache.ts';
import { type EndpointName, type Route, routeOf } from './routes.ts';
import type { Repository } from './state.ts';

export interface Service {
  repositories: Repository[];
  now: () => Date;
  cache: ReadCache;
}

export interface ServiceResult {
  answer: Answer;
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
): { answer: Answer } | { route: Route } {
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
function notFoundPage(): Answer {
  return { status: 200, contentType: 'text/html', etag: 'W/"855-1500000000000"', body: page(855) };
}

/** For every other path of the site. */
function startPage(): Answer {
  return { status: 200, contentType: 'text/html', etag: 'W/"8365-1500000000000"', body: page(8365) };
}

function missingHtmlFile(): Answer {
  return { status: 404, contentType: 'text/html', body: page(1172) };
}

function methodForbidden(): Answer {
  return { status: 403, contentType: 'text/html;charset=utf-8', body: page(993) };
}

function methodUnknown(): Answer {
  return { status: 501, contentType: 'text/html;charset=utf-8', body: page(1138), close: true };
}

/** Clients are told by length, if by anything. */
function page(bytes: number): string {
  const start = '<!DOCTYPE html><html><head><title>ConfigHub</title></head><body>';
  const end = '</body></html>\n';
  return start + ' '.repeat(bytes - start.length - end.length) + end;
}
