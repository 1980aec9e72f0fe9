// Sends a push. Only an apply gets a Pusher.
import { CommandError, EXIT } from '../errors.ts';
import type { RepositoryName } from '../model/targets.ts';
import { expectedSeconds } from '../semantics/push-time.ts';
import { isHtml, notTheApi, unexpectedStatus } from './answer.ts';
import { type Connection, documentedHeaders, repositoryPath, tokenHeader } from './client.ts';
import type { HttpAnswer } from './http.ts';
import type { PushBody } from './push-body.ts';
import { readReason, type Reason } from './rejections.ts';

/** The time for a push grows with the square of its values: minutes are normal (behaviour.md, section 16). */
const MIN_PUSH_TIMEOUT = 600_000;

/** The server answers without a body; only a gateway sends one. */
const MAX_BYTES = 1024 * 1024;

export interface Pusher {
  /** @param limit milliseconds to wait for the answer; see {@link pushLimit} */
  push(body: PushBody, limit: number): Promise<PushOutcome>;
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
  const form = connection.token === undefined ? `/${repositoryPath(options.repository)}` : '';
  const url = `${connection.url}/rest/push${form}`;
  return {
    push: async (body, limit) => {
      isBegun = true;
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
        if (!(error instanceof CommandError)) throw error;
        if (error.code === 'push-timeout') return unclear(error, 'at work');
        return unclear(error, error.code === 'push-unknown' ? 'unknown' : 'unsent');
      }
    },
  };
}

let isBegun = false;

/** Whether this process may have sent a push. */
export function mayHavePushed(): boolean {
  return isBegun;
}

/** Milliseconds to wait for the answer to a push, by the number of its changes. */
export function pushLimit({ timeout }: Pick<Connection, 'timeout'>, changes: number): number {
  return Math.max(timeout, MIN_PUSH_TIMEOUT, 3000 * expectedSeconds(changes).fast);
}

/** `rejected`: nothing was changed. */
export type PushOutcome =
  | { outcome: 'done' }
  | { outcome: 'rejected'; reason: Reason }
  | UnclearPush;

/** Unless it was not sent, only a read can tell what became of the push. */
export interface UnclearPush {
  outcome: 'unclear';
  error: CommandError;
  /** `stopped`: by a gateway, before the server. `at work`: the server may take some more time. */
  push: 'unsent' | 'stopped' | 'at work' | 'unknown';
}

function unclear(error: CommandError, push: UnclearPush['push']): UnclearPush {
  return { outcome: 'unclear', error, push };
}

/** With these a gateway rejects a request before it passes it on. */
const STOPPED: readonly number[] = [401, 403, 404, 405, 407, 411, 413, 414, 431];
/** With these it gives up waiting for the server. */
const AT_WORK: readonly number[] = [408, 499, 504, 524];

/**
 * A push succeeded only with status 200, an empty body and no HTML (behaviour.md, section 1), and was rejected only with
 * status 304 (interface.md, Errors). Anything else may come from a gateway, whatever became of the push.
 */
function readPushAnswer(answer: HttpAnswer, url: string): PushOutcome {
  const { status, headers, body } = answer;
  if (status === 200 && body.length === 0 && !isHtml(headers)) return { outcome: 'done' };
  if (status === 304) return { outcome: 'rejected', reason: readReason(headers.etag) };
  if (status === 200)
    return unclear(
      notTheApi(url, `answered a push with a ${isHtml(headers) ? 'web page' : 'body'}`),
      'unknown',
    );
  if (status === 500 && body.length === 0 && headers.etag === undefined)
    return unclear(withoutReason(url), 'unknown');
  const push = STOPPED.includes(status)
    ? 'stopped'
    : AT_WORK.includes(status)
      ? 'at work'
      : 'unknown';
  return unclear(unexpectedStatus(answer, url), push);
}

/** behaviour.md, section 5.4: the reason quotes the rejected entry, and headers above 8 KiB are lost. */
function withoutReason(url: string): CommandError {
  return new CommandError({
    code: 'http-status',
    message: `${url} returned status 500 and no reason. The server does this when it rejects an entry larger than 8 KB.`,
    hint: 'Apply the large entries of this plan one at a time to find the rejected one.',
  });
}

/** The outcome of a push is unknown; `mayStillRun`: the server may still be processing it. */
export class PushUnknown extends CommandError {
  readonly mayStillRun: boolean;

  constructor(unclear: UnclearPush) {
    const { error: cause, push } = unclear;
    const what =
      push === 'stopped'
        ? 'The push probably did not reach the server, but nothing can be read to confirm that'
        : 'The outcome of the push is unknown';
    super({
      code: 'push-unknown',
      message: `${what}: ${cause.message}`,
      hint: adviceOn(unclear),
      exitCode: EXIT.unknown,
      cause,
    });
    this.mayStillRun = push === 'at work';
  }
}

function adviceOn({ error: { code, hint }, push }: UnclearPush): string {
  const again = 'apply again: it sends what may be missing.';
  if (push === 'at work')
    return `The server may still be processing it. Wait 15 minutes, then ${again}`;
  if (push === 'stopped') return `${hint} Then ${again}`;
  // The hints about lost answers are to try again.
  return `Once the server responds, ${again}${code.startsWith('push-') ? '' : ` ${hint}`}`;
}
