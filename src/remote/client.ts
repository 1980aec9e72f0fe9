// The server as two things: a Reader, which has no way to write, and a Pusher, which only an apply is handed.
import { CommandError } from '../errors.ts';
import { expectedSeconds } from '../model/push-time.ts';
import type { RepositoryName } from '../model/project.ts';
import { keyId, type State } from '../model/state.ts';
import { readJson } from './answer.ts';
import type { Http } from './http.ts';
import { type PushResult, readPushAnswer } from './push-answer.ts';
import type { PushBody } from './push-body.ts';
import { type Pull, type PullRequest, readPull } from './pull.ts';
import { type Row, type RowRequest, readRows } from './rows.ts';
import {
  type KeyData,
  type RepositoryDetail,
  type RepositoryInfo,
  readDetail,
  readExport,
  readKeyData,
  readRepositories,
  ShapeError,
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

const MIB = 1024 * 1024;
/** The longest answer of each kind: many times what was ever measured, and less than one text of Node can hold. */
const MAX_BYTES = {
  repositories: 64 * MIB,
  detail: 64 * MIB,
  exportState: 256 * MIB,
  exportKeys: 256 * MIB,
  keyData: 16 * MIB,
  pull: 256 * MIB,
  rows: 256 * MIB,
  push: MIB,
} as const satisfies Record<keyof Reader | keyof Pusher, number>;

/** Reads of one server. All requests are GET. */
export interface Reader {
  /** `GET /rest/info/all`: every repository of the server. */
  repositories(): Promise<RepositoryInfo[]>;
  /** `GET /rest/info` with the context elements: the repository that the token opens, or the named one. */
  detail(repository: RepositoryName): Promise<RepositoryDetail>;
  /** `GET /rest/export/<account>/<repository>`: everything, where reading without a token is allowed. */
  exportState(repository: RepositoryName): Promise<State>;
  /** The same with `Omit-Values`: keys without their values, and whole files. */
  exportKeys(repository: RepositoryName): Promise<State>;
  /** `GET /rest/keyData`: what the server knows of one key besides its values. */
  keyData(repository: RepositoryName, name: string): Promise<KeyData | undefined>;
  /** `GET /rest/pull`: what answers in one context; `undefined` where a cache gives what others asked for. */
  pull(repository: RepositoryName, request: PullRequest): Promise<Pull | undefined>;
  /** The same, of which only the rows of one context are wanted. */
  rows(repository: RepositoryName, request: RowRequest): Promise<Row[] | undefined>;
}

interface Read<Result> {
  kind: keyof Reader;
  path: string;
  headers?: Record<string, string>;
  read: (json: unknown, text: string) => Result;
}

export function createReader(connection: Connection): Reader {
  const get = async <Result>({ kind, path, headers = {}, read }: Read<Result>): Promise<Result> => {
    const url = `${connection.url}${path}`;
    const { timeout } = connection;
    const answer = await connection.http.send({
      method: 'GET',
      url,
      headers,
      timeout,
      maxBytes: MAX_BYTES[kind],
    });
    return readJson(answer, { url, read });
  };
  const token = tokenHeader(connection);
  const inUrl = (repository: RepositoryName) =>
    connection.token === undefined ? `/${pathOf(repository)}` : '';
  return {
    repositories: () => get({ kind: 'repositories', path: '/rest/info/all', read: readRepositories }),
    detail: (repository) =>
      get({
        kind: 'detail',
        path: `/rest/info${inUrl(repository)}`,
        headers: { ...token, 'Context-Elements': 'true', Files: 'true' },
        read: readDetail,
      }),
    // The export has no token form; sending one would only show it to more machines.
    exportState: (repository) =>
      get({ kind: 'exportState', path: `/rest/export/${pathOf(repository)}`, read: readExport }),
    exportKeys: (repository) =>
      get({
        kind: 'exportKeys',
        path: `/rest/export/${pathOf(repository)}`,
        headers: { 'Omit-Values': 'true' },
        read: readExport,
      }),
    keyData: (repository, name) =>
      get({
        kind: 'keyData',
        path: `/rest/keyData${inUrl(repository)}`,
        headers: { ...token, KeyName: name },
        read: (json) => ofThisKey(readKeyData(json), name),
      }),
    pull: (repository, request) =>
      get({
        kind: 'pull',
        path: `/rest/pull${inUrl(repository)}`,
        headers: { ...token, ...pullHeaders(request) },
        read: (json, text) => readPull(json, { text, repository, request }),
      }),
    rows: (repository, { asked, context }) =>
      get({
        kind: 'rows',
        path: `/rest/pull${inUrl(repository)}`,
        headers: { ...token, Context: asked, 'Include-Value-Context': 'true', 'No-Files': 'true' },
        read: (json, text) => readRows(json, { text, repository, context }),
      }),
  };
}

function pullHeaders({ context, content }: PullRequest): Record<string, string> {
  return {
    Context: context,
    'Include-Value-Context': 'true',
    'Include-Comments': 'true',
    ...(content === 'values' ? { 'No-Files': 'true' } : {}),
  };
}

function ofThisKey(key: KeyData | undefined, name: string): KeyData | undefined {
  if (key === undefined || keyId(key.name) === keyId(name)) return key;
  throw new ShapeError('it describes another key');
}

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
            ...tokenHeader(connection),
          },
          body: JSON.stringify(body),
          timeout: pushTimeout(connection, body),
          maxBytes: MAX_BYTES.push,
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

/** Milliseconds after which nobody waits for the answer to this push any longer. */
export function pushTimeout({ timeout }: Pick<Connection, 'timeout'>, body: PushBody): number {
  return Math.max(timeout, MIN_PUSH_TIMEOUT, 3000 * expectedSeconds(sizeOf(body)));
}

/** Values and files in a body. */
function sizeOf({ data }: PushBody): number {
  return data.reduce((size, entry) => size + ('values' in entry ? (entry.values?.length ?? 1) : 1), 0);
}

function tokenHeader({ token }: Connection): Record<string, string> {
  return token === undefined ? {} : { 'Client-Token': token };
}

function pathOf({ account, name }: RepositoryName): string {
  return `${encodeURIComponent(account)}/${encodeURIComponent(name)}`;
}
