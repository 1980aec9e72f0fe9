// HTTP requests to the server: which connection one takes, and how its failure is told.
import { exchange, type HttpAnswer, type HttpRequest, StaleConnection } from './exchange.ts';
import { networkError } from './network-error.ts';
import { Routes, type Transport } from './routes.ts';

/** Keeps connections open between the reads of one command; `close` lets the process end. */
export class Http {
  readonly #routes: Routes;

  constructor(transport: Transport = {}) {
    this.#routes = new Routes(transport);
  }

  /** Redirects are not followed: a token never travels to an address that nobody configured. */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    const url = new URL(request.url);
    const over = async (connection: 'kept' | 'own') =>
      exchange(request, await this.#routes.to(url, connection));
    try {
      // A push gets a connection of its own: one that the server closes just then would leave its outcome unknown.
      if (request.method === 'POST') return await over('own');
      return await over('kept').catch((error: unknown) => {
        // Asking once more on a new connection is no retry.
        if (!(error instanceof StaleConnection)) throw error;
        return over('own');
      });
    } catch (error) {
      throw networkError(error, { ...request, url, proxy: this.#routes.proxyOf(url)?.host });
    }
  }

  close(): void {
    this.#routes.close();
  }
}
