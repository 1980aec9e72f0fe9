// What clients may take of the server: connections, headers, bodies and time. Nobody holds it up for the others.
import type http from 'node:http';

/** By the names that Node has for them, where it has one; times in milliseconds. */
export interface Bounds {
  maxConnections: number;
  /** As the real server: a longer request head is refused. */
  maxHeaderSize: number;
  maxHeaders: number;
  maxBodyBytes: number;
  /** Of all pushes that arrive or wait at the same time. */
  maxHeldBytes: number;
  /** For the head of a request, from the first moment of a connection. */
  headersTimeout: number;
  /** For a whole request: one that drips is given up. */
  requestTimeout: number;
  /** Between two requests of a connection. */
  keepAliveTimeout: number;
  /** Without a byte in either direction: for clients that do not take their answer. */
  silence: number;
  /** How often Node looks for requests that take too long. */
  connectionsCheckingInterval: number;
}

export const BOUNDS: Bounds = {
  maxConnections: 1000,
  maxHeaderSize: 8192,
  maxHeaders: 100,
  maxBodyBytes: 256 * 1024 * 1024,
  maxHeldBytes: 512 * 1024 * 1024,
  headersTimeout: 20_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 5000,
  silence: 300_000,
  connectionsCheckingInterval: 5000,
};

/** What Node takes of a server, and not when it is made. */
export function bound(server: http.Server, bounds: Bounds): void {
  server.maxConnections = bounds.maxConnections;
  // One more, so that it is seen: Node passes over the rest in silence.
  server.maxHeadersCount = bounds.maxHeaders + 1;
  server.timeout = bounds.silence;
}

// How much of the bodies of pushes is in memory at the same time: they wait for each other.

/** What one push holds of it. */
export interface Share {
  /** False where there would be too much altogether. */
  take(bytes: number): boolean;
  release(): void;
}

export class BodyMemory {
  readonly #most: number;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  share(): Share {
    let mine = 0;
    return {
      take: (bytes) => {
        mine += bytes;
        this.#bytes += bytes;
        return this.#bytes <= this.#most;
      },
      release: () => {
        this.#bytes -= mine;
        mine = 0;
      },
    };
  }
}
