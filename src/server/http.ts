// [edge] The embedded server on a port: node:http around the service, opened and closed.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Address } from './access.ts';
import { DataFileError, loadState, saveState } from './data-file.ts';
import { BOUNDS, type Bounds, bound } from './bounds.ts';
import { lockDataFile, type Release } from './data-lock.ts';
import { refuseMalformed } from './http-exchange.ts';
import { type ListenerOptions, listener } from './listener.ts';
import { ReadCache } from './read-cache.ts';
import type { Service } from './service.ts';
import { type RepositorySettings, settingsProblem } from './settings.ts';
import { openRepositories } from './start.ts';
import { findRepository, type Revision } from './state.ts';

export interface ServerOptions extends ListenerOptions {
  repositories: readonly RepositorySettings[];
  /** 0 or absent: any free port. */
  port?: number;
  /** 127.0.0.1 unless told otherwise: the tokens travel in the clear. */
  host?: string;
  now?: () => Date;
  /** What clients may take of it; see bounds.ts. */
  bounds?: Partial<Bounds>;
  /** Makes a token's value: printable ASCII without blanks. */
  random?: () => string;
}

export interface RunningServer {
  url: string;
  port: number;
  /** Values of the tokens by their names. */
  repositories: { account: string; repository: string; tokens: Record<string, string> }[];
  /** The pushes that changed something, oldest first. */
  history(account: string, repository: string): readonly Revision[];
  /** Names the present moment, as people do in the real server's pages. */
  tag(account: string, repository: string, tag: { name: string; readme?: string }): void;
  close(): Promise<void>;
}

/** How long a closing server waits for requests that are under way. */
const CLOSE_GRACE_MS = 2000;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dataFile } = options;
  const release = dataFile === undefined ? async () => undefined : await lockDataFile(dataFile);
  try {
    const service = await openService(options);
    const bounds = { ...BOUNDS, ...options.bounds };
    const server = http.createServer(bounds, listener(service, { ...options, ...bounds }));
    bound(server, bounds);
    server.on('clientError', refuseMalformed);
    await listen(server, options);
    return running(server, { service, host: options.host, release });
  } catch (error) {
    await release();
    throw error;
  }
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
  return { repositories: opened.repositories, now, cache: new ReadCache() };
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

interface Opened {
  service: Service;
  host: string | undefined;
  release: Release;
}

function running(server: http.Server, { service, host = '127.0.0.1', release }: Opened): RunningServer {
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
    tag: (account, name, tag) => addTag(service, { address: { account, name }, tag }),
    close: () => close(server).finally(release),
  };
}

function addTag(
  service: Service,
  { address, tag }: { address: Address; tag: { name: string; readme?: string } },
): void {
  const added = { name: tag.name, readme: tag.readme ?? null, time: service.now().toISOString() };
  const tagged = findRepository(service.repositories, address);
  service.repositories = service.repositories.map((one) =>
    one === tagged ? { ...one, tags: [...one.tags, added] } : one,
  );
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
