// Requests in, answers out: the endpoints over the repositories, without a network.
import { type Access, type AccessResult, byAddress, byToken, type Purpose } from './access.ts';
import { type Answer, crashed, isTrue, json, type RefusalStatus, type Request, refuse } from './answer.ts';
import { methodForbidden, methodUnknown, missingHtmlFile, notFoundPage, startPage } from './pages.ts';
import { push } from './push.ts';
import { exportOf, infoOf, keyDataOf, summaryOf } from './reads.ts';
import { type EndpointName, type Route, routeOf } from './routes.ts';
import type { Repository } from './state.ts';

export const SERVER_VERSION = '1.10.6';

export interface Service {
  repositories: Repository[];
  now: () => Date;
}

export interface ServiceResult {
  answer: Answer;
  /** The repositories after an accepted push that changed something: to be kept, and then to be told of. */
  repositories?: Repository[];
}

/** Answers what needs no body and no repository. */
export function dispatch(request: Request): { answer: Answer } | { route: Route } {
  if (request.method === 'OPTIONS') return { answer: { status: 200 } };
  if (request.method === 'PUT' || request.method === 'DELETE') return { answer: methodForbidden() };
  if (!KNOWN_METHODS.includes(request.method)) return { answer: methodUnknown() };
  const route = routeOf(request);
  if (route === 'unknown') return { answer: notFoundPage() };
  if (route !== 'outside') return { route };
  return { answer: /\.html(?:[?#;]|$)/.test(request.target) ? missingHtmlFile() : startPage() };
}

const KNOWN_METHODS = ['GET', 'HEAD', 'POST'];

export function pushAnswer(
  service: Service,
  { request, route, body }: { request: Request; route: Route; body: string },
): ServiceResult {
  const access = accessFor(service, { request, route, purpose: 'push' });
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
  if (revision === undefined) return { answer: { status: 200 } };
  const repositories = service.repositories.map((one) => (one === access.repository ? repository : one));
  return { answer: { status: 200 }, repositories };
}

/** Everything but a push. */
export function readAnswer(service: Service, { request, route }: { request: Request; route: Route }): Answer {
  if (route.endpoint === 'info/all') return json(service.repositories.map(summaryOf), request);
  if (route.endpoint === 'info/system') return json({ version: SERVER_VERSION }, request);
  const status: RefusalStatus = route.endpoint === 'info' ? 417 : 406;
  const purpose = route.endpoint === 'info' ? 'info' : 'read';
  const access = accessFor(service, { request, route, purpose });
  if (access === 'missing') return crashed();
  if ('denied' in access) return refuse(status, access.denied);
  const content = READS[route.endpoint]?.({ ...access, request, now: service.now() });
  return content === undefined ? crashed() : json(content, request);
}

type Read = (options: Access & { request: Request; now: Date }) => object | undefined;

const READS: Partial<Record<EndpointName, Read>> = {
  export: ({ repository, request }) =>
    exportOf(repository, {
      omitValues: isTrue(request.header('omit-values')),
      omitFiles: isTrue(request.header('omit-files')),
    }),
  info: ({ repository, request, now }) =>
    infoOf(repository, {
      now,
      contextElements: isTrue(request.header('context-elements')),
      contextLabels: request.header('context-labels') || undefined,
      files: isTrue(request.header('files')),
      filesGlob: request.header('files-glob') || undefined,
    }),
  keyData: ({ repository, request }) =>
    keyDataOf(repository.keys.get((request.header('keyname') ?? '').toLowerCase())),
};

function accessFor(
  service: Service,
  { request, route, purpose }: { request: Request; route: Route; purpose: Purpose },
): AccessResult {
  if (route.address !== undefined)
    return byAddress(service.repositories, { address: route.address, purpose });
  return byToken(service.repositories, { sent: request.header('client-token') ?? '', purpose });
}
