// A real built-in server for a test, and requests to it byte by byte.
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  type RunningServer,
  type ServerOptions,
  startServer,
} from '../../src/server/http-server.ts';
import type { RepositorySettings } from '../../src/server/settings.ts';

export const SHOP: RepositorySettings = {
  account: 'acme',
  repository: 'shop',
  levels: ['Environment', 'Application'],
  tokens: { plain: {}, force: { forceKeyPush: true } },
};

/** A running server with the value of a token at hand. */
export interface TestServer extends RunningServer {
  /** Of the first repository, unless it is named as `account/repository`. */
  token(name: string, repository?: string): string;
}

type Settings = RepositorySettings | Omit<ServerOptions, 'port'>;

/** A worker of the tests is client and server: while it computes, its server hears nothing, and no client is slow. */
const PATIENT = { headersTimeout: 900_000, requestTimeout: 1_200_000 };

/** Starts a server on a free port, and ends it whatever happens. */
export async function withServer<T>(
  settings: Settings,
  use: (server: TestServer) => Promise<T>,
): Promise<T> {
  const options = 'repositories' in settings ? settings : { repositories: [settings] };
  const bounds = { ...PATIENT, ...options.bounds };
  const server = await startServer({ ...options, bounds, port: 0 });
  try {
    return await use({ ...server, token: (name, of) => tokenOf(server, { name, of }) });
  } finally {
    await server.close();
  }
}

function tokenOf(
  server: RunningServer,
  { name, of }: { name: string; of: string | undefined },
): string {
  const one = server.repositories.find(
    (r) => of === undefined || of === `${r.account}/${r.repository}`,
  );
  const value = one?.tokens[name];
  if (value === undefined) throw new Error(`no token ${name}`);
  return value;
}

export interface SentRequest {
  method?: string;
  path: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string | Buffer;
  agent?: http.Agent;
}

export interface Received {
  status: number;
  /** Raw, read as Latin-1; null where there is none. */
  etag: string | null;
  contentType: string | null;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export function request(server: { url: string }, sent: SentRequest): Promise<Received> {
  const { method = 'GET', path, headers = {}, agent = false } = sent;
  return new Promise((resolve, reject) => {
    const options = { method, path, headers, agent };
    const outgoing = http.request(server.url, options, (incoming) => {
      buffer(incoming).then(
        (body) =>
          resolve({
            status: incoming.statusCode ?? 0,
            etag: incoming.headers.etag ?? null,
            contentType: incoming.headers['content-type'] ?? null,
            headers: incoming.headers,
            body: body.toString('utf8'),
          }),
        reject,
      );
    });
    outgoing.on('error', reject).end(sent.body);
  });
}

export interface PushOptions {
  /** Whose token it is, as `account/repository`; the first one, unless told. */
  repository?: string;
  /** Name of the token; `plain` unless told otherwise. */
  token?: string;
  application?: string;
}

/** Pushes a value as JSON, or a text as it stands. */
export function push(
  server: TestServer,
  body: unknown,
  options: PushOptions = {},
): Promise<Received> {
  const application =
    options.application === undefined ? {} : { 'Application-Name': options.application };
  return request(server, {
    method: 'POST',
    path: '/rest/push',
    headers: {
      'Content-Type': 'application/json',
      'Client-Token': server.token(options.token ?? 'plain', options.repository),
      ...application,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** What `GET` of a path answers, parsed. */
export async function read(
  server: { url: string },
  path: string,
  headers: http.OutgoingHttpHeaders = {},
): Promise<unknown> {
  const received = await request(server, { path, headers });
  if (received.status !== 200 || received.contentType !== 'application/json') {
    throw new Error(`${path}: ${received.status} ${received.etag}`);
  }
  return JSON.parse(received.body);
}

/** The entries of a repository's export. */
export async function exported(
  server: { url: string },
  repository = 'acme/shop',
): Promise<unknown[]> {
  const { data } = (await read(server, `/rest/export/${repository}`)) as { data: unknown[] };
  return data;
}
