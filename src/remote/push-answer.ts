// What the answer to a push says of it: taken, refused, or nobody knows.
import { CommandError } from '../errors.ts';
import { isHtml, notTheApi, unexpectedStatus } from './answer.ts';
import type { HttpAnswer } from './exchange.ts';
import { type Reason, readReason } from './reason.ts';

/**
 * `refused`: nothing was changed. `unknown`: nobody can say without reading again; `mayStillRun`: not even then,
 * because the server may be at work on it.
 */
export type PushResult =
  | { outcome: 'done' }
  | { outcome: 'refused'; reason: Reason }
  | { outcome: 'unknown'; error: CommandError; mayStillRun: boolean };

/**
 * A push succeeded only with status 200, an empty body and no HTML (behaviour.md, section 1). Only the server's own
 * 304, and what no server was behind, say that it was not taken; anything else may have come from a gateway.
 */
export function readPushAnswer(answer: HttpAnswer, url: string): PushResult {
  const { status, headers, body } = answer;
  if (status === 200 && body.length === 0 && !isHtml(headers)) return { outcome: 'done' };
  if (status === 304) return { outcome: 'refused', reason: readReason(headers.etag) };
  if (status === 200) {
    const what = isHtml(headers) ? 'answers a push with a web page' : 'answers a push with a body';
    return { outcome: 'unknown', error: notTheApi(url, what), mayStillRun: false };
  }
  if (status === 500 && body.length === 0 && headers.etag === undefined)
    return { outcome: 'unknown', error: withoutReason(url), mayStillRun: false };
  const error = unexpectedStatus(answer, url);
  if (status < 500) throw error;
  // A gateway that gave up waiting does not end the work of the server behind it.
  return { outcome: 'unknown', error, mayStillRun: status === 504 };
}

/** behaviour.md, section 5.4: the reason quotes the refused entry, and headers above 8 KiB are lost. */
function withoutReason(url: string): CommandError {
  return new CommandError({
    code: 'http-status',
    message: `${url} answers with status 500 and no reason, as the server does when it refuses an entry larger than 8 KB.`,
    hint: 'Apply the large entries of this plan one by one to find the one that it refuses.',
  });
}
