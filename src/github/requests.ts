// Requests to the API of a forge: retries, waits, pages, and results without exceptions.
import type { Runtime } from '../apply/runtime.ts';
import { isPlainObject, type PlainObject } from '../lib/json.ts';

/** As a workflow writes them under `permissions:`. */
export type Permission = 'pull-requests: write' | 'issues: write';

/** Why a request failed, as a text to follow a colon. */
export const FAILURES = {
  unreachable: 'cannot reach the API',
  unavailable: 'the API returned a server error',
  'rate-limited': 'the API rate limit is exceeded',
  'bad-token': 'the API rejected the token',
  locked: 'the conversation is locked',
  archived: 'the repository is archived',
  disabled: 'issues are disabled in this repository',
  unprocessable: 'the API rejected the text, which may be too long',
  'too-many-pages': 'too many pages to read',
  unexpected: 'unexpected answer from the API',
} as const;
type FailureReason = keyof typeof FAILURES;

export type Denied = { denied: 'permission'; permission: Permission };
export type Failed = { failed: FailureReason };
export type Result<Value> = { ok: Value } | Denied | Failed;

/** `missing`: it does not exist, or the token cannot see it. */
export type ProblemCode = FailureReason | 'denied' | 'missing';

/** Contains no text from the forge, which could repeat what was sent. */
export class ApiProblem extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode) {
    super(code);
    this.name = 'ApiProblem';
    this.code = code;
  }
}

/**
 * Turns every error into a result, because a comment that cannot be written never fails a job.
 *
 * @param permission what the work needs; forges say "missing" for what a token may not see
 */
export async function settle<Value>(permission: Permission, work: () => Promise<Value>): Promise<Result<Value>> {
  try {
    return { ok: await work() };
  } catch (error) {
    const code = error instanceof ApiProblem ? error.code : 'unexpected';
    if (code === 'denied' || code === 'missing') return { denied: 'permission', permission };
    return { failed: code };
  }
}

/** The result of the work, or `undefined` if it fails with one of these codes. */
export async function unless<Value>(codes: readonly ProblemCode[], work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiProblem && codes.includes(error.code)) return undefined;
    throw error;
  }
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  parameters?: Readonly<Record<string, unknown>>;
}

export interface ApiAnswer {
  /** 0: there was no answer. */
  status: number;
  headers: Readonly<Record<string, unknown>>;
  data: unknown;
}

/** Sends one request. Never throws. */
export type Send = (request: ApiRequest) => Promise<ApiAnswer>;

export type Clock = Pick<Runtime, 'now' | 'pause'>;

/** Milliseconds, for all waits of one client together. */
const MAX_WAIT = 60_000;
/** Milliseconds that GitHub asks for if it does not say how long. */
const DEFAULT_RATE_WAIT = 60_000;
const MAX_TRIES = 3;

export class Api {
  /** Path of the repository: `/repos/acme/shop`. */
  readonly repository: string;
  readonly #send: Send;
  readonly #clock: Clock;
  #waited = 0;

  constructor(repository: string, { send, clock }: { send: Send; clock: Clock }) {
    this.repository = `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;
    this.#send = send;
    this.#clock = clock;
  }

  /**
   * Throws an {@link ApiProblem} for every status except 2xx. Retries rate-limited requests, which had no effect;
   * requests that may have had an effect only if they are idempotent.
   */
  async ask(request: ApiRequest): Promise<ApiAnswer> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#send(request);
      const problem = problemOf(answer);
      if (problem === undefined) return answer;
      const mayRetry = problem === 'rate-limited' || (isTransient(problem) && isRepeatable(request, tries));
      const wait = problem === 'rate-limited' ? rateWait(answer, this.#clock.now()) : backOff(tries);
      if (!mayRetry || !(await this.wait(wait))) throw new ApiProblem(problem);
    }
  }

  /** Returns false without waiting if the total would exceed {@link MAX_WAIT}. */
  async wait(milliseconds: number): Promise<boolean> {
    if (this.#waited + milliseconds > MAX_WAIT) return false;
    this.#waited += milliseconds;
    await this.#clock.pause(milliseconds);
    return true;
  }
}

/** Whether a retry may succeed. The request may have taken effect. */
export function isTransient(problem: ProblemCode): boolean {
  return problem === 'unreachable' || problem === 'unavailable';
}

/** Milliseconds: 1000, 2000, 4000. */
export function backOff(tries: number): number {
  return 1000 * 2 ** (tries - 1);
}

function isRepeatable({ method, path }: ApiRequest, tries: number): boolean {
  return (method !== 'POST' || path.endsWith('/graphql')) && tries <= MAX_TRIES;
}

const BY_STATUS: Readonly<Record<number, ProblemCode>> = {
  0: 'unreachable',
  401: 'bad-token',
  403: 'denied',
  404: 'missing',
  410: 'disabled',
  422: 'unprocessable',
  429: 'rate-limited',
};
/** GitHub uses 403 for many reasons. */
const FORBIDDEN: readonly (readonly [message: RegExp, problem: ProblemCode])[] = [
  [/rate limit/i, 'rate-limited'],
  [/\blocked\b/i, 'locked'],
  [/\barchived\b/i, 'archived'],
];

function problemOf({ status, headers, data }: ApiAnswer): ProblemCode | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 500) return 'unavailable';
  if (status !== 403) return BY_STATUS[status] ?? 'unexpected';
  if (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0') return 'rate-limited';
  const message = isPlainObject(data) ? String(data.message) : '';
  return FORBIDDEN.find(([pattern]) => pattern.test(message))?.[1] ?? 'denied';
}

/** Milliseconds; at least a second, so that no header causes a busy loop. */
function rateWait({ headers }: ApiAnswer, now: Date): number {
  const after = Number(headers['retry-after'] ?? Number.NaN) * 1000;
  const reset =
    headers['x-ratelimit-remaining'] === '0'
      ? Number(headers['x-ratelimit-reset'] ?? Number.NaN) * 1000 - now.getTime()
      : Number.NaN;
  const wait = [after, reset].find((milliseconds) => !Number.isNaN(milliseconds)) ?? DEFAULT_RATE_WAIT;
  return Math.max(1000, wait);
}

export interface Listing {
  items: PlainObject[];
  /** `false`: there are more pages than were read. */
  isComplete: boolean;
}

export interface ListRequest {
  path: string;
  parameters?: Readonly<Record<string, unknown>>;
  maxPages?: number;
}

const MAX_PAGES = 100;
const PAGE_SIZE = 100;

/** Counts pages instead of following links: the token is never sent to a URL from an answer. */
export async function listAll(api: Api, { path, parameters, maxPages = MAX_PAGES }: ListRequest): Promise<Listing> {
  const items: PlainObject[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const { data, headers } = await api.ask({
      method: 'GET',
      path,
      parameters: { ...parameters, per_page: PAGE_SIZE, page },
    });
    if (!Array.isArray(data)) throw new ApiProblem('unexpected');
    items.push(...data.filter(isPlainObject));
    if (!hasNext(headers.link)) return { items, isComplete: true };
  }
  return { items, isComplete: false };
}

function hasNext(link: unknown): boolean {
  return typeof link === 'string' && /;\s*rel="?next"?/.test(link);
}

/** The member at this path of a JSON value from the forge. */
export function at(json: unknown, ...path: readonly string[]): unknown {
  return path.reduce((value, name) => (isPlainObject(value) ? value[name] : undefined), json);
}

/** The text at this path; `undefined` for anything else. */
export function textAt(json: unknown, ...path: readonly string[]): string | undefined {
  const value = at(json, ...path);
  return typeof value === 'string' ? value : undefined;
}
