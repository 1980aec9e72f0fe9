// [edge] The embedded server on a port: node:http around the service, one push at a time.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, crashed } from './answer.ts';
import { DataFileError, loadState, saveState } from './data-file.ts';
import { type Exchange, readBody, refuseMalformed, requestOf, send } from './http-exchange.ts';
import { dispatch, pushAnswer, readAnswer, type Service } from './service.ts';
import { type RepositorySettings, settingsProblem } from './settings.ts';
import { openRepositories } from './start.ts';
import { findRepository, type Revision } from './state.ts';

export interface ServerOptions {
  repositories: readonly RepositorySettings[];
  /** 0 or absent: any free port. */
  port?: number;
  /** 127.0.0.1 unless told otherwise: the tokens travel in the clear. */
  host?: string;
  /** Absent: the state ends with the server. */
  dataFile?: string;
  /** Longer bodies are not read. */
  maxBodyBytes?: number;
  now?: () => Date;
  /** Makes a token's value: printable ASCII without blanks. */
  random?: () => string;
  /** One line for each request, without keys, values or tokens. */
  log?: (line: string) => void;
  onRequest?: (request: { method: string; path: string; headers: http.IncomingHttpHeaders }) => void;
}

export interface RunningServer {
  url: string;
  port: number;
  /** Values of the tokens by their names. */
  repositories: { account: string; repository: string; tokens: Record<string, string> }[];
  /** The pushes that changed something, oldest first. */
  history(account: string, repository: string): readonly Revision[];
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 256 * 1024 * 1024;
/** As the real server: a longer request head is refused. */
const MAX_HEAD_BYTES = 8192;
/** How long a closing server waits for requests that are under way. */
const CLOSE_GRACE_MS = 2000;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const service = await openService(options);
  const server = http.createServer({ maxHeaderSize: MAX_HEAD_BYTES }, handler(service, options));
  server.on('clientError', refuseMalformed);
  await listen(server, options);
  return running(server, service, options.host);
}

async function openService(options: ServerOptions): Promise<Service> {
  const problems = options.repositories.flatMap((one) => settingsProblem(one) ?? []);
  if (problems.length > 0) throw new Error(problems.join(' '));
  const now = options.now ?? (() => new Date());
  const random = options.random ?? (() => randomBytes(24).toString('hex'));
  const { dataFile } = options;
  const stored = dataFile === undefined ? [] : await loadState(dataFile);
  const opened = openRepositories(options.repositories, { stored, now, random });
  if ('problem' in opened) {
    throw dataFile === undefined
      ? new Error(`${opened.problem}.`)
      : new DataFileError(dataFile, opened.problem);
  }
  // Tokens that were made up just now must outlive this run.
  if (dataFile !== undefined) await saveState(dataFile, opened.repositories);
  return { repositories: opened.repositories, now };
}

function listen(server: http.Server, { port = 0, host = '127.0.0.1' }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function running(server: http.Server, service: Service, host = '127.0.0.1'): RunningServer {
  const { port } = server.address() as AddressInfo;
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shown}:${port}`,
    port,
    repositories: service.repositories.map(({ account, name, tokens }) => ({
      account,
      repository: name,
      tokens: Object.fromEntries(tokens.map((token) => [token.name, token.value])),
    })),
    history: (account, name) => findRepository(service.repositories, { account, name })?.history ?? [],
    close: () => close(server),
  };
}

/** Idle connections end at once; those that are in use may finish, unless they take too long. */
function close(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
    const idle = setInterval(() => server.closeIdleConnections(), 20);
    server.close(() => {
      clearTimeout(impatient);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function handler(service: Service, options: ServerOptions): http.RequestListener {
  const log = options.log ?? (() => {});
  const answerTo = answerer(service, options);
  return (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    options.onRequest?.({ method, path, headers });
    answerTo(incoming)
      .catch((problem: unknown) => {
        log(`${method} ${path} failed: ${problem instanceof Error ? problem.message : String(problem)}`);
        return crashed();
      })
      .then((answer) => {
        log(`${method} ${path} ${answer.status}${reasonOf(answer)}`);
        return send(answer, { incoming, outgoing });
      })
      .catch(() => outgoing.destroy());
  };
}

/** The message without the entry, which may hold secrets. */
function reasonOf({ status, etag }: Answer): string {
  if (etag === undefined || status === 200) return '';
  return ` ${etag.split('; {', 1)[0]?.replaceAll('"', '')}`;
}

function answerer(
  service: Service,
  options: ServerOptions,
): (incoming: Exchange['incoming']) => Promise<Answer> {
  const maxBytes = options.maxBodyBytes ?? MAX_BODY_BYTES;
  let lastPush: Promise<unknown> = Promise.resolve();

  /**
   * Nobody hears of a push before it is on disk, and one that does not get there did not happen: the answer is 500.
   */
  async function pushNow(sent: Parameters<typeof pushAnswer>[1]): Promise<Answer> {
    const { answer, repositories } = pushAnswer(service, sent);
    if (repositories === undefined) return answer;
    if (options.dataFile !== undefined) await saveState(options.dataFile, repositories);
    service.repositories = repositories;
    return answer;
  }

  return async (incoming) => {
    const request = requestOf(incoming);
    const dispatched = dispatch(request);
    if ('answer' in dispatched) return dispatched.answer;
    const { route } = dispatched;
    if (route.endpoint !== 'push') return readAnswer(service, { request, route });
    const body = await readBody(incoming, { maxBytes });
    if (body === undefined) return { status: 413, close: true };
    const answer = lastPush.then(() => pushNow({ request, route, body }));
    lastPush = answer.catch(() => {});
    return answer;
  };
}
