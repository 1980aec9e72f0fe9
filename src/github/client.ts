// Requests to the API of a forge: which failures are worth another try, and how long all waits may be together.
import { isPlainObject } from '../model/strict-json.ts';
import { ApiProblem, type ProblemCode } from './result.ts';

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
