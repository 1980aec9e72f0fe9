// [edge] Reads the certificates that options name, and refuses insecure connections to the server.
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { CommandError } from '../errors.ts';
import { attempt } from '../lib/attempt.ts';
import { codeOf } from '../lib/system.ts';
import { timed } from '../lib/trace.ts';
import { looksSecret } from '../model/secrets.ts';
import type { TransportOptions } from '../model/transport.ts';
import type { Certificates } from './connections.ts';
import { isLoopback } from './proxy.ts';

const MAX_BYTES = 10 * 1024 * 1024;

/** Reads and tries the certificates before anything is sent. Rejects with a {@link CommandError}; never shows contents of files. */
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

function readPem({ option, path, cwd }: { option: string; path: string; cwd: string }): string {
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
  const end = timed();
  const stat = statSync(path, { throwIfNoEntry: false });
  const text = stat?.isFile() && stat.size <= MAX_BYTES ? attempt(() => readFileSync(path, 'utf8')) : undefined;
  if (text !== undefined) {
    end(() => `read ${path}: ${text.length} characters`);
    return text;
  }
  throw new CommandError({
    code: 'bad-certificate',
    // The option may hold the contents of the file instead of its path.
    message: `Cannot read the file of \`${option}\`${looksSecret(path) ? '' : `: ${path}`}.`,
    hint: 'It must be a readable file of at most 10 MiB. Relative paths start at the working directory.',
  });
}

async function tryOut(certificates: Certificates): Promise<void> {
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
      hint: isLocked ? 'Set CONFIGHUB_CLIENT_KEY_PASSPHRASE.' : 'Check that `client-key` is the key of `client-cert`.',
    });
  }
}

/** Refuses unverified certificates and unencrypted tokens. Throws before anything is sent. */
export function refuseInsecure(
  { url, token, insecureHttp }: { url: string; token?: string | undefined; insecureHttp: boolean },
  env: Readonly<Record<string, string | undefined>>,
): void {
  // The variable has no effect on this server, but on Git and the API of the forge.
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
