// [edge] Certificates that options name, and what is refused on the way to the server.
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { CommandError } from '../errors.ts';
import { looksSecret } from '../model/secrets.ts';
import type { TransportOptions } from '../model/transport.ts';
import type { Certificates } from './connections.ts';
import { isLoopback } from './proxy.ts';

// The certificates that options name: read from their files, and tried before anything is sent.

/** All authorities of an operating system fit many times. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Rejects with a {@link CommandError} for what cannot be read or does not belong together; nothing of a file is shown. */
export async function readCertificates(
  { caFile, clientCert, clientKey = clientCert, clientKeyPassphrase }: TransportOptions,
  cwd: string,
): Promise<Certificates> {
  const read = (option: string, path: string) => readPem({ option, path, cwd });
  const certificates: Certificates = {
    ...(caFile !== undefined && { ca: read('ca-file', caFile) }),
    ...(clientCert !== undefined && { cert: read('client-cert', clientCert) }),
    ...(clientKey !== undefined && { key: read('client-key', clientKey) }),
    ...(clientKeyPassphrase !== undefined && { passphrase: clientKeyPassphrase }),
  };
  if (clientCert !== undefined) await tryOut(certificates);
  return certificates;
}

interface PemFile {
  option: string;
  path: string;
  cwd: string;
}

function readPem({ option, path, cwd }: PemFile): string {
  const kind = option === 'client-key' ? 'PRIVATE KEY' : 'CERTIFICATE';
  const text = readRegular(option, resolve(cwd, path));
  if (new RegExp(`^-----BEGIN [A-Z ]*${kind}-----`, 'm').test(text)) return text;
  throw new CommandError({
    code: 'bad-certificate',
    message: `The file of \`${option}\` contains no ${kind.toLowerCase()} in PEM format.`,
    hint: `It must contain a line -----BEGIN ${kind}-----. Convert a file in DER format with \`openssl\`.`,
  });
}

function readRegular(option: string, path: string): string {
  const { isRegular, size } = statOf(path);
  if (isRegular && size <= MAX_BYTES) {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      // Said below.
    }
  }
  throw new CommandError({
    code: 'bad-certificate',
    // Somebody may have given what stands in the file.
    message: `Cannot read the file of \`${option}\`${looksSecret(path) ? '' : `: ${path}`}.`,
    hint: 'It must be a readable file of at most 10 MiB. Relative paths start at the working directory.',
  });
}

function statOf(path: string): { isRegular: boolean; size: number } {
  const stat = statSync(path, { throwIfNoEntry: false });
  return { isRegular: stat?.isFile() ?? false, size: stat?.size ?? 0 };
}

async function tryOut(certificates: Certificates): Promise<void> {
  try {
    createSecureContext({ ...certificates });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
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

// What is never done on the way to the server: certificates that nobody verifies, and tokens in the clear.

interface Way {
  url: string;
  token?: string | undefined;
  insecureHttp: boolean;
}

/** Throws before anything is sent. */
export function refuseInsecure(
  { url, token, insecureHttp }: Way,
  env: Readonly<Record<string, string | undefined>>,
): void {
  // It would be overruled for this server, but not for Git and the API of the forge.
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
