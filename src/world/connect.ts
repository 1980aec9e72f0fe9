// Connects a command to its server: with certificates, proxy, token and timeout from its options.
import type { Project } from '../model/project.ts';
import type { ResolvedTarget } from '../model/targets.ts';
import { type Options, targetOf } from '../options.ts';
import { type Connection, createReader, type ServerReader } from '../remote/client.ts';
import { loginOf, proxyFor, readCertificates, refuseInsecure } from '../remote/connections.ts';
import { Http } from '../remote/http.ts';
import type { Runtime } from '../runtime.ts';

/** Throws before anything is sent if the connection would not be safe. The caller closes `http`. */
export async function connect(
  url: string,
  { clientVersion, reads }: Project,
  options: Options,
  { cwd, env, now, onSecret, pause }: Runtime,
): Promise<Connection> {
  refuseInsecure({ ...options, url }, env);
  const proxy = proxyFor(new URL(url), env);
  const login = proxy && loginOf(proxy);
  // The password as written, decoded, and in the header.
  const proxySecrets =
    proxy && login ? [proxy.password, decodeURIComponent(proxy.password), login] : [];
  for (const secret of [...proxySecrets, options.clientKeyPassphrase])
    if (secret) onSecret?.(secret, { isNamed: true });
  const http = new Http({
    certificates: readCertificates(options, cwd),
    proxyOf: (address) => proxyFor(address, env),
    pause,
    clock: now,
  });
  const { timeout, token } = options;
  return { http, url, timeout, token, clientVersion, reads: options.reads ?? reads };
}

export interface Connected {
  target: ResolvedTarget;
  connection: Connection;
  reader: ServerReader;
}

/** Like {@link connect}. Throws if the target is not known, too. */
export async function connectTarget(
  project: Project,
  options: Options,
  runtime: Runtime,
): Promise<Connected> {
  const target = targetOf(options, project);
  const connection = await connect(target.url, project, options, runtime);
  return { target, connection, reader: createReader(connection, target.repository) };
}

/** The same for as long as it is used. */
export async function withTarget<Result>(
  project: Project,
  options: Options,
  runtime: Runtime,
  use: (connected: Connected) => Promise<Result>,
): Promise<Result> {
  const connected = await connectTarget(project, options, runtime);
  try {
    return await use(connected);
  } finally {
    connected.connection.http.close();
  }
}
