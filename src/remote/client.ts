// The reads of the server. A Reader cannot write; only an apply gets a Pusher (pusher.ts).
import { DEFAULT_CLIENT_VERSION } from '../model/project.ts';
import type { RepositoryName } from '../model/targets.ts';
import { mayRead, type ServerRead, type ReadMode } from '../model/server-reads.ts';
import { keyId } from '../model/state.ts';
import { type AnswerReading, readJson, ReadNotOffered } from './answer.ts';
import type { Http } from './http.ts';
import {
  type KeyData,
  type ContextPull,
  readDetail,
  readExport,
  readKeyData,
  readPull,
  readRepositories,
  ShapeError,
} from './wire.ts';

export interface Connection {
  http: Http;
  /** Base address without a slash at its end. */
  url: string;
  /** Absent: repositories are named in the URL, which needs no token. */
  token?: string | undefined;
  /** Milliseconds for a read. A push gets more (pusher.ts). */
  timeout: number;
  /** Version of the client API, sent with every documented request. Default: `v1.5`. */
  clientVersion?: string | undefined;
  /** The allowed reads. Default: `all`. */
  reads?: ReadMode | undefined;
}

const MIB = 1024 * 1024;

/** Reads of one server. All requests are GET. */
export type ServerReader = ReturnType<typeof createReader>;

interface ReadRequest {
  /** Many times what was measured, and less than a string of Node.js can hold. */
  maxBytes: number;
  /** Named in the URL, if set. */
  repository?: RepositoryName | undefined;
  headers?: Record<string, string> | undefined;
}

/** A read that is not allowed or not offered rejects with {@link ReadNotOffered}. */
export function createReader(connection: Connection, repository: RepositoryName) {
  const get = async <Result>(
    endpoint: ServerRead,
    read: AnswerReading<Result>['read'],
    { maxBytes, repository, headers = {} }: ReadRequest,
  ): Promise<Result> => {
    const url = `${connection.url}/rest/${endpoint}${repository === undefined ? '' : `/${repositoryPath(repository)}`}`;
    const { http, timeout, reads = 'all' } = connection;
    if (!mayRead(reads, endpoint))
      throw new ReadNotOffered(
        {
          code: 'read-disabled',
          message: `${url} was not read because \`reads\` is \`${reads}\`.`,
        },
        `ruled out by \`reads: ${reads}\``,
      );
    const answer = await http.send({ method: 'GET', url, headers, timeout, maxBytes });
    return readJson(answer, { url, read });
  };
  const token = tokenHeader(connection);
  const inUrl = connection.token === undefined ? repository : undefined;
  // The export takes no token, so none is sent.
  const readWhole = (headers?: Record<string, string>) =>
    get('export', readExport, { maxBytes: 256 * MIB, repository, headers });
  return {
    /** `GET /rest/info/all`: every repository of the server. */
    repositories: () =>
      get('info/all', readRepositories, {
        maxBytes: 64 * MIB,
        headers: documentedHeaders(connection),
      }),
    /** `GET /rest/info` with the context elements: the repository of the token, or the named one. */
    detail: () =>
      get('info', readDetail, {
        maxBytes: 64 * MIB,
        repository: inUrl,
        headers: { ...token, 'Context-Elements': 'true', Files: 'true' },
      }),
    /** `GET /rest/export/<account>/<repository>`: everything, if reading without a token is allowed. */
    exported: () => readWhole(),
    /** The same without values and files: whether it is offered. */
    exportKeys: () => readWhole({ 'Omit-Values': 'true', 'Omit-Files': 'true' }),
    /** `GET /rest/keyData`: one key without its values. */
    keyData: (name: string) =>
      get('keyData', (json) => ofThisKey(readKeyData(json), name), {
        maxBytes: 16 * MIB,
        repository: inUrl,
        headers: { ...token, KeyName: name },
      }),
    /** `GET /rest/pull`: the values that apply in one context; `undefined` if a cache returns another answer. */
    pull: (request: ContextPull, { withToken = true }: { withToken?: boolean } = {}) =>
      get('pull', (json, text) => readPull(json, { text, repository, request }), {
        maxBytes: 256 * MIB,
        repository: withToken ? inUrl : repository,
        headers: { ...(withToken && token), ...pullHeaders(request) },
      }),
    /** Checks the token with an empty `GET /rest/pull`; `undefined`: valid, or unknown. */
    tokenProblem: () =>
      get('pull', () => undefined, {
        maxBytes: 1 * MIB,
        // The server checks the token before the context (behaviour.md, section 2).
        headers: { ...token, Context: NOWHERE, 'No-Files': 'true', 'No-Properties': 'true' },
      }).catch(tokenProblemOf),
  };
}

/** An empty context, because a cached answer would be given to other clients (behaviour.md, section 13). */
const NOWHERE = ';';

export interface TokenProblem {
  code: string;
  /** The server's sentence. */
  message: string;
  hint?: string | undefined;
}

function tokenProblemOf(error: unknown): TokenProblem | undefined {
  if (!(error instanceof ReadNotOffered)) throw error;
  const { code, reason, hint } = error;
  return isOfToken(error) ? { code, message: `${reason}.`, hint } : undefined;
}

/** Whether the server rejects the token itself. */
export function isOfToken({ code }: ReadNotOffered): boolean {
  return code === 'token-unknown' || code === 'token-expired' || code === 'token-inactive';
}

export function documentedHeaders({ clientVersion = DEFAULT_CLIENT_VERSION }: Connection) {
  return { 'Client-Version': clientVersion };
}

function pullHeaders({ context, content }: ContextPull): Record<string, string> {
  return {
    Context: context,
    'Include-Value-Context': 'true',
    'Include-Comments': 'true',
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

export function repositoryPath({ account, name }: RepositoryName): string {
  return `${encodeURIComponent(account)}/${encodeURIComponent(name)}`;
}
