// [edge] Connections to a server: with which certificates, direct or through which proxy, kept open or used once.
import { setMaxListeners } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { HttpsProxyAgent } from 'hpagent';
import { CommandError } from '../errors.ts';
import { attempt } from '../lib/attempt.ts';
import { codeOf } from '../lib/system.ts';
import { timed } from '../lib/trace.ts';
import { looksSecret } from '../model/secrets.ts';

type ConnectionEnvironment = Readonly<Record<string, string | undefined>>;

/** Contents of PEM files. `ca`: the only trusted CAs; default: those of Node.js, and of `NODE_EXTRA_CA_CERTS`. */
type Certificates = Pick<SecureContextOptions, 'ca' | 'cert' | 'key' | 'passphrase'>;

export interface Transport {
  certificates?: Certificates;
  /** The proxy for an address, if any. */
  proxyOf?: (url: URL) => URL | undefined;
}

export interface ConnectionRoute {
  send: (options: RequestOptions, onAnswer: (answer: IncomingMessage) => void) => ClientRequest;
  options: RequestOptions;
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
  to(url: URL, { isKept }: { isKept: boolean }): ConnectionRoute {
    const proxy = this.proxyOf(url);
    if (isKept) this.#kept ??= this.#agentFor(url, true);
    const agent = (isKept && this.#kept) || this.#agentFor(url, false);
    if (proxy !== undefined && url.protocol === 'http:') return forwarded({ url, proxy, agent });
    const options = {
      ...urlToHttpOptions(url),
      ...this.#transport.certificates,
      ...VERIFIED,
      agent,
    };
    return { send: modules(url).request, options, headers: {} };
  }

  close(): void {
    this.#closing.abort();
    this.#kept?.destroy();
  }

  /** For https through a proxy: `CONNECT`, and TLS with the server, so that the proxy sees neither token nor answer. */
  #agentFor(url: URL, keepAlive: boolean): http.Agent {
    const proxy = this.proxyOf(url);
    if (proxy === undefined || url.protocol === 'http:')
      return new (modules(proxy ?? url).Agent)({ keepAlive });
    // The signal ends the tunnel with the command, whatever the proxy is sending.
    const proxyRequestOptions = { ...VERIFIED, signal: this.#closing.signal };
    return new HttpsProxyAgent({ keepAlive, proxy, proxyRequestOptions });
  }
}

/** Sends the request, with its full address, to the proxy. */
function forwarded({
  url,
  proxy,
  agent,
}: {
  url: URL;
  proxy: URL;
  agent: http.Agent;
}): ConnectionRoute {
  const { hostname, port } = urlToHttpOptions(proxy);
  const login = loginOf(proxy);
  const headers = { Host: url.host, ...(login && { 'Proxy-Authorization': `Basic ${login}` }) };
  return {
    send: modules(proxy).request,
    options: { ...VERIFIED, hostname, port, path: url.href, agent },
    headers,
  };
}

function modules({ protocol }: URL): typeof http | typeof https {
  return protocol === 'https:' ? https : http;
}

/** The encoded login of a proxy; `undefined`: none. */
export function loginOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(
    'base64',
  );
}

// --- Which proxy, by the rules of curl and Go, including address ranges ----------------------------------------------

/** Reads `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, lower case first. Loopback addresses never use a proxy. */
export function proxyFor(url: URL, env: ConnectionEnvironment): URL | undefined {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const text = variable(name, env);
  if (text === '' || isLoopback(url.hostname) || isExcluded(url, variable('NO_PROXY', env)))
    return undefined;
  return readProxy(name, text);
}

function isLoopback(hostname: string): boolean {
  const host = bare(hostname);
  if (isIP(host) === 0) return /^(?:.+\.)?localhost$/.test(host);
  return LOOPBACK.check(host, familyOf(host));
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

function variable(name: string, env: ConnectionEnvironment): string {
  return (env[name.toLowerCase()] || env[name] || '').trim();
}

/** The value is never shown, because it may contain a login. */
function readProxy(name: string, text: string): URL {
  const problem = (message: string, hint: string) =>
    new CommandError({ code: 'bad-proxy', message, hint });
  const form = 'Write it as http://<host>:<port> or http://<user>:<password>@<host>:<port>.';
  const address = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(address)) throw problem(`${name} is not a valid proxy address.`, form);
  const proxy = new URL(address);
  if (!/^https?:$/.test(proxy.protocol))
    throw problem(`${name} must be an http or https address.`, form);
  if (attempt(() => decodeURIComponent(proxy.username + proxy.password)) === undefined)
    throw problem(
      `The login in ${name} contains an invalid % escape.`,
      'Write %25 for a percent sign.',
    );
  return proxy;
}

