// The built-in server without a network: requests as the client makes them, answered as its listener answers them.
import { createReader, type ServerReader } from '../../src/remote/client.ts';
import { Http, type HttpAnswer, type HttpRequest } from '../../src/remote/http.ts';
import { readAnswer } from '../../src/server/reads.ts';
import { dispatch } from '../../src/server/service.ts';
import type { Repository } from '../../src/server/state.ts';
import type { World } from '../../src/core/world.ts';

const TARGET = {
  url: 'http://local',
  repository: { account: 'acme', name: 'shop' },
};

class Local extends Http {
  readonly #repository: Repository;

  constructor(repository: Repository) {
    super();
    this.#repository = repository;
  }

  override async send({ method, url, headers }: HttpRequest): Promise<HttpAnswer> {
    const sent = new Map(
      Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text.trim()]),
    );
    const request = {
      method,
      target: new URL(url).pathname,
      header: (name: string) => sent.get(name),
    };
    const service = { repositories: [this.#repository], now: () => new Date(0), cache: new Map() };
    const dispatched = dispatch(request);
    const { status, etag, body, contentType } =
      'answer' in dispatched ? dispatched.answer : readAnswer(service, dispatched.route);
    const answered = { ...(etag && { etag }), ...(contentType && { 'content-type': contentType }) };
    return { status, headers: answered, body: Buffer.from(body ?? '') };
  }
}

/** Reads one repository. @param token its value; absent: without one */
export function localReader(repository: Repository, token?: string): ServerReader {
  const connection = { http: new Local(repository), url: TARGET.url, timeout: 1000, token };
  return createReader(connection, TARGET.repository);
}

/** The questions of a plan, answered by the same reads. */
export function localServer(repository: Repository): ServerReader & Pick<World, 'target'> {
  return { ...localReader(repository), target: TARGET };
}
