// A Git host's Git over real HTTP: repositories of a folder, for tokens that may read or write.
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { basicCredential } from '../../src/record/git-credentials.ts';
import type { Environment } from './git.ts';
import { listen } from './listen.ts';

export type GitAccess = 'read' | 'write';

/** It has no patience for two headers, and none for none. */
export class GitHostOverHttp {
  /** What each token may. */
  readonly access = new Map<string, GitAccess>();
  /** `Authorization` of each request. */
  readonly headers: string[][] = [];
  /** Whether everybody may read. */
  isPublic = false;
  /** What fails of it: the status of the answer to a request, such as `POST /origin.git/git-receive-pack`; or no answer. */
  fault: (request: string) => number | 'cut' | 'lost' | undefined = () => undefined;
  readonly #root: string;
  readonly #base: string;
  readonly #env: Environment;
  readonly #server = createServer((request, response) => this.#serve(request, response));

  /** @param base path of its address, such as `/base` */
  constructor({ root, env, base = '' }: { root: string; env: Environment; base?: string }) {
    this.#root = root;
    this.#base = base;
    this.#env = env;
  }

  async start(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}${this.#base}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const given = request.headersDistinct.authorization ?? [];
    this.headers.push(given);
    const fault = this.fault(`${request.method} ${request.url}`);
    if (fault === 'cut') return void request.socket.destroy();
    if (typeof fault === 'number') return void response.writeHead(fault).end();
    const access = this.#accessOf(given);
    const isEnough = access === 'write' || !/git-receive-pack$/.test(request.url ?? '');
    if (access === undefined || (given.length === 0 && !isEnough)) {
      response.writeHead(given.length > 1 ? 400 : 401, { 'www-authenticate': 'Basic' }).end();
    } else if (!isEnough) response.writeHead(403).end();
    else this.#answer(request, response, fault === 'lost');
  }

  #accessOf(given: readonly string[]): GitAccess | undefined {
    if (given.length === 0 && this.isPublic) return 'read';
    if (given.length !== 1) return undefined;
    const matches = ([token]: [string, GitAccess]) =>
      given[0]?.toLowerCase() === `basic ${basicCredential(token)}`.toLowerCase();
    return [...this.access].find(matches)?.[1];
  }

  /** @param isLost the request is done, and nobody hears of it */
  #answer(request: IncomingMessage, response: ServerResponse, isLost: boolean): void {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://git');
    const cgi = spawn('git', ['http-backend'], {
      env: {
        ...this.#env,
        GIT_PROJECT_ROOT: this.#root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname.slice(this.#base.length),
        QUERY_STRING: String(searchParams),
        REQUEST_METHOD: request.method,
        REMOTE_USER: 'job',
        CONTENT_TYPE: request.headers['content-type'],
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
    });
    request.pipe(cgi.stdin);
    const chunks: Buffer[] = [];
    cgi.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    cgi.on('close', () =>
      isLost ? request.socket.destroy() : send(response, Buffer.concat(chunks)),
    );
  }
}

/** Of a CGI program: header lines, an empty one, and the body. */
function send(response: ServerResponse, output: Buffer): void {
  const end = output.indexOf('\r\n\r\n');
  for (const line of output.toString('latin1', 0, end).split('\r\n')) {
    const [name = '', value = ''] = line.split(': ');
    if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.end(output.subarray(end + 4));
}
