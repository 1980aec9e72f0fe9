// Servers of tests: on a free port of this machine, and closed with all their connections.
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** @returns the port */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** @param server of `node:http` or `node:https` */
export async function closeAll(server: Pick<HttpServer, 'close' | 'closeAllConnections'>) {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
