// What went wrong below HTTP, each as one sentence with advice.
import { CommandError } from '../errors.ts';
import type { HttpRequest } from './exchange.ts';

type Words = readonly [message: string, hint: string];

const NO_SERVER = 'Check that `url` names a configuration repository server.';
const RESTARTED = 'Try again; a proxy or the server may have restarted.';
const SET_CA =
  'Name the authority with --ca-file (input `ca-file`) or in NODE_EXTRA_CA_CERTS; verification has no off switch.';
const UNREACHABLE: Words = ['cannot be reached', 'Check the network, a VPN, or the host in `url`.'];

/** By code of Node, or of exchange.ts. */
const NETWORK: Readonly<Record<string, Words>> = {
  ECONNREFUSED: ['refused the connection', 'Is the server running, and are host and port right?'],
  ENOTFOUND: ['is not known by that name', 'Check the host in `url`.'],
  EAI_AGAIN: ['could not be looked up', 'Check the network and the host in `url`, then try again.'],
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: ['did not answer the connection', 'Check the network and the port in `url`, then try again.'],
  TIMEOUT: ['did not answer in time', 'Try again, or allow more time with --timeout.'],
  LEFT: ['had not answered yet, and was not waited for', 'Try again.'],
  TOO_SLOW: ['answers too slowly to wait for the rest', 'Try again, or allow more time with --timeout.'],
  ECONNRESET: ['closed the connection before it answered', RESTARTED],
  EPIPE: ['closed the connection before it answered', RESTARTED],
  TRUNCATED: ['broke off in the middle of its answer', RESTARTED],
  TOO_BIG: ['sent more than {limit} MiB', NO_SERVER],
  ENCODED: [
    'sent a compressed answer, which was not asked for',
    'A gateway in front of the server must leave `Accept-Encoding: identity` alone.',
  ],
  HPE_HEADER_OVERFLOW: ['sent more headers than can be read', NO_SERVER],
};

/** By pattern of the code; the first that fits. */
const FAMILIES: readonly (readonly [RegExp, ...Words])[] = [
  [
    /ALERT_.*CERT|ALERT_UNKNOWN_CA|ALERT_HANDSHAKE_FAILURE/,
    'broke off the TLS handshake, as a server does that wants a client certificate which it knows',
    'Give one with --client-cert and --client-key (inputs `client-cert`, `client-key`).',
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH|^HPE_|EPROTO/,
    'does not speak HTTP as expected',
    'Check the port, and http or https, in `url`.',
  ],
  [/CERT|TLS|SSL|SELF_SIGNED|ISSUER|ALTNAME|VERIFY/, 'has a certificate that cannot be verified', SET_CA],
];
const OTHER: Words = ['cannot be asked', 'Check `url` and the network.'];

/** What happens before there is a connection: with a proxy, it is the proxy that it happens to. */
const CONNECTING = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];
/** Nothing of the request was sent. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'PROXY'];

export interface Failed extends Pick<HttpRequest, 'method' | 'maxBytes'> {
  url: URL;
  /** Host and port, never its login. */
  proxy: string | undefined;
}

export function networkError(error: unknown, request: Failed): CommandError {
  if (error instanceof CommandError) return error;
  const { code, status } = causeOf(error);
  const isOfPush = request.method === 'POST' && !UNSENT.includes(code);
  const isLate = code === 'TIMEOUT' || code === 'TOO_SLOW' || code === 'LEFT';
  return new CommandError({
    code: isOfPush ? (isLate ? 'push-timeout' : 'push-unknown') : 'server-unreachable',
    ...(status === undefined ? describe(code, request) : describeProxy(status, request)),
    cause: error,
  });
}

interface Cause {
  code: string;
  /** Of a proxy that does not connect; hpagent tells it in its message alone. */
  status?: string;
}

function causeOf(error: unknown): Cause {
  if (!(error instanceof Error)) return { code: '' };
  const [, status] = /^Bad response: (\d+)$/.exec(error.message) ?? [];
  if (status !== undefined) return { code: 'PROXY', status };
  if (error.message === 'Proxy timeout') return { code: 'TIMEOUT' };
  const code = 'code' in error ? String(error.code) : '';
  // What the other side said in a TLS alert stands in the message only.
  const [alert = code] = (code === 'EPROTO' && /alert (?:[a-z]+ ?)+/.exec(error.message)) || [];
  return { code: alert.trim().replaceAll(' ', '_').toUpperCase() };
}

function describe(code: string, { url, proxy, maxBytes }: Failed): { message: string; hint: string } {
  const family = FAMILIES.find(([pattern]) => pattern.test(code));
  const [what, hint] = NETWORK[code] ?? (family === undefined ? OTHER : [family[1], family[2]]);
  const shown = code === '' ? 'no code' : code;
  if (proxy !== undefined && CONNECTING.includes(code))
    return { message: `The proxy ${proxy} ${what} (${shown}).`, hint: CHECK_PROXY };
  const by = proxy === undefined ? '' : ` through the proxy ${proxy}`;
  const said = what.replace('{limit}', String(Math.ceil(maxBytes / 1024 / 1024)));
  return { message: `${url.origin}${by} ${said} (${shown}).`, hint };
}

const CHECK_PROXY =
  'Check HTTPS_PROXY (HTTP_PROXY for http), or name the host of the server in NO_PROXY if it needs no proxy.';

function describeProxy(status: string, { url, proxy }: Failed): { message: string; hint: string } {
  if (status === '407') {
    const hint = 'Write it into HTTPS_PROXY, from a secret: http://<user>:<password>@<host>:<port>.';
    return { message: `The proxy ${proxy} wants a login, or another one.`, hint };
  }
  return {
    message: `The proxy ${proxy} does not connect to ${url.host}: status ${status}.`,
    hint: CHECK_PROXY,
  };
}
