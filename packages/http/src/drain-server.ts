import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as ListeningServer, type Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { noteCut } from './request-context';

/** Time to read data that has already arrived on a connection. */
const UNREAD_MS = 50;

/**
 * Follows the connections and responses of a server, so that it closes without cutting active clients and without waiting for idle ones.
 * Requests on a kept-alive connection are answered until its client has been silent for `silenceMs`; their responses announce the end of
 * the connection.
 * @param silenceMs time without progress after which a client is cut once the server closes
 * @returns a function that closes the server; requests that are unfinished after its budget are cut
 */
export function drainable(server: Server, silenceMs: number): (budgetMs: number) => Promise<void> {
  const connections = new Set<Socket>();
  const inFlight = new Set<ServerResponse>();
  let closing = false;

  // Node counts a connection without any data (a client's spare one, a balancer's probe) as busy until its header times out.
  const hurry = (socket: Socket): void => {
    socket.setTimeout(socket.bytesRead === 0 ? UNREAD_MS : silenceMs);
  };
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    if (closing) hurry(socket);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    inFlight.add(response);
    if (closing) {
      response.setHeader('Connection', 'close');
      hurry(request.socket);
    }
    response.once('close', () => {
      inFlight.delete(response);
      // At the end of a response Node sets the keep-alive time-out of the connection.
      if (closing) hurry(request.socket);
    });
  });

  return async (budgetMs) => {
    closing = true;
    for (const response of inFlight) if (!response.headersSent) response.setHeader('Connection', 'close');
    // Node's HTTP server would end idle connections now, and with them a request that a client is about to send on one.
    const closed = new Promise<void>((resolve) => {
      ListeningServer.prototype.close.call(server, () => resolve());
    });
    for (const socket of connections) hurry(socket);
    const cut = setTimeout(() => {
      for (const response of inFlight) noteCut(response, 'the process stops and can wait no longer');
      server.closeAllConnections();
    }, budgetMs);
    await closed;
    clearTimeout(cut);
  };
}
