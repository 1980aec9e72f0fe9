// HTTP requests to the server: which connection one takes, when a read is tried again, and how its failure is told.
import { exchange, failure, type HttpAnswer, type HttpRequest, StaleConnection } from './exchange.ts';
import { networkError } from './network-error.ts';
import { Routes, type Transport } from './routes.ts';

/** Milliseconds before the second and the third attempt of a read. */
const PAUSES = [250, 1000];
/** A gateway that has no server behind it just then. What the server itself fails with, it fails with again. */
const PASSING_STATUS = [502, 503, 504];
/** A server or a proxy that restarts. What was waited for in vain is not waited for again. */
const PASSING_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'TRUNCATED', 'EAI_AGAIN'];

export interface HttpOptions extends Transport {
  /** Absent: no read is tried again. */
  pause?: (milliseconds: number) => Promise<void>;
}

/** Keeps connections open between the reads of one command; `close` lets the process end. */
export class Http {
  readonly #routes: Routes;
  readonly #pause: HttpOptions['pause'];
  #isClosed = false;

  constructor({ pause, ...transport }: HttpOptions = {}) {
    this.#routes = new Routes(transport);
    this.#pause = pause;
  }

  /** Redirects are not followed: a token never travels to an address that nobody configured. A push is sent once. */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    const url = new URL(request.url);
    try {
      return await (request.method === 'POST' ? this.#once(request, url) : this.#untilAnswered(request, url));
    } catch (error) {
      throw networkError(error, { ...request, url, proxy: this.#routes.proxyOf(url)?.host });
    }
  }

  async #untilAnswered(request: HttpRequest, url: URL): Promise<HttpAnswer> {
    const pauses = this.#pause === undefined ? [] : PAUSES;
    for (const milliseconds of pauses) {
      try {
        const answer = await this.#once(request, url);
        if (!PASSING_STATUS.includes(answer.status)) return answer;
      } catch (error) {
        if (!isPassing(error)) throw error;
      }
      await this.#pause?.(milliseconds);
      if (this.#isClosed) throw failure('LEFT');
    }
    return this.#once(request, url);
  }

  async #once(request: HttpRequest, url: URL): Promise<HttpAnswer> {
    const over = async (connection: 'kept' | 'own') =>
      exchange(request, await this.#routes.to(url, connection));
    // A push gets a connection of its own: one that the server closes just then would leave its outcome unknown.
    if (request.method === 'POST') return over('own');
    return over('kept').catch((error: unknown) => {
      if (!(error instanceof StaleConnection)) throw error;
      return over('own');
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#routes.close();
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && PASSING_CODES.includes(String(error.code));
}
