// [edge] The embedded server on a port: HTTP around the service, one push at a time.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOf } from '../lib/system.ts';
import { crashed, type HttpAnswer } from './answer.ts';
import { dataFileError, loadState, lockDataFile, saveState } from './data-file.ts';
import { readAnswer } from './endpoint-reads.ts';
import {
  type Exchange,
  isOwnHost,
  OTHER_HOST,
  readBody,
  refuseMalformed,
  requestOf,
  send,
  trackUnanswered,
} from './http-exchange.ts';
import { applyLimits, BOUNDS, BodyMemory, type Bounds } from './request-limits.ts';
import { dispatch, type EndpointName, pushAnswer, ReadCache, type Service } from './service.ts';
import type { RepositorySettings } from './settings.ts';
import { findRepository, openRepositories, type Revision } from './state.ts';

interface ListenerOptions {
  /** Absent: the state is kept in memory only. */
  dataFile?: string | undefined;
  /** Called with one line for each request, without keys, values or tokens. */
  log?: (line: string) => void;
  /** Disabled reads. */
  without?: readonly EndpointName[];
  onRequest?: (request: { method: string; path: string; headers: http.IncomingHttpHeaders }) => void;
}

type Bounded = ListenerOptions & { host: string } & Pick<Bounds, 'maxHeaders' | 'maxBodyBytes' | 'maxHeldBytes'>;

function listener(service: Service, options: Bounded): http.RequestListener {
  const log = options.log ?? (() => {});
  const answerTo = answerer(service, options);
  return (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    options.onRequest?.({ method, path, headers });
    trackUnanswered({ incoming, outgoing });
    // Clients tell by it when an apply of others has ended.
    outgoing.setHeader('Date', service.now().toUTCString());
    answerTo(incoming)
      .catch((problem: unknown) => {
        log(`${method} ${path} failed: ${kindOf(problem)}`);
        return crashed();
      })
      .then((answer) => {
        log(`${method} ${path} ${answer.status}${reasonOf(answer)}`);
        return send(answer, { incoming, outgoing });
      })
      .catch(() => outgoing.destroy());
  };
}

/** Without the message, which may quote the request. */
function kindOf(problem: unknown): string {
  if (!(problem instanceof Error)) return typeof problem;
  const code = codeOf(problem);
  return code === undefined ? problem.name : `${problem.name} (${code})`;
}

/** The message without the entry, which may hold secrets. */
function reasonOf({ status, etag, remark }: HttpAnswer): string {
  if (remark !== undefined) return ` (${remark})`;
  if (etag === undefined || status === 200) return '';
  return ` ${etag.split('; {', 1)[0]?.replaceAll('"', '')}`;
}

function answerer(service: Service, options: Bounded): (incoming: Exchange['incoming']) => Promise<HttpAnswer> {
  const held = new BodyMemory(options.maxHeldBytes);
  let lastPush: Promise<unknown> = Promise.resolve();

  /** Answers only after the push is on disk. If it cannot be saved, it has no effect, and the answer is 500. */
  async function pushNow(sent: Parameters<typeof pushAnswer>[1]): Promise<HttpAnswer> {
    const { answer, repositories, clears } = pushAnswer(service, sent);
    if (repositories !== undefined) {
      if (options.dataFile !== undefined) saveState(options.dataFile, repositories);
      service.repositories = repositories;
    }
    if (clears !== undefined) service.cache.clear(clears);
    return answer;
  }

  return async (incoming) => {
    if (incoming.rawHeaders.length > 2 * options.maxHeaders) return { status: 400, close: true };
    const { host } = options;
    if (!isOwnHost(incoming.headers.host, { host, address: incoming.socket.localAddress })) return OTHER_HOST;
    const request = requestOf(incoming);
    const dispatched = dispatch(request, options.without);
    if ('answer' in dispatched) return dispatched.answer;
    const { route } = dispatched;
    if (route.endpoint !== 'push') return readAnswer(service, { request, route });
    const share = held.share();
    try {
      const body = await readBody(incoming, { maxBytes: options.maxBodyBytes, share });
      if (typeof body !== 'string') return body;
      const answer = lastPush.then(() => pushNow({ request, route, body }));
      lastPush = answer.catch(() => {});
      return await answer;
    } finally {
      share.release();
    }
  };
}

export interface ServerOptions extends ListenerOptions {
  repositories: readonly RepositorySettings[];
  /** 0 or absent: any free port. */
  port?: number;
  /** Default: 127.0.0.1, because tokens are sent unencrypted. */
  host?: string;
  now?: () => Date;
  /** Limits for clients. Default: {@link BOUNDS}. */
  bounds?: Partial<Bounds>;
  /** Generates the value of a token: printable ASCII without spaces. */
  random?: () => string;
}

export interface RunningServer {
  /** For clients on this machine. */
  url: string;
  port: number;
  /** `tokens`: values by name. */
  repositories: { account: string; repository: string; tokens: Record<string, string> }[];
  /** The pushes that changed something, oldest first. */
  history(account: string, repository: string): readonly Revision[];
  /** Tags the current moment. */
  tag(account: string, repository: string, tag: { name: string; readme?: string }): void;
  close(): Promise<void>;
}

/** How long a closing server waits for pending requests. */
const CLOSE_GRACE_MS = 2000;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dataFile, host = '127.0.0.1' } = options;
  const release = dataFile === undefined ? () => undefined : lockDataFile(dataFile);
  try {
    const service = openService(options);
    const bounds = { ...BOUNDS, ...options.bounds };
    const server = http.createServer(bounds, listener(service, { ...options, ...bounds, host }));
    applyLimits(server, bounds);
    server.on('clientError', refuseMalformed);
    await once(server.listen(options.port ?? 0, host), 'listening');
    return running(server, { service, host, release });
  } catch (error) {
    release();
    throw error;
  }
}

function openService(options: ServerOptions): Service {
  const now = options.now ?? (() => new Date());
  const random = options.random ?? (() => randomBytes(24).toString('hex'));
  const { dataFile } = options;
  const stored = dataFile === undefined ? [] : loadState(dataFile);
  const opened = openRepositories(options.repositories, { stored, now, random });
  if ('problem' in opened) {
    throw dataFile === undefined ? new Error(`${opened.problem}.`) : dataFileError(dataFile, opened.problem);
  }
  // Generated tokens must survive a restart.
  if (dataFile !== undefined) saveState(dataFile, opened.repositories);
  return { repositories: opened.repositories, now, cache: new ReadCache() };
}

/** Clients cannot use an address that stands for all: this machine is reached at its loopback address. */
const LOOPBACK_OF: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

function running(
  server: http.Server,
  { service, host, release }: { service: Service; host: string; release: () => void },
): RunningServer {
  const { port } = server.address() as AddressInfo;
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
    history: (account, name) => findRepository(service.repositories, { account, name })?.history ?? [],
    tag: (account, name, tag) => {
      const added = { name: tag.name, readme: tag.readme ?? null, time: service.now().toISOString() };
      const tagged = findRepository(service.repositories, { account, name });
      service.repositories = service.repositories.map((one) =>
        one === tagged ? { ...one, tags: [...one.tags, added] } : one,
      );
    },
    close: () => close(server).finally(release),
  };
}

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
