// Bytes to a port, and what comes back: for requests that no HTTP client would send.
import net from 'node:net';

export interface RawSocket {
  socket: net.Socket;
  /** All that the server sent, as Latin-1, once the connection has ended. */
  ended: Promise<string>;
}

export function connect(server: { port: number }): RawSocket {
  const socket = net.connect(server.port, '127.0.0.1');
  const ended = new Promise<string>((resolve) => {
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => resolve(received));
    socket.on('close', () => resolve(received));
  });
  return { socket, ended };
}

/** Writes bytes and reads until the server ends the connection. */
export function raw(server: { port: number }, bytes: string | Uint8Array): Promise<string> {
  const { socket, ended } = connect(server);
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return ended;
}
