// What only an apply is handed: the one way to write to the server.
import { CommandError } from '../errors.ts';
import type { RepositoryName } from '../model/project.ts';
import { expectedSeconds } from '../semantics/push-time.ts';
import { isHtml, notTheApi, unexpectedStatus } from './answer.ts';
import { type Connection, documentedHeaders, pathOf, tokenHeader } from './client.ts';
import type { HttpAnswer } from './http.ts';
import type { PushBody } from './push-body.ts';
import { readReason, type Reason } from './refusals.ts';

/** The server's time for a push grows with the square of its values: minutes are normal (behaviour.md, section 16). */
const MIN_PUSH_TIMEOUT = 600_000;

/** The longest answer: it has no body, unless something else than the server answers. */
const MAX_BYTES = 1024 * 1024;

export interface Pusher {
  push(body: PushBody): Promise<PushResult>;
}

export function createPusher(
  connection: Connection,
  options: {
    repository: RepositoryName;
    applicationName: string;
    /** Aborted: the answer to a push is not waited for any longer. */
    signal?: AbortSignal | undefined;
  },
): Pusher {
  const form = connection.token === undefined ? `/${pathOf(options.repository)}` : '';
  const url = `${connection.url}/rest/push${form}`;
  return {
    push: async (body) => {
      try {
        const answer = await connection.http.send({
          method: 'POST',
          url,
          headers: {
            'Content-Type': 'application/json',
            'Application-Name': options.applicationName,
            ...documentedHeaders(connection),
            ...tokenHeader(connection),
          },
          body: JSON.stringify(body),
          timeout: pushTimeout(connection, sizeOf(body)),
          maxBytes: MAX_BYTES,
          signal: options.signal,
        });
        return readPushAnswer(answer, url);
      } catch (error) {
        if (!(error instanceof CommandError) || !/^push-(unknown|timeout)$/.test(error.code)) throw error;
        return { outcome: 'unknown', error, mayStillRun: error.code === 'push-timeout' };
      }
    },
  };
}

/**
 * Milliseconds after which nobody waits for the answer to a push any longer.
 * @param size how many values and files it has, at most
 */
function pushTimeout({ timeout }: Pick<Connection, 'timeout'>, size: number): number {
  return Math.max(timeout, MIN_PUSH_TIMEOUT, 3000 * expectedSeconds(size).fast);
}

/** Values and files in a body. */
function sizeOf({ data }: PushBody): number {
  return data.reduce((size, entry) => size + ('values' in entry ? (entry.values?.length ?? 1) : 1), 0);
}

/**
 * `refused`: nothing was changed. `unknown`: nobody can say without reading again; `mayStillRun`: not even then,
 * because the server may be at work on it.
 */
type PushResult =
  | { outcome: 'done' }
  | { outcome: 'refused'; reason: Reason }
  | { outcome: 'unknown'; error: CommandError; mayStillRun: boolean };

/**
 * A push succeeded only with status 200, an empty body and no HTML (behaviour.md, section 1). Only the server's own
 * 304, and what no server was behind, say that it was not taken; anything else may have come from a gateway.
 */
function readPushAnswer(answer: HttpAnswer, url: string): PushResult {
  const { status, headers, body } = answer;
  if (status === 200 && body.length === 0 && !isHtml(headers)) return { outcome: 'done' };
  if (status === 304) return { outcome: 'refused', reason: readReason(headers.etag) };
  if (status === 200) {
    const what = isHtml(headers) ? 'answered a push with a web page' : 'answered a push with a body';
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
    message: `${url} returned status 500 and no reason. The server does this when it refuses an entry larger than 8 KB.`,
    hint: 'Apply the large entries of this plan one at a time to find the refused one.',
  });
}
