// [edge] The ways to a server: straight or through a proxy, on a connection that is kept or on one of its own.
import { setMaxListeners } from 'node:events';
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { HttpsProxyAgent } from 'hpagent';

/** Texts of PEM files. */
export interface Certificates {
  /** The only authorities that are trusted; absent: those of Node, and of `NODE_EXTRA_CA_CERTS`. */
  ca?: string;
  cert?: string;
  key?: string;
  passphrase?: string;
}

export interface Transport {
  certificates?: Certificates;
  /** The proxy for an address, if it takes one. */
  proxyOf?: (url: URL) => URL | undefined;
}

export interface Route {
  send: (options: RequestOptions, onAnswer: (answer: IncomingMessage) => void) => ClientRequest;
  options: RequestOptions;
  /** What the proxy wants to know of each request. */
  headers: Readonly<Record<string, string>>;
}

type Connection = 'kept' | 'own';

/** Said to every connection, so that no variable of the environment says otherwise. */
const VERIFIED = { rejectUnauthorized: true };

export class Routes {
  readonly #transport: Transport;
  readonly #closing = new AbortController();
  readonly #agents = new Map<string, http.Agent>();

  constructor(transport: Transport) {
    this.#transport = transport;
    // Each tunnel listens to it.
    setMaxListeners(0, this.#closing.signal);
  }

  proxyOf(url: URL): URL | undefined {
    return this.#transport.proxyOf?.(url);
  }

  to(url: URL, connection: Connection): Route {
    const proxy = this.proxyOf(url);
    if (proxy === undefined) return this.#straight(url, connection);
    return url.protocol === 'https:'
      ? this.#tunnel({ url, proxy }, connection)
      : this.#asked({ url, proxy }, connection);
  }

  close(): void {
    this.#closing.abort();
    for (const agent of this.#agents.values()) agent.destroy();
  }

  #straight(url: URL, connection: Connection): Route {
    const protocol = protocolOf(url);
    const options = {
      ...urlToHttpOptions(url),
      ...this.#tls(),
      agent: this.#agent(protocol, connection),
    };
    return { send: protocol.request, options, headers: {} };
  }

  /** `CONNECT`, and TLS with the server behind it: the proxy sees neither token nor answer. */
  #tunnel({ url, proxy }: Proxied, connection: Connection): Route {
    // An agent of node:https with nothing beneath it: limits, time and TLS stay those of every other request.
    // Ends with the command, whatever the proxy sends meanwhile.
    const proxyRequestOptions = { ...VERIFIED, signal: this.#closing.signal };
    const make = (keepAlive: boolean) => new HttpsProxyAgent({ keepAlive, proxy, proxyRequestOptions });
    const agent = connection === 'kept' ? this.#kept('tunnel', () => make(true)) : make(false);
    const { request: send } = protocolOf(url);
    return { send, options: { ...urlToHttpOptions(url), ...this.#tls(), agent }, headers: {} };
  }

  /** The proxy is sent the request itself, with the whole address. */
  #asked({ url, proxy }: Proxied, connection: Connection): Route {
    const { hostname, port } = urlToHttpOptions(proxy);
    const protocol = protocolOf(proxy);
    const agent = this.#agent(protocol, connection);
    return {
      send: protocol.request,
      options: { ...VERIFIED, hostname, port, path: url.href, agent },
      headers: { Host: url.host, ...proxyLogin(proxy) },
    };
  }

  #tls() {
    return { ...this.#transport.certificates, ...VERIFIED };
  }

  #agent({ name, Agent: Kind }: Protocol, connection: Connection): http.Agent | false {
    if (connection === 'own') return false;
    return this.#kept(name, () => new Kind({ keepAlive: true }));
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

interface Protocol {
  name: string;
  request: Route['send'];
  Agent: new (options: { keepAlive: boolean }) => http.Agent;
}

function protocolOf({ protocol: name }: URL): Protocol {
  return name === 'https:'
    ? { name, request: https.request, Agent: https.Agent }
    : { name, request: http.request, Agent: http.Agent };
}

function proxyLogin(proxy: URL): Record<string, string> {
  const login = loginOf(proxy);
  return login === undefined ? {} : { 'Proxy-Authorization': `Basic ${login}` };
}

/** As it travels; `undefined`: the proxy wants none. */
export function loginOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
}
