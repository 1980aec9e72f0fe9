// What is never done on the way to the server: certificates that nobody verifies, and tokens in the clear.
import { CommandError } from '../errors.ts';
import { isLoopback } from './proxy.ts';

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
      message: 'NODE_TLS_REJECT_UNAUTHORIZED=0 would take any certificate for the right one.',
      hint: 'Unset it, and name the authority of your server with --ca-file (input `ca-file`).',
    });
  }
  const { protocol, hostname, origin } = new URL(url);
  if (protocol === 'https:' || token === undefined || insecureHttp || isLoopback(hostname)) return;
  throw new CommandError({
    code: 'insecure-http',
    message: `The token would travel to ${origin} in the clear: plain http hides it from nobody.`,
    hint: 'Write https into `url`. If you trust every machine between, say --insecure-http (input `insecure-http: true`).',
  });
}
