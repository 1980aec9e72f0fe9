// [edge] The API of a Git host, through @actions/github: retries, waits, pages, and errors without its texts.
import type { Runtime } from '../runtime.ts';
import { isPlainObject, type PlainObject } from '../lib/json.ts';
import type { EventContext } from './event.ts';

/** Why a request failed, as a text to follow a colon. */
export const FAILURES = {
  unreachable: 'cannot reach the API',
  unavailable: 'the API returned a server error',
  'rate-limited': 'the API rate limit is exceeded',
  'bad-token': 'the API rejected the token',
  /** Git hosts say "missing" for what a token may not see. */
  missing: 'permission denied',
  denied: 'permission denied',
  locked: 'the conversation is locked',
  archived: 'the repository is archived',
  disabled: 'issues are disabled in this repository',
  unprocessable: 'the API rejected the text, which may be too long',
  'too-many-pages': 'too many pages to read',
  unexpected: 'unexpected answer from the API',
} as const;
export type ProblemCode = keyof typeof FAILURES;

/** Contains no text from the Git host, which could repeat what was sent. */
export class ApiProblem extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode) {
    super(code);
    this.name = 'ApiProblem';
    this.code = code;
  }
}

export function problemCode(error: unknown): ProblemCode {
  return error instanceof ApiProblem ? error.code : 'unexpected';
}

/** The result of the work, or `undefined` if it fails with one of these codes. */
export async function unless<Value>(
  codes: readonly ProblemCode[],
  work: Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiProblem && codes.includes(error.code)) return undefined;
    throw error;
  }
}

interface ApiRequest {
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

export type Clock = Pick<Runtime, 'now' | 'pause'>;

/** Milliseconds for one request. */
const TIMEOUT = 30_000;
/** Milliseconds, for all waits of one client together. */
const MAX_WAIT = 60_000;
/** Milliseconds that GitHub asks for if it does not say how long. */
const DEFAULT_RATE_WAIT = 60_000;
const MAX_TRIES = 3;

/** Loads the client and sends requests only when needed. */
export class Api {
  readonly owner: string;
  readonly name: string;
  /** Path of the repository: `/repos/acme/shop`. */
  readonly repository: string;
  /** What lists of pull requests call the order by their last update: Gitea, whose API is version 1, has its own name. */
  readonly sortByUpdate: 'updated' | 'recentupdate';
  readonly #baseUrl: string;
  readonly #token: string;
  readonly #clock: Clock;
  #octokit: ReturnType<typeof load> | undefined;
  #waited = 0;

  constructor(
    gitHost: Pick<EventContext, 'apiUrl' | 'repository'> & { token: string },
    clock: Clock,
  ) {
    const { apiUrl, token, repository } = gitHost;
    const [owner = '', name = ''] = repository.split('/');
    this.owner = owner;
    this.name = name;
    this.repository = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
    this.#baseUrl = (apiUrl || 'https://api.github.com').replace(/\/+$/, '');
    this.sortByUpdate = this.#baseUrl.endsWith('/api/v1') ? 'recentupdate' : 'updated';
    this.#token = token;
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
      const isRepeatable = request.method !== 'POST' || request.path.endsWith('/graphql');
      const mayRetry =
        problem === 'rate-limited' || (isTransient(problem) && isRepeatable && tries <= MAX_TRIES);
      const wait =
        problem === 'rate-limited' ? rateWait(answer, this.#clock.now()) : backOff(tries);
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

  async #send({ method, path, parameters }: ApiRequest): Promise<ApiAnswer> {
    this.#octokit ??= load(this.#token, this.#baseUrl);
    const octokit = await this.#octokit;
    // GitHub Enterprise Server serves GraphQL at `/api/graphql`, not below `/api/v3`.
    const base = path === '/graphql' ? this.#baseUrl.replace(/\/api\/v3$/, '/api') : this.#baseUrl;
    const request = { signal: AbortSignal.timeout(TIMEOUT) };
    try {
      return await octokit.request({ ...parameters, method, url: `${base}${path}`, request });
    } catch (error) {
      // Octokit throws for every status except 2xx and 3xx.
      const { status, headers, data } =
        isPlainObject(error) && isPlainObject(error.response)
          ? error.response
          : ({} as PlainObject);
      return typeof status === 'number'
        ? { status, headers: isPlainObject(headers) ? headers : {}, data }
        : { status: 0, headers: {}, data: undefined };
    }
  }
}

/** Loaded lazily: it would take a third of the start-up time. */
async function load(token: string, baseUrl: string) {
  const ignore = () => undefined;
  const { getOctokit } = await import(/* webpackMode: "eager" */ '@actions/github');
  return getOctokit(token, {
    baseUrl,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
}

/** Whether a retry may succeed. The request may have taken effect. */
export function isTransient(problem: ProblemCode): boolean {
  return problem === 'unreachable' || problem === 'unavailable';
}

/** Milliseconds: 1000, 2000, 4000. */
export function backOff(tries: number): number {
  return 1000 * 2 ** (tries - 1);
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
  if (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0')
    return 'rate-limited';
  const message = isPlainObject(data) ? String(data.message) : '';
  return FORBIDDEN.find(([pattern]) => pattern.test(message))?.[1] ?? 'denied';
}

/** Milliseconds; at least a second, so that no header causes a busy loop. */
function rateWait({ headers }: ApiAnswer, now: Date): number {
  const after = Number(headers['retry-after'] ?? Number.NaN) * 1000;
  const isSpent = headers['x-ratelimit-remaining'] === '0';
  const reset = isSpent
    ? Number(headers['x-ratelimit-reset'] ?? Number.NaN) * 1000 - now.getTime()
    : Number.NaN;
  return Math.max(1000, [after, reset].find((wait) => !Number.isNaN(wait)) ?? DEFAULT_RATE_WAIT);
}

export interface ApiListing {
  items: PlainObject[];
  /** `false`: there are more pages than were read. */
  isComplete: boolean;
}

export const MAX_PAGES = 100;

/** Counts pages instead of following links: the token is never sent to a URL from an answer. */
export async function listAll(
  api: Api,
  path: string,
  parameters: ApiRequest['parameters'] = {},
  maxPages = MAX_PAGES,
): Promise<ApiListing> {
  const items: PlainObject[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const { data, headers } = await api.ask({
      method: 'GET',
      path,
      parameters: { ...parameters, per_page: 100, page },
    });
    if (!Array.isArray(data)) throw new ApiProblem('unexpected');
    items.push(...data.filter(isPlainObject));
    const { link } = headers;
    const hasNext = typeof link === 'string' && /;\s*rel="?next"?/.test(link);
    if (!hasNext) return { items, isComplete: true };
  }
  return { items, isComplete: false };
}
