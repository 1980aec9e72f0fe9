// The server as two things: a Reader, which has no way to write, and a Pusher, which only an apply is handed.
import { CommandError } from '../errors.ts';
import { expectedSeconds } from '../model/push-time.ts';
import type { RepositoryName } from '../model/project.ts';
import type { State } from '../model/state.ts';
import { isHtml, notTheApi, readJson, unexpectedStatus } from './answer.ts';
import type { Http } from './http.ts';
import type { PushBody } from './push-body.ts';
import { type Pull, type PullRequest, readPull } from './pull.ts';
import { type Reason, readReason } from './reason.ts';
import {
  type KeyData,
  type RepositoryDetail,
  type RepositoryInfo,
  readDetail,
  readExport,
  readKeyData,
  readRepositories,
} from './wire.ts';

export interface Connection {
  http: Http;
  /** Base address without a slash at its end. */
  url: string;
  /** Absent: the URL form, which needs no token. */
  token?: string;
  /** Milliseconds for a read. A push gets at least {@link MIN_PUSH_TIMEOUT}. */
  timeout: number;
}

/** The server's time for a push grows with the square of its values: minutes are normal (behaviour.md, section 16). */
export const MIN_PUSH_TIMEOUT = 600_000;

/** Reads of one server. All requests are GET. */
export interface Reader {
  /** `GET /rest/info/all`: every repository of the server. */
  repositories(): Promise<RepositoryInfo[]>;
  /** `GET /rest/info` with the context elements: the repository that the token opens, or the named one. */
  detail(repository: RepositoryName): Promise<RepositoryDetail>;
  /** `GET /rest/export/<account>/<repository>`: everything, where reading without a token is allowed. */
  exportState(repository: RepositoryName): Promise<State>;
  /** `GET /rest/keyData`: what the server knows of one key besides its values. */
  keyData(repository: RepositoryName, name: string): Promise<KeyData | undefined>;
  /** `GET /rest/pull`: what answers in one context; `undefined` where a cache gives what others asked for. */
  pull(repository: RepositoryName, request: PullRequest): Promise<Pull | undefined>;
}

export function createReader(connection: Connection): Reader {
  const get = async <Result>(
    path: string,
    read: (json: unknown, text: string) => Result,
    headers = {},
  ): Promise<Result> => {
    const url = `${connection.url}${path}`;
    const answer = await connection.http.send({ method: 'GET', url, headers, timeout: connection.timeout });
    return readJson(answer, { url, read });
  };
  const token = tokenHeader(connection);
  const inUrl = (repository: RepositoryName) =>
    connection.token === undefined ? `/${pathOf(repository)}` : '';
  return {
    repositories: () => get('/rest/info/all', readRepositories),
    detail: (repository) =>
      get(`/rest/info${inUrl(repository)}`, readDetail, {
        ...token,
        'Context-Elements': 'true',
        Files: 'true',
      }),
    // The export has no token form; sending one would only show it to more machines.
    exportState: (repository) => get(`/rest/export/${pathOf(repository)}`, readExport),
    keyData: (repository, name) =>
      get(`/rest/keyData${inUrl(repository)}`, readKeyData, { ...token, KeyName: name }),
    pull: (repository, request) =>
      get(`/rest/pull${inUrl(repository)}`, (json, text) => readPull(json, { text, repository, request }), {
        ...token,
        Context: request.context,
        'Include-Value-Context': 'true',
        'Include-Comments': 'true',
        ...(request.content === 'values' ? { 'No-Files': 'true' } : {}),
      }),
  };
}

/**
 * `refused`: nothing was changed. `unknown`: nobody can say without reading again; `mayStillRun`: not even then,
 * because the server may be at work on it.
 */
export type PushResult =
  | { outcome: 'done' }
  | { outcome: 'refused'; reason: Reason }
  | { outcome: 'unknown'; error: CommandError; mayStillRun: boolean };

export interface Pusher {
  push(body: PushBody): Promise<PushResult>;
}

export function createPusher(
  connection: Connection,
  options: { repository: RepositoryName; applicationName: string },
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
            ...tokenHeader(connection),
          },
          body: JSON.stringify(body),
          timeout: pushTimeout(connection, body),
        });
        return readPushAnswer(answer, url);
      } catch (error) {
        if (!(error instanceof CommandError) || !/^push-(unknown|timeout)$/.test(error.code)) throw error;
        return { outcome: 'unknown', error, mayStillRun: error.code === 'push-timeout' };
      }
    },
  };
}

/** Milliseconds after which nobody waits for the answer to this push any longer. */
export function pushTimeout({ timeout }: Pick<Connection, 'timeout'>, body: PushBody): number {
  return Math.max(timeout, MIN_PUSH_TIMEOUT, 3000 * expectedSeconds(sizeOf(body)));
}

/** Values and files in a body. */
function sizeOf({ data }: PushBody): number {
  return data.reduce((size, entry) => size + ('values' in entry ? (entry.values?.length ?? 1) : 1), 0);
}

/**
 * A push succeeded only with status 200, an empty body and no HTML (behaviour.md, section 1). Only the server's own
 * 304, and what no server was behind, say that it was not taken; anything else may have come from a gateway.
 */
function readPushAnswer(answer: Awaited<ReturnType<Http['send']>>, url: string): PushResult {
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

function tokenHeader({ token }: Connection): Record<string, string> {
  return token === undefined ? {} : { 'Client-Token': token };
}

function pathOf({ account, name }: RepositoryName): string {
  return `${encodeURIComponent(account)}/${encodeURIComponent(name)}`;
}
