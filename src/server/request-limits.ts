// Limits for clients: connections, headers, bodies and time.
import type http from 'node:http';

/** Names as in Node, if it has the limit. Times in milliseconds. */
export interface Bounds {
  maxConnections: number;
  /** Bytes; as in the real server. */
  maxHeaderSize: number;
  maxHeaders: number;
  maxBodyBytes: number;
  /** Of all concurrent pushes together. */
  maxHeldBytes: number;
  /** For the head of a request, from the start of the connection. */
  headersTimeout: number;
  /** For a whole request. */
  requestTimeout: number;
  /** Between two requests of a connection. */
  keepAliveTimeout: number;
  /** Without a byte in either direction, such as a client that does not read the answer. */
  silence: number;
  /** How often Node checks for requests that take too long. */
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

/** Sets the limits that are no options of `createServer`. */
export function applyLimits(server: http.Server, bounds: Bounds): void {
  server.maxConnections = bounds.maxConnections;
  // One more, to detect the excess: Node silently drops the rest.
  server.maxHeadersCount = bounds.maxHeaders + 1;
  server.timeout = bounds.silence;
}

/** The memory that one push uses. */
export interface Share {
  /** Returns false if all pushes together would use too much. */
  take(bytes: number): boolean;
  release(): void;
}

/** Limits the memory for the bodies of concurrent pushes. */
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
