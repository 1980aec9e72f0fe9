// [edge] The built-in server on a port: HTTP around the service, within limits for clients.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { codeOf } from '../lib/system.ts';
import { crashed, type ServedAnswer } from './answer.ts';
import { dataFileError, loadState, lockDataFile, saveState } from './data-file.ts';
import {
  isOwnHost,
  LOOPBACK_OF,
  OTHER_HOST,
  readBody,
  rejectMalformed,
  requestOf,
  send,
  trackUnanswered,
} from './http-exchange.ts';
import { readAnswer } from './reads.ts';
import { dispatch, type EndpointName, pushAnswer, type Service } from './service.ts';
import type { RepositorySettings } from './settings.ts';
import { findRepository, openRepositories, type PushRevision } from './state.ts';

/** Limits for clients, with the names of Node.js if it has the limit. Times in milliseconds. */
export const BOUNDS = {
  maxConnections: 1000,
  /** Bytes; as in the real server. */
  maxHeaderSize: 8192,
  maxHeaders: 100,
  maxBodyBytes: 256 * 1024 * 1024,
  /** Of all concurrent pushes together. */
  maxHeldBytes: 512 * 1024 * 1024,
  /** For the head of a request, from the start of the connection. */
  headersTimeout: 20_000,
  requestTimeout: 300_000,
  /** Between two requests of a connection. */
  keepAliveTimeout: 5000,
  /** Without a byte in either direction, such as a client that does not read the answer. */
  silence: 300_000,
  /** How often Node.js checks for requests that take too long. */
  connectionsCheckingInterval: 5000,
};
export type Bounds = typeof BOUNDS;

export interface ServerOptions {
  repositories: readonly RepositorySettings[];
  /** 0 or absent: any free port. */
  port?: number;
  /** Default: 127.0.0.1, because tokens are sent unencrypted. */
  host?: string;
  /** Absent: the state is kept in memory only. */
  dataFile?: string | undefined;
  /** Called with one line for each request, without keys, values or tokens. */
  log?: (line: string) => void;
  without?: readonly EndpointName[];
  onRequest?: (request: {
    method: string;
    path: string;
    headers: http.IncomingHttpHeaders;
  }) => void;
  now?: () => Date;
  /** Default: {@link BOUNDS}. */
  bounds?: Partial<Bounds>;
}

type Listening = Pick<ServerOptions, 'log' | 'without' | 'onRequest'> & {
  host: string;
  bounds: Bounds;
};

function listener(service: Service, options: Listening): http.RequestListener {
  const log = options.log ?? (() => {});
  const answerTo = answerer(service, options);
  /** Returns whether the connection stays open. */
  const respond = async (
    incoming: http.IncomingMessage,
    outgoing: http.ServerResponse,
  ): Promise<boolean> => {
    const { method, url: path } = incoming;
    const answer = await answerTo(incoming).catch((problem: unknown) => {
      log(`${method} ${path} failed: ${kindOf(problem)}`);
      return crashed();
    });
    log(`${method} ${path} ${answer.logged ?? `${answer.status}${reasonOf(answer)}`}`);
    await send(answer, outgoing);
    return !answer.close;
  };
  /** Whether the last answer of a connection leaves it open. */
  const turns = new WeakMap<Socket, Promise<boolean>>();
  return (incoming, outgoing) => {
    const { method = '', url: path = '', headers, socket } = incoming;
    options.onRequest?.({ method, path, headers });
    trackUnanswered(outgoing);
    // Clients tell by it when an apply of others has ended.
    outgoing.setHeader('Date', service.now().toUTCString());
    // Behind an answer that ends the connection, a push would change something, and nobody would be told.
    const turn = (turns.get(socket) ?? Promise.resolve(true))
      .then((isOpen) => isOpen && respond(incoming, outgoing))
      .catch(() => {
        outgoing.destroy();
        return false;
      });
    turns.set(socket, turn);
  };
}

/** Without the message, which may quote the request. */
function kindOf(problem: unknown): string {
  if (!(problem instanceof Error)) return typeof problem;
  const code = codeOf(problem);
  return code === undefined ? problem.name : `${problem.name} (${code})`;
}

/** The message without the entry, which may hold secrets. */
function reasonOf({ status, etag, remark }: ServedAnswer): string {
  if (remark !== undefined) return ` (${remark})`;
  if (etag === undefined || status === 200) return '';
  return ` ${etag.split('; {', 1)[0]?.replaceAll('"', '')}`;
}

