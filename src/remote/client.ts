// Reads of the server: a Reader has no way to write; what has one, pusher.ts, only an apply is handed.
import type { RepositoryName } from '../model/project.ts';
import { keyId, type State } from '../model/state.ts';
import { type Reading, readJson } from './answer.ts';
import type { Http } from './http.ts';
import { type Pull, type PullRequest, readPull } from './pull.ts';
import { type Row, type RowRequest, readRows } from './rows.ts';
import { usualRows } from './usual-rows.ts';
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
  /** Milliseconds for a read. A push gets more (pusher.ts). */
  timeout: number;
}

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
} as const satisfies Record<keyof Reader, number>;

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

interface Read<Result> extends Omit<Reading<Result>, 'url'> {
  kind: keyof Reader;
  path: string;
  headers?: Record<string, string>;
}

export function createReader(connection: Connection): Reader {
  const get = async <Result>({ kind, path, headers = {}, ...reading }: Read<Result>): Promise<Result> => {
    const url = `${connection.url}${path}`;
    const { timeout } = connection;
    const answer = await connection.http.send({
      method: 'GET',
      url,
      headers,
      timeout,
      maxBytes: MAX_BYTES[kind],
    });
    return readJson(answer, { url, ...reading });
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
        readUsual: (text) => usualRows(text, { repository, context }),
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

export function tokenHeader({ token }: Connection): Record<string, string> {
  return token === undefined ? {} : { 'Client-Token': token };
}

export function pathOf({ account, name }: RepositoryName): string {
  return `${encodeURIComponent(account)}/${encodeURIComponent(name)}`;
}
