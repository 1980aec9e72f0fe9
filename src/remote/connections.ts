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

type Connection = 'kept' | 'own';

/** Set on every connection, so that no environment variable can turn verification off. */
const VERIFIED = { rejectUnauthorized: true };

export class Routes {
  readonly #transport: Transport;
  readonly #closing = new AbortController();
  readonly #agents = new Map<string, http.Agent>();

  constructor(transport: Transport) {
    this.#transport = transport;
    // Each tunnel adds a listener.
    setMaxListeners(0, this.#closing.signal);
  }

  proxyOf(url: URL): URL | undefined {
    return this.#transport.proxyOf?.(url);
  }

  to(url: URL, connection: Connection): Route {
    const proxy = this.proxyOf(url);
    if (proxy === undefined) return this.#direct(url, connection);
    return url.protocol === 'https:'
      ? this.#tunnel({ url, proxy }, connection)
      : this.#forwarded({ url, proxy }, connection);
  }

  close(): void {
    this.#closing.abort();
    for (const agent of this.#agents.values()) agent.destroy();
  }

  #direct(url: URL, connection: Connection): Route {
    const agent = this.#agent(url.protocol, connection);
    const options = { ...urlToHttpOptions(url), ...this.#tls(), agent };
    return { send: requestOf(url), options, headers: {} };
  }

  /** Uses `CONNECT` and TLS with the server: the proxy sees neither token nor answer. */
  #tunnel({ url, proxy }: Proxied, connection: Connection): Route {
    // The signal ends the tunnel with the command, whatever the proxy is sending.
    const proxyRequestOptions = { ...VERIFIED, signal: this.#closing.signal };
    const make = (keepAlive: boolean) => new HttpsProxyAgent({ keepAlive, proxy, proxyRequestOptions });
    const agent = connection === 'kept' ? this.#kept('tunnel', () => make(true)) : make(false);
    return { send: https.request, options: { ...urlToHttpOptions(url), ...this.#tls(), agent }, headers: {} };
  }

  /** Sends the request, with its full address, to the proxy. */
  #forwarded({ url, proxy }: Proxied, connection: Connection): Route {
    const { hostname, port } = urlToHttpOptions(proxy);
    const agent = this.#agent(proxy.protocol, connection);
    const login = loginOf(proxy);
    const headers = { Host: url.host, ...(login && { 'Proxy-Authorization': `Basic ${login}` }) };
    const options = { ...VERIFIED, hostname, port, path: url.href, agent };
    return { send: requestOf(proxy), options, headers };
  }

  #tls() {
    return { ...this.#transport.certificates, ...VERIFIED };
  }

  #agent(protocol: string, connection: Connection): http.Agent | false {
    if (connection === 'own') return false;
    const { Agent } = protocol === 'https:' ? https : http;
    return this.#kept(protocol, () => new Agent({ keepAlive: true }));
  }

  #kept(name: string, make: () => http.Agent): http.Agent {
    const agent = this.#agents.get(name) ?? make();
    this.#agents.set(name, agent);
    return agent;
  }
}

interface Proxied {
  url: URL;
  proxy: URL;
}

function requestOf({ protocol }: URL): Route['send'] {
  return protocol === 'https:' ? https.request : http.request;
}

/** The encoded login of a proxy; `undefined`: none. */
export function loginOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
}
