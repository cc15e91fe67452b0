import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as ListeningServer, type Socket } from 'node:net';
import { noteCut } from './request-context';

/** Long enough to read what has arrived on a connection already. */
const UNREAD_MS = 50;

/**
 * Follows connections and answers of a server, so that it can be closed without cutting anybody who still works and
 * without waiting for anybody who does not. What comes on a connection that is kept alive is answered until its client
 * has been silent for that long, and told that it was the last answer.
 * @param silenceMs how long a client may go without progress once the server closes
 * @returns closes the server; what is not finished within the budget is cut
 */
export function drainable(server: Server, silenceMs: number): (budgetMs: number) => Promise<void> {
  const connections = new Set<Socket>();
  const inFlight = new Set<ServerResponse>();
  let closing = false;

  // Node counts a connection on which nothing was ever sent (a client's spare one, a balancer's probe) as busy until
  // the time for its header is over.
  const hurry = (socket: Socket): void => {
    socket.setTimeout(socket.bytesRead === 0 ? UNREAD_MS : silenceMs);
  };
  server.on('connection', (socket: Socket) => {
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
      // With the end of an answer Node gives its connection the time of one that is kept alive.
      if (closing) hurry(request.socket);
    });
  });

  return async (budgetMs) => {
    closing = true;
    for (const response of inFlight) if (!response.headersSent) response.setHeader('Connection', 'close');
    // Node's HTTP server would end idle connections now, and with them the request that a client is about to send on one.
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
