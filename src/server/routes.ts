// Which request is for which endpoint (behaviour.md, section 1).
import type { Request } from './answer.ts';

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
export type RouteResult = Route | 'outside' | 'unknown';

export function routeOf(request: Request): RouteResult {
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