/** Entries: `*`, `host` and its subdomains, `.suffix`, `*.suffix`, an address, a range (`10.0.0.0/8`); each with an optional `:port`. */
function isExcluded(url: URL, list: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, host = entry, ownPort] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
      return (ownPort === undefined || ownPort === port) && isNamed(bare(url.hostname), bare(host));
    });
}

function isNamed(host: string, entry: string): boolean {
  if (entry === '*') return true;
  if (isIP(host) !== 0) return isInRange(host, entry);
  if (/^\*?\./.test(entry)) return host.endsWith(entry.replace(/^\*/, ''));
  return host === entry || host.endsWith(`.${entry}`);
}

function isInRange(host: string, entry: string): boolean {
  const [address = '', bits] = entry.split('/');
  if (isIP(address) === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return false;
  const longest = isIPv6(address) ? 128 : 32;
  const range = new BlockList();
  range.addSubnet(address, Math.min(Number(bits ?? longest), longest), familyOf(address));
  return range.check(host, familyOf(host));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** The host without brackets and without a final dot. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

// --- Certificates, and what is refused -------------------------------------------------------------------------------

const MAX_BYTES = 10 * 1024 * 1024;

/** PEM files; paths are relative to the working directory. By default, the client key is in the file of its certificate. */
type CertificateOptions = Partial<
  Record<'caFile' | 'clientCert' | 'clientKey' | 'clientKeyPassphrase', string | undefined>
>;

/** Reads and tries the certificates before anything is sent. Throws a {@link CommandError}; never shows contents of files. */
export function readCertificates(
  { caFile, clientCert, clientKey = clientCert, clientKeyPassphrase }: CertificateOptions,
  cwd: string,
): Certificates {
  const read = (option: string, path: string | undefined) =>
    path === undefined ? undefined : readPem(option, resolve(cwd, path));
  const certificates = {
    ca: read('ca-file', caFile),
    cert: read('client-cert', clientCert),
    key: read('client-key', clientKey),
    passphrase: clientKeyPassphrase,
  };
  if (clientCert !== undefined) tryOut(certificates);
  return certificates;
}

function readPem(option: string, path: string): string {
  const problem = (message: string, hint: string) =>
    new CommandError({ code: 'bad-certificate', message, hint });
  const end = timed();
  const stat = statSync(path, { throwIfNoEntry: false });
  const text =
    stat?.isFile() && stat.size <= MAX_BYTES
      ? attempt(() => readFileSync(path, 'utf8'))
      : undefined;
  if (text === undefined) {
    // The option may hold the contents of the file instead of its path.
    const where = looksSecret(path) ? '' : `: ${path}`;
    const hint =
      'It must be a readable file of at most 10 MiB. Relative paths are resolved from the working directory.';
    throw problem(`Cannot read the file given as \`${option}\`${where}.`, hint);
  }
  end(() => `read ${path}: ${text.length} characters`);
  const kind = option === 'client-key' ? 'PRIVATE KEY' : 'CERTIFICATE';
  if (new RegExp(`^-----BEGIN [A-Z ]*${kind}-----`, 'm').test(text)) return text;
  const hint = `It must contain a line -----BEGIN ${kind}-----. Convert a file in DER format with \`openssl\`.`;
  throw problem(
    `The file given as \`${option}\` contains no ${kind.toLowerCase()} in PEM format.`,
    hint,
  );
}

function tryOut(certificates: Certificates): void {
  try {
    createSecureContext({ ...certificates });
  } catch (error) {
    const code = codeOf(error) ?? 'no code';
    const isLocked = /PASSPHRASE|BAD_DECRYPT|INTERRUPTED/.test(code);
    throw new CommandError({
      code: 'bad-certificate',
      message: isLocked
        ? `Cannot decrypt the client key with the given passphrase (${code}).`
        : `Cannot use the client certificate with this key (${code}).`,
      hint: isLocked
        ? 'Set CONFIGHUB_CLIENT_KEY_PASSPHRASE.'
        : 'Check that `client-key` is the key of `client-cert`.',
    });
  }
}

/** Refuses unverified certificates and unencrypted tokens. Throws before anything is sent. */
export function refuseInsecure(
  { url, token, insecureHttp }: { url: string; token?: string | undefined; insecureHttp: boolean },
  env: ConnectionEnvironment,
): void {
  // The variable has no effect on this server, but on Git and the API of the Git host.
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    throw new CommandError({
      code: 'unverified-tls',
      message: 'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the verification of certificates.',
      hint: 'Unset it, and pass the CA certificate of your server with --ca-file (input `ca-file`).',
    });
  }
  const { protocol, hostname, origin } = new URL(url);
  if (protocol === 'https:' || token === undefined || insecureHttp || isLoopback(hostname)) return;
  throw new CommandError({
    code: 'insecure-http',
    message: `Refusing to send the token to ${origin} over unencrypted HTTP.`,
    hint: 'Use https in `url`, or pass --insecure-http (input `insecure-http: true`) if you trust the network.',
  });
}