function answerer(
  service: Service,
  { host, bounds, without }: Listening,
): (incoming: http.IncomingMessage) => Promise<ServedAnswer> {
  let held = 0;

  return async (incoming) => {
    if (incoming.rawHeaders.length > 2 * bounds.maxHeaders) return { status: 400, close: true };
    if (!isOwnHost(incoming.headers.host, { host, address: incoming.socket.localAddress }))
      return OTHER_HOST;
    const dispatched = dispatch(requestOf(incoming), without);
    if ('answer' in dispatched) return dispatched.answer;
    const { route } = dispatched;
    if (route.endpoint !== 'push') return readAnswer(service, route);
    let mine = 0;
    const hold = (bytes: number) => {
      mine += bytes;
      held += bytes;
      return held <= bounds.maxHeldBytes;
    };
    try {
      const body = await readBody(incoming, { maxBytes: bounds.maxBodyBytes, hold });
      return typeof body === 'string' ? pushAnswer(service, route, body) : body;
    } finally {
      held -= mine;
    }
  };
}

export interface RunningServer {
  /** For clients on this machine. */
  url: string;
  port: number;
  /** `tokens`: values by name. */
  repositories: { account: string; repository: string; tokens: Record<string, string> }[];
  /** The pushes that changed something, oldest first. */
  history(account: string, repository: string): readonly PushRevision[];
  /** Tags the current moment. */
  tag(account: string, repository: string, tag: { name: string; readme?: string }): void;
  close(): Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dataFile, host = '127.0.0.1' } = options;
  const release = dataFile === undefined ? () => undefined : lockDataFile(dataFile);
  try {
    const service = openService(options);
    const bounds = { ...BOUNDS, ...options.bounds };
    const server = http.createServer(bounds, listener(service, { ...options, bounds, host }));
    server.maxConnections = bounds.maxConnections;
    // One more, to detect the excess: Node.js silently drops the rest.
    server.maxHeadersCount = bounds.maxHeaders + 1;
    server.timeout = bounds.silence;
    server.on('clientError', rejectMalformed);
    await once(server.listen(options.port ?? 0, host), 'listening');
    return running(server, { service, host, release });
  } catch (error) {
    release();
    throw error;
  }
}

function openService(options: ServerOptions): Service {
  const now = options.now ?? (() => new Date());
  const random = () => randomBytes(24).toString('hex');
  const { dataFile } = options;
  const stored = dataFile === undefined ? [] : loadState(dataFile);
  const opened = openRepositories(options.repositories, { stored, now, random });
  if ('problem' in opened)
    throw dataFile === undefined
      ? new Error(`${opened.problem}.`)
      : dataFileError(dataFile, opened.problem);
  const service = { repositories: opened.repositories, now, cache: new Map() };
  if (dataFile === undefined) return service;
  // Generated tokens must survive a restart.
  saveState(dataFile, opened.repositories);
  return { ...service, save: (repositories) => saveState(dataFile, repositories) };
}

function running(
  server: http.Server,
  { service, host, release }: { service: Service; host: string; release: () => void },
): RunningServer {
  const { port } = server.address() as AddressInfo;
  // Clients cannot use an address that stands for all.
  const reached = LOOPBACK_OF.get(host) ?? host;
  const shown = reached.includes(':') ? `[${reached}]` : reached;
  return {
    url: `http://${shown}:${port}`,
    port,
    repositories: service.repositories.map(({ account, name, tokens }) => ({
      account,
      repository: name,
      tokens: Object.fromEntries(tokens.map((token) => [token.name, token.value])),
    })),
    history: (account, name) =>
      findRepository(service.repositories, { account, name })?.history ?? [],
    tag: (account, name, tag) => {
      const added = {
        name: tag.name,
        readme: tag.readme ?? null,
        time: service.now().toISOString(),
      };
      const tagged = findRepository(service.repositories, { account, name });
      service.repositories = service.repositories.map((repository) =>
        repository === tagged ? { ...repository, tags: [...repository.tags, added] } : repository,
      );
    },
    close: () => close(server).finally(release),
  };
}

const CLOSE_GRACE_MS = 2000;

/** Closes idle connections at once, and busy ones after {@link CLOSE_GRACE_MS} at the latest. */
function close(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
    const idle = setInterval(() => server.closeIdleConnections(), 20);
    server.close(() => {
      clearTimeout(grace);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
