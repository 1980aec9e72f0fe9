// Makes the connection of a command from its options: certificates, proxy, token, timeout.
import type { Options } from '../options.ts';
import type { Connection } from '../remote/client.ts';
import { loginOf } from '../remote/connections.ts';
import { Http } from '../remote/http.ts';
import { proxyFor } from '../remote/proxy.ts';
import { readCertificates, refuseInsecure } from '../remote/tls.ts';
import type { Runtime } from './runtime.ts';

type Settings = Pick<Options, 'timeout' | 'token' | 'transport'> & Pick<Connection, 'clientVersion' | 'reads'>;
export type ConnectRuntime = Pick<Runtime, 'cwd' | 'env' | 'onSecret' | 'pause'>;

/** Throws before anything is sent if the connection would not be safe. The caller closes `http`. */
export async function connect(
  url: string,
  { timeout, token, transport, clientVersion, reads }: Settings,
  { cwd, env, onSecret, pause }: ConnectRuntime,
): Promise<Connection> {
  refuseInsecure({ url, token, ...transport }, env);
  const proxy = proxyFor(new URL(url), env);
  for (const secret of [...proxySecrets(proxy), transport.clientKeyPassphrase]) if (secret) onSecret(secret);
  const http = new Http({
    certificates: await readCertificates(transport, cwd),
    proxyOf: (address) => proxyFor(address, env),
    pause,
  });
  return {
    http,
    url,
    timeout,
    ...(token !== undefined && { token }),
    ...(clientVersion !== undefined && { clientVersion }),
    ...(reads !== undefined && { reads }),
  };
}

/** The password as written, decoded, and in the header. */
function proxySecrets(proxy: URL | undefined): string[] {
  const login = proxy && loginOf(proxy);
  if (proxy === undefined || login === undefined) return [];
  return [proxy.password, decodeURIComponent(proxy.password), login];
}
