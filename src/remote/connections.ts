// [edge] Connections to a server: direct or through a proxy, kept open or used once.
import { setMaxListeners } from 'node:events';
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { HttpsProxyAgent } from 'hpagent';

/** Contents of PEM files. */
export interface Certificates {
  /** The only trusted CAs. Default: those of Node, and of `NODE_EXTRA_CA_CERTS`. */
  ca?: string;
  cert?: string;
  key?: string;
  passphrase?: string;
}

export interface Transport {
  certificates?: Certificates;
  /** The proxy for an address, if any. */
  proxyOf?: (url: URL) => URL | undefined;
}

export interface Route {
  send: (options: RequestOptions, onAnswer: (answer: IncomingMessage) => void) => ClientRequest;
  options: RequestOptions;
  /** Headers for the proxy. */
  headers: Readonly<Record<string, string>>;
}

/** Set on every connection, so that no environment variable can turn verification off. */
const VERIFIED = { rejectUnauthorized: true };

export class Routes {
  readonly #transport: Transport;
  readonly #closing = new AbortController();
  #kept: http.Agent | undefined;

  constructor(transport: Transport) {
    this.#transport = transport;
    // Each tunnel adds a listener.
    setMaxListeners(0, this.#closing.signal);
  }

  proxyOf(url: URL): URL | undefined {
    return this.#transport.proxyOf?.(url);
  }

  /** @param isKept whether the connection may serve further requests; all go to one server */
  to(url: URL, { isKept }: { isKept: boolean }): Route {
    const proxy = this.proxyOf(url);
    if (isKept) this.#kept ??= this.#agentFor(url, true);
    const agent = (isKept && this.#kept) || this.#agentFor(url, false);
    if (proxy !== undefined && url.protocol === 'http:') return forwarded({ url, proxy, agent });
    const options = { ...urlToHttpOptions(url), ...this.#transport.certificates, ...VERIFIED, agent };
    return { send: modules(url).request, options, headers: {} };
  }

  close(): void {
    this.#closing.abort();
    this.#kept?.destroy();
  }

  /** For https through a proxy: `CONNECT`, and TLS with the server, so that the proxy sees neither token nor answer. */
  #agentFor(url: URL, keepAlive: boolean): http.Agent {
    const proxy = this.proxyOf(url);
    if (proxy === undefined || url.protocol === 'http:') return new (modules(proxy ?? url).Agent)({ keepAlive });
    // The signal ends the tunnel with the command, whatever the proxy is sending.
    const proxyRequestOptions = { ...VERIFIED, signal: this.#closing.signal };
    return new HttpsProxyAgent({ keepAlive, proxy, proxyRequestOptions });
  }
}

/** Sends the request, with its full address, to the proxy. */
function forwarded({ url, proxy, agent }: { url: URL; proxy: URL; agent: http.Agent }): Route {
  const { hostname, port } = urlToHttpOptions(proxy);
  const login = loginOf(proxy);
  const headers = { Host: url.host, ...(login && { 'Proxy-Authorization': `Basic ${login}` }) };
  return { send: modules(proxy).request, options: { ...VERIFIED, hostname, port, path: url.href, agent }, headers };
}

function modules({ protocol }: URL): typeof http | typeof https {
  return protocol === 'https:' ? https : http;
}

/** The encoded login of a proxy; `undefined`: none. */
export function loginOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
}
