// Sends a push. Only an apply gets a Pusher.
import { CommandError, EXIT } from '../errors.ts';
import type { RepositoryName } from '../model/targets.ts';
import { expectedSeconds } from '../semantics/push-time.ts';
import { isHtml, notTheApi, unexpectedStatus } from './answer.ts';
import { type Connection, documentedHeaders, pathOf, tokenHeader } from './client.ts';
import type { HttpAnswer } from './http.ts';
import type { PushBody } from './push-body.ts';
import { readReason, type Reason } from './refusals.ts';

/** The time for a push grows with the square of its values: minutes are normal (behaviour.md, section 16). */
const MIN_PUSH_TIMEOUT = 600_000;

/** The server answers without a body; only a gateway sends one. */
const MAX_BYTES = 1024 * 1024;

export interface Pusher {
  /** @param limit milliseconds to wait for the answer; see {@link pushLimit} */
  push(body: PushBody, limit: number): Promise<PushResult>;
}

export function createPusher(
  connection: Connection,
  options: {
    repository: RepositoryName;
    applicationName: string;
    /** Aborts waiting for the answer to a push. */
    signal?: AbortSignal | undefined;
  },
): Pusher {
  const form = connection.token === undefined ? `/${pathOf(options.repository)}` : '';
  const url = `${connection.url}/rest/push${form}`;
  return {
    push: async (body, limit) => {
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
          timeout: limit,
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

/** Milliseconds to wait for the answer to a push, by the number of its changes. */
export function pushLimit({ timeout }: Pick<Connection, 'timeout'>, changes: number): number {
  return Math.max(timeout, MIN_PUSH_TIMEOUT, 3000 * expectedSeconds(changes).fast);
}

/**
 * `refused`: nothing was changed. `unknown`: the outcome must be read; `mayStillRun`: the server may still be working
 * on the push.
 */
type PushResult =
  | { outcome: 'done' }
  | { outcome: 'refused'; reason: Reason }
  | { outcome: 'unknown'; error: CommandError; mayStillRun: boolean };

/**
 * A push succeeded only with status 200, an empty body and no HTML (behaviour.md, section 1). Only the server's 304, or
 * a status below 500, mean that it was not applied; anything else may come from a gateway.
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
  if (status < 500) throw status < 300 ? error : withoutEffect(error);
  // After a gateway timeout the server may still be working.
  return { outcome: 'unknown', error, mayStillRun: status === 504 };
}

function withoutEffect({ code, message, hint }: CommandError): CommandError {
  return new CommandError({ code, message: `${message} This push changed nothing.`, hint });
}

/** behaviour.md, section 5.4: the reason quotes the refused entry, and headers above 8 KiB are lost. */
function withoutReason(url: string): CommandError {
  return new CommandError({
    code: 'http-status',
    message: `${url} returned status 500 and no reason. The server does this when it refuses an entry larger than 8 KB.`,
    hint: 'Apply the large entries of this plan one at a time to find the refused one.',
  });
}

/** The outcome of a push is unknown; `mayStillRun`: the server may still be processing it. */
export class PushUnknown extends CommandError {
  readonly mayStillRun: boolean;

  constructor(cause: CommandError, mayStillRun: boolean) {
    super({
      code: 'push-unknown',
      message: `The outcome of the push is unknown: ${cause.message}`,
      hint: mayStillRun
        ? 'The server may still be processing it. Wait 15 minutes, then apply again: it reads what the server accepted, and sends what is missing.'
        : 'Once the server responds, apply again: it reads what the server accepted, and sends what is missing.',
      exitStatus: EXIT.unknown,
      cause,
    });
    this.mayStillRun = mayStillRun;
  }
}
