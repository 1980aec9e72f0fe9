// What becomes of a conversation with the forge: done, not allowed, or failed for one of a few reasons.
import { isPlainObject, type PlainObject } from '../lib/strict-json.ts';

/** As a workflow writes them under `permissions:`. */
export type Permission = 'pull-requests: read' | 'pull-requests: write' | 'issues: write';

/** Why the forge did not do what it was asked to, each in words that go on "…, because". */
export const FAILURES = {
  unreachable: 'the API cannot be reached',
  unavailable: 'the API answers with an error of its own',
  'rate-limited': 'the API asks for a longer wait than a job should take',
  'bad-token': 'the API does not accept the token',
  locked: 'the conversation is locked',
  archived: 'the repository is archived',
  disabled: 'issues are switched off in this repository',
  unprocessable: 'the API refuses the text, which may be too long',
  'too-many-pages': 'there are more pages than are read',
  unexpected: 'the API gives an answer that was not expected',
} as const;
type FailureReason = keyof typeof FAILURES;

export type Denied = { denied: 'permission'; permission: Permission };
export type Failed = { failed: FailureReason };
export type Result<Value> = { ok: Value } | Denied | Failed;

/** `missing` is for the caller to judge: nothing is there, or the token may not see it. */
export type ProblemCode = FailureReason | 'denied' | 'missing';

/** Ends a conversation. Holds no text of the forge, which could repeat what it was sent. */
export class ApiProblem extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode) {
    super(code);
    this.name = 'ApiProblem';
    this.code = code;
  }
}

/**
 * Whatever goes wrong is an answer, because a comment that cannot be written never fails a job.
 *
 * @param permission what the work needs; forges call "missing" what a token may not see
 */
export async function settle<Value>(
  permission: Permission,
  work: () => Promise<Value>,
): Promise<Result<Value>> {
  try {
    return { ok: await work() };
  } catch (error) {
    const code = error instanceof ApiProblem ? error.code : 'unexpected';
    if (code === 'denied' || code === 'missing') return { denied: 'permission', permission };
    return { failed: code };
  }
}

/** What the work brings, or `undefined` where it ends with one of these. */
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

// Requests to the API of a forge: which failures are worth another try, and how long all waits may be together.

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

/** Sends one request, and never throws. */
export type Send = (request: ApiRequest) => Promise<ApiAnswer>;

export interface Clock {
  now: () => Date;
  /** Resolves after so many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
}

/** All waits of one client together, in milliseconds. */
const MAX_WAIT = 60_000;
/** What GitHub asks for where it does not say how long. */
const UNSAID_WAIT = 60_000;
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
   * Throws an {@link ApiProblem} for everything but 2xx. What was refused for its rate is asked again, as it was
   * not done; what may have been done only where doing it twice is the same as doing it once.
   */
  async ask(request: ApiRequest): Promise<ApiAnswer> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#send(request);
      const problem = problemOf(answer);
      if (problem === undefined) return answer;
      const isWorthIt = problem === 'rate-limited' || (isPassing(problem) && isRepeatable(request, tries));
      const wait = problem === 'rate-limited' ? rateWait(answer, this.#clock.now()) : backOff(tries);
      if (!isWorthIt || !(await this.wait(wait))) throw new ApiProblem(problem);
    }
  }

  /** `false`, at once: that would be too long. */
  async wait(milliseconds: number): Promise<boolean> {
    if (this.#waited + milliseconds > MAX_WAIT) return false;
    this.#waited += milliseconds;
    await this.#clock.pause(milliseconds);
    return true;
  }
}

/** It may have been done all the same, and may work the next time. */
export function isPassing(problem: ProblemCode): boolean {
  return problem === 'unreachable' || problem === 'unavailable';
}

/** 1, 2, 4 seconds. */
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
/** GitHub has one status for many reasons. */
const FORBIDDEN: readonly (readonly [said: RegExp, problem: ProblemCode])[] = [
  [/rate limit/i, 'rate-limited'],
  [/\blocked\b/i, 'locked'],
  [/\barchived\b/i, 'archived'],
];

function problemOf({ status, headers, data }: ApiAnswer): ProblemCode | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 500) return 'unavailable';
  if (status !== 403) return BY_STATUS[status] ?? 'unexpected';
  if (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0') return 'rate-limited';
  const said = isPlainObject(data) ? String(data.message) : '';
  return FORBIDDEN.find(([pattern]) => pattern.test(said))?.[1] ?? 'denied';
}

/** At least a second, so that no header makes an endless loop of it. */
function rateWait({ headers }: ApiAnswer, now: Date): number {
  const after = Number(headers['retry-after'] ?? Number.NaN) * 1000;
  const reset =
    headers['x-ratelimit-remaining'] === '0'
      ? Number(headers['x-ratelimit-reset'] ?? Number.NaN) * 1000 - now.getTime()
      : Number.NaN;
  const wait = [after, reset].find((milliseconds) => !Number.isNaN(milliseconds)) ?? UNSAID_WAIT;
  return Math.max(1000, wait);
}

// All pages of a list, in one way that fits forges with pages and forges without.

export interface Listing {
  items: PlainObject[];
  /** `false`: there are more pages than were read. */
  isWhole: boolean;
}

export interface ListRequest {
  path: string;
  parameters?: Readonly<Record<string, unknown>>;
  maxPages?: number;
}

const MAX_PAGES = 100;
const PAGE_SIZE = 100;

/** The address of the next page is not followed, only heeded: a token goes to no address that an answer names. */
export async function listAll(
  api: Api,
  { path, parameters, maxPages = MAX_PAGES }: ListRequest,
): Promise<Listing> {
  const items: PlainObject[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const { data, headers } = await api.ask({
      method: 'GET',
      path,
      parameters: { ...parameters, per_page: PAGE_SIZE, page },
    });
    if (!Array.isArray(data)) throw new ApiProblem('unexpected');
    items.push(...data.filter(isPlainObject));
    if (!hasNext(headers.link)) return { items, isWhole: true };
  }
  return { items, isWhole: false };
}

function hasNext(link: unknown): boolean {
  return typeof link === 'string' && /;\s*rel="?next"?/.test(link);
}
