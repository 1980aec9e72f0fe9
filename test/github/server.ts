// The test Git host over real HTTP: tokens, pages, rate limits, failures, and delayed requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeAll, listen } from '../helpers/listen.ts';
import { type Flavour, GitHost } from './git-host.ts';
import { type Reply, route } from './routes.ts';

export interface Request {
  method: string;
  /** Below the base address, with its query. */
  path: string;
  token: string;
}

/** What becomes of the next request of this kind: nothing is done before, or everything is done and nobody learns of it. */
export interface Fault {
  /** Of `POST /repos/…`. */
  on: RegExp;
  when: 'before' | 'after';
  answer: 'cut' | Answer;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  data?: unknown;
}

export const BAD_GATEWAY: Answer = { status: 502, data: '<html>Unicorn!</html>' };
export const SECONDARY = 'You have exceeded a secondary rate limit.';

export class GitHostServer {
  readonly gitHost: GitHost;
  /** Base address of the API. */
  url = '';
  /** `POST /repos/acme/shop/issues/1/comments`, in the order in which they came. */
  readonly requests: string[] = [];
  readonly faults: Fault[] = [];
  /** Whether it refuses every request, so that nobody waits and asks again. */
  isRejecting = false;
  /** Resolves when the request may be handled. */
  gate: (request: Request) => Promise<void> = async () => undefined;
  readonly #base: string;
  readonly #server = createServer((incoming, outgoing) => {
    this.#serve(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });

  constructor(flavour: Flavour, base = flavour === 'gitea' ? '/api/v1' : '') {
    this.gitHost = new GitHost(flavour);
    this.#base = base;
  }

  async start(): Promise<this> {
    this.url = `http://127.0.0.1:${await listen(this.#server)}${this.#base}`;
    return this;
  }

  stop(): Promise<void> {
    return closeAll(this.#server);
  }

  /** The next so many requests of a kind end in this way; `after`: once what they ask for is done. */
  fail(
    on: RegExp,
    answer: Fault['answer'],
    { times = 1, when = 'before' as Fault['when'] } = {},
  ): void {
    for (let count = 0; count < times; count++) this.faults.push({ on, when, answer });
  }

  /** Those of one kind. */
  requested(kind: RegExp): string[] {
    return this.requests.filter((request) => kind.test(request));
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
    const token = (incoming.headers.authorization ?? '').replace(/^(?:token|bearer) /i, '');
    const request: Request = {
      method: incoming.method ?? '',
      path: this.#below(incoming.url ?? ''),
      token,
    };
    await this.gate(request);
    const name = `${request.method} ${request.path}`;
    this.requests.push(name);
    const index = this.faults.findIndex(({ on }) => on.test(name));
    const fault = index < 0 ? undefined : this.faults.splice(index, 1)[0];
    const answer = fault?.when === 'before' ? undefined : this.#answerOf(request, body);
    const last = fault?.answer ?? answer;
    if (last === 'cut' || last === undefined) outgoing.destroy();
    else send(outgoing, last, this.gitHost.indent);
  }

  /** GraphQL of an Enterprise Server stands beside its `/api/v3`. */
  #below(path: string): string {
    if (this.#base === '/api/v3' && path === '/api/graphql') return '/graphql';
    return path.startsWith(this.#base)
      ? path.slice(this.#base.length)
      : `outside of the API: ${path}`;
  }

  #answerOf(request: Request, body: Record<string, unknown>): Answer {
    return this.isRejecting
      ? { status: 403, data: { message: 'Forbidden' } }
      : this.#answer(request, body);
  }

  #answer({ method, path, token }: Request, body: Record<string, unknown>): Answer {
    const { gitHost } = this;
    const who = gitHost.tokens.get(token);
    if (who === undefined) return { status: 401, data: { message: 'Bad credentials' } };
    const url = new URL(path, 'http://git.test');
    const query = url.searchParams;
    const reply = route({ method, path: url.pathname }, { gitHost, who, query, body });
    return reply.list === undefined ? reply : this.#page(reply, url);
  }

  /** Comments of Gitea come all at once, whatever is asked for. */
  #page({ status, list = [] }: Reply, url: URL): Answer {
    const isGitea = this.gitHost.flavour === 'gitea';
    if (isGitea && url.pathname.endsWith('/comments'))
      return { status, data: list.map((one) => one()) };
    const size = isGitea ? 30 : Math.min(100, Number(url.searchParams.get('per_page') ?? 30));
    const page = Number(url.searchParams.get('page') ?? 1);
    const next = new URL(url);
    next.searchParams.set('page', String(page + 1));
    const link = `<${next}>; rel="next", <${next}>; rel="last"`;
    return {
      status,
      data: list.slice((page - 1) * size, page * size).map((one) => one()),
      ...(list.length > page * size && { headers: { link } }),
    };
  }
}

async function readBody(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : JSON.parse(text);
}

function send(outgoing: ServerResponse, { status, headers, data }: Answer, indent: number): void {
  outgoing.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'x-ratelimit-remaining': '4999',
    'x-ratelimit-reset': '4102444800',
    ...headers,
  });
  outgoing.end(data === undefined ? undefined : JSON.stringify(data, null, indent));
}
