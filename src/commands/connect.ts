// From options to the connection of one command: certificates, proxy, token, time.
import type { Options } from '../options.ts';
import type { Connection } from '../remote/client.ts';
import { loginOf } from '../remote/connections.ts';
import { Http } from '../remote/http.ts';
import { proxyFor } from '../remote/proxy.ts';
import { readCertificates, refuseInsecure } from '../remote/tls.ts';
import type { Runtime } from './runtime.ts';

type Needed = Pick<Options, 'timeout' | 'token' | 'transport'> & Pick<Connection, 'clientVersion' | 'reads'>;
type World = Pick<Runtime, 'cwd' | 'env' | 'onSecret' | 'pause'>;

/** Rejects before anything is sent where the way is not safe. Whoever connects closes `http`. */
export async function connect(
  url: string,
  { timeout, token, transport, clientVersion, reads }: Needed,
  world: World,
): Promise<Connection> {
  const { cwd, env, onSecret } = world;
  refuseInsecure({ url, token, ...transport }, env);
  const proxy = proxyFor(new URL(url), env);
  for (const secret of [...proxySecrets(proxy), transport.clientKeyPassphrase]) if (secret) onSecret(secret);
  const http = new Http({
    certificates: await readCertificates(transport, cwd),
    proxyOf: (address) => proxyFor(address, env),
    pause: world.pause,
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

/** In each form in which it stands or travels. */
function proxySecrets(proxy: URL | undefined): string[] {
  const login = proxy && loginOf(proxy);
  if (proxy === undefined || login === undefined) return [];
  return [proxy.password, decodeURIComponent(proxy.password), login];
}
