// What only an apply is handed: the one way to write to the server.
import { CommandError } from '../errors.ts';
import type { RepositoryName } from '../model/project.ts';
import { expectedSeconds } from '../model/push-time.ts';
import { type Connection, documentedHeaders, pathOf, tokenHeader } from './client.ts';
import { type PushResult, readPushAnswer } from './push-answer.ts';
import type { PushBody } from './push-body.ts';

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
