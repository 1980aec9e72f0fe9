// The built-in server without a network: requests as the client makes them, answered as its listener answers them.
import { createReader, type ServerReader } from '../../src/remote/client.ts';
import { Http, type HttpAnswer, type HttpRequest } from '../../src/remote/http.ts';
import { readAnswer } from '../../src/server/reads.ts';
import type { ServedAnswer, ServedRequest } from '../../src/server/answer.ts';
import { dispatch, type EndpointName, pushAnswer, type Service } from '../../src/server/service.ts';
import type { Repository } from '../../src/server/state.ts';
import type { World } from '../../src/core/world.ts';
import { type PullSource, uncachedContexts } from '../../src/remote/read-live.ts';

export const TARGET = {
  url: 'http://local',
  repository: { account: 'acme', name: 'shop' },
};

/** Answers requests as a server does that is as it is at that moment. */
export class LocalHttp extends Http {
  readonly #service: () => Service;
  readonly #without: readonly EndpointName[];

  constructor(service: () => Service, without: readonly EndpointName[] = []) {
    super();
    this.#service = service;
    this.#without = without;
  }

  override async send({ method, url, headers, body = '' }: HttpRequest): Promise<HttpAnswer> {
    const sent = new Map(
      Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text.trim()]),
    );
    const request = {
      method,
      target: new URL(url).pathname,
      header: (name: string) => sent.get(name),
    };
    const answer = this.#answer(request, body);
    const { status, etag, contentType } = answer;
    const answered = { ...(etag && { etag }), ...(contentType && { 'content-type': contentType }) };
    return { status, headers: answered, body: Buffer.from(answer.body ?? '') };
  }

  #answer(request: ServedRequest, body: string): ServedAnswer {
    const dispatched = dispatch(request, this.#without);
    if ('answer' in dispatched) return dispatched.answer;
    const { route } = dispatched;
    if (route.endpoint === 'push') return pushAnswer(this.#service(), route, body);
    return readAnswer(this.#service(), route);
  }
}

/** Reads one repository. @param token its value; absent: without one */
export function localReader(repository: Repository, token?: string): ServerReader {
  const service = { repositories: [repository], now: () => new Date(0), cache: new Map() };
  const connection = { http: new LocalHttp(() => service), url: TARGET.url, timeout: 1000, token };
  return createReader(connection, TARGET.repository);
}

/** The questions of a plan, answered by the same reads. */
export function localServer(repository: Repository): ServerReader & Pick<World, 'target'> {
  return { ...localReader(repository), target: TARGET };
}

/** The same for what is read by token. */
export function pullSource(
  repository: Repository,
  more: Partial<PullSource & ServerReader> = {},
): ReturnType<typeof localServer> & PullSource {
  return {
    ...localServer(repository),
    uncachedContext: uncachedContexts({ now: 0 }),
    depth: 2,
    listedFiles: new Map(),
    prune: 'managed' as const,
    ...more,
  };
}
