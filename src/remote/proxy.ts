// [edge] Finds the proxy for an address in the environment, by the rules of curl and Go, including address ranges.
import { BlockList, isIP } from 'node:net';
import { CommandError } from '../errors.ts';
import { attempt } from '../lib/attempt.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, lower case first. Loopback addresses never use a proxy. */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const text = variable(name, env);
  if (text === '' || isLoopback(url.hostname) || isExcluded(url, variable('NO_PROXY', env))) return undefined;
  return readProxy(name, text);
}

export function isLoopback(hostname: string): boolean {
  const host = bare(hostname);
  if (isIP(host) === 0) return /^(?:.+\.)?localhost$/.test(host);
  return LOOPBACK.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

function variable(name: string, env: Environment): string {
  return (env[name.toLowerCase()] || env[name] || '').trim();
}

/** The value is never shown, because it may contain a login. */
function readProxy(name: string, text: string): URL {
  const problem = (message: string, hint: string) => new CommandError({ code: 'bad-proxy', message, hint });
  const form = 'Write it as http://<host>:<port> or http://<user>:<password>@<host>:<port>.';
  const address = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(address)) throw problem(`${name} is not a valid proxy address.`, form);
  const proxy = new URL(address);
  if (!/^https?:$/.test(proxy.protocol)) throw problem(`${name} must be an http or https address.`, form);
  if (attempt(() => decodeURIComponent(proxy.username + proxy.password)) === undefined)
    throw problem(`The login in ${name} contains an invalid % escape.`, 'Write %25 for a percent sign.');
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
  const family = isIP(address);
  if (family === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return false;
  const longest = family === 6 ? 128 : 32;
  const range = new BlockList();
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  range.addSubnet(address, Math.min(Number(bits ?? longest), longest), kind);
  return range.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}

/** The host without brackets and without a final dot. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
