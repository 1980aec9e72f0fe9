// When a read is sent again, and after how long.
import type { IncomingHttpHeaders } from 'node:http';
import { codeOf } from '../lib/system.ts';

/** Milliseconds before the second and the third attempt of a read. */
const PAUSES = [250, 1000] as const;
/** The same if there were too many requests: the server needs more time. */
const SLOW_PAUSES = [1000, 4000] as const;
/** The longest wait that a server may ask for with `Retry-After`, in milliseconds. */
const MAX_PAUSE = 30_000;

export const MAX_ATTEMPTS = PAUSES.length + 1;

/** Too many requests, or a gateway without a server behind it. Other failures of the server are permanent. */
const PASSING_STATUS = [429, 502, 503, 504];
/** A server or a proxy that restarts. A timeout is not repeated. */
const PASSING_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'TRUNCATED', 'EAI_AGAIN'];

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
}

/** Milliseconds before the next attempt; `undefined` if the answer is final, or the server asks for a longer wait. */
export function pauseAfterAnswer({ status, headers }: Answer, attempt: number): number | undefined {
  if (!PASSING_STATUS.includes(status)) return undefined;
  const own = (status === 429 ? SLOW_PAUSES : PAUSES)[attempt - 1];
  const asked = retryAfter(headers);
  if (own === undefined || (asked !== undefined && asked > MAX_PAUSE)) return undefined;
  return Math.max(own, asked ?? 0);
}

/** Milliseconds before the next attempt; `undefined` if the error is final. */
export function pauseAfterError(error: unknown, attempt: number): number | undefined {
  return PASSING_CODES.includes(codeOf(error) ?? '') ? PAUSES[attempt - 1] : undefined;
}

/** What `Retry-After` asks for, in milliseconds: a number of seconds, or a date, counted from the `Date` of the answer. */
function retryAfter({ 'retry-after': after, date }: IncomingHttpHeaders): number | undefined {
  if (after === undefined) return undefined;
  if (/^\d{1,9}$/.test(after.trim())) return Number(after) * 1000;
  const wait = Date.parse(after) - Date.parse(date ?? '');
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
