// Reads of the server: a Reader has no way to write; what has one, pusher.ts, only an apply is handed.
import { DEFAULT_CLIENT_VERSION, type RepositoryName } from '../model/project.ts';
import { mayRead, type ServerRead, type ReadMode } from '../model/server-reads.ts';
import { keyId, type State } from '../model/state.ts';
import { type Reading, readJson, ReadNotOffered } from './answer.ts';
import type { Http } from './http.ts';
import { type Pull, type PullRequest, readPull } from './pull.ts';
import {
  type KeyData,
  readDetail,
  readExport,
  readKeyData,
  readRepositories,
  type RepositoryDetail,
  type RepositoryInfo,
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
  /** Of the client API: sent with every documented request, as the interface encourages. Default: `v1.5`. */
  clientVersion?: string;
  /** Which reads may be asked for. Default: `all`. */
  reads?: ReadMode;
}

const MIB = 1024 * 1024;
/** The longest answer of each kind: many times what was ever measured, and less than one text of Node can hold. */
const MAX_BYTES = {
  repositories: 64 * MIB,
  listing: 64 * MIB,
  detail: 64 * MIB,
  exportState: 256 * MIB,
  exportKeys: 256 * MIB,
  keyData: 16 * MIB,
  pull: 256 * MIB,
  tokenProblem: 1 * MIB,
} as const satisfies Record<keyof Reader, number>;

/** Reads of one server. All requests are GET. */
export interface Reader {
  /** `GET /rest/info/all`: every repository of the server. */
  repositories(): Promise<RepositoryInfo[]>;
  /** The same as the server formats it for reading (`Pretty`). */
  listing(): Promise<string>;
  /** `GET /rest/info` with the context elements: the repository that the token opens, or the named one. */
  detail(repository: RepositoryName): Promise<RepositoryDetail>;
  /** `GET /rest/export/<account>/<repository>`: everything, where reading without a token is allowed. */
  exportState(repository: RepositoryName): Promise<State>;
  /** The same with `Omit-Values`: keys without their values, and whole files where they are wanted. */
  exportKeys(repository: RepositoryName, want: { files: boolean }): Promise<State>;
  /** `GET /rest/keyData`: what the server knows of one key besides its values. */
  keyData(repository: RepositoryName, name: string): Promise<KeyData | undefined>;
  /** `GET /rest/pull`: what answers in one context; `undefined` where a cache gives what others asked for. */
  pull(repository: RepositoryName, request: PullRequest): Promise<Pull | undefined>;
  /**
   * What is wrong with the token, by a `GET /rest/pull` of nothing; `undefined`: nothing, or the server does not say.
   */
  tokenProblem(): Promise<TokenProblem | undefined>;
}

interface Asking<Result> extends Omit<Reading<Result>, 'url'> {
  kind: keyof Reader;
  endpoint: ServerRead;
  /** In the URL form, or where the endpoint has no other. */
  repository?: RepositoryName | undefined;
  headers?: Record<string, string>;
}

/** Where a read may not be asked for, or is not offered, its promise rejects with {@link ReadNotOffered}. */
export function createReader(connection: Connection): Reader {
  const get = async <Result>(asking: Asking<Result>): Promise<Result> => {
    const { kind, endpoint, repository, headers = {}, ...reading } = asking;
    const url = `${connection.url}/rest/${endpoint}${repository === undefined ? '' : `/${pathOf(repository)}`}`;
    refuseUnwanted(connection, { endpoint, url });
    const { timeout } = connection;
    const maxBytes = MAX_BYTES[kind];
    const answer = await connection.http.send({ method: 'GET', url, headers, timeout, maxBytes });
    return readJson(answer, { url, ...reading });
  };
  const token = tokenHeader(connection);
  const inUrl = (repository: RepositoryName) => (connection.token === undefined ? repository : undefined);
  const documented = documentedHeaders(connection);
  return {
    repositories: () =>
      get({ kind: 'repositories', endpoint: 'info/all', headers: documented, read: readRepositories }),
    listing: () =>
      get({
        kind: 'listing',
        endpoint: 'info/all',
        headers: { ...documented, Pretty: 'true' },
        read: (json, text) => {
          readRepositories(json);
          return text;
        },
      }),
    detail: (repository) =>
      get({
        kind: 'detail',
        endpoint: 'info',
        repository: inUrl(repository),
        headers: { ...token, 'Context-Elements': 'true', Files: 'true' },
        read: readDetail,
      }),
    // The export has no token form; sending one would only show it to more machines.
    exportState: (repository) =>
      get({ kind: 'exportState', endpoint: 'export', repository, read: readExport }),
    exportKeys: (repository, { files }) =>
      get({
        kind: 'exportKeys',
        endpoint: 'export',
        repository,
        headers: { 'Omit-Values': 'true', ...(files ? {} : { 'Omit-Files': 'true' }) },
        read: readExport,
      }),
    keyData: (repository, name) =>
      get({
        kind: 'keyData',
        endpoint: 'keyData',
        repository: inUrl(repository),
        headers: { ...token, KeyName: name },
        read: (json) => ofThisKey(readKeyData(json), name),
      }),
    pull: (repository, request) =>
      get({
        kind: 'pull',
        endpoint: 'pull',
        repository: inUrl(repository),
        headers: { ...token, ...pullHeaders(request) },
        read: (json, text) => readPull(json, { text, repository, request }),
      }),
    tokenProblem: () =>
      get({
        kind: 'tokenProblem',
        endpoint: 'pull',
        // The server looks at the token before it looks at the context (behaviour.md, section 2).
        headers: { ...token, Context: NOWHERE, 'No-Files': 'true', 'No-Properties': 'true' },
        read: () => undefined,
      }).catch(tokenProblemOf),
  };
}

/** Of no depth: an answer that a server keeps would be given to others (behaviour.md, section 13). */
const NOWHERE = ';';

export interface TokenProblem {
  code: string;
  /** The server's own sentence. */
  message: string;
  hint?: string | undefined;
}

function tokenProblemOf(error: unknown): TokenProblem | undefined {
  if (!(error instanceof ReadNotOffered)) throw error;
  const { code, reason, hint } = error;
  return isOfToken(error) ? { code, message: `${reason}.`, hint } : undefined;
}

/** Whether the server refuses the token itself, whatever is asked with it. */
export function isOfToken({ code }: ReadNotOffered): boolean {
  return code === 'token-unknown' || code === 'token-expired' || code === 'token-inactive';
}

function refuseUnwanted(
  { reads = 'all' }: Connection,
  { endpoint, url }: { endpoint: ServerRead; url: string },
) {
  if (mayRead(reads, endpoint)) return;
  throw new ReadNotOffered({
    code: 'read-not-asked',
    message: `${url} was not read because \`reads\` is \`${reads}\`.`,
    reason: `not read because \`reads\` is \`${reads}\``,
  });
}

/** What goes with every request that the interface documents. */
export function documentedHeaders({ clientVersion = DEFAULT_CLIENT_VERSION }: Connection) {
  return { 'Client-Version': clientVersion };
}

function pullHeaders({ context, content }: PullRequest): Record<string, string> {
  return {
    Context: context,
    'Include-Value-Context': 'true',
    ...(content === 'texts' ? {} : { 'Include-Comments': 'true' }),
    ...(content === 'values and files' ? {} : { 'No-Files': 'true' }),
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
