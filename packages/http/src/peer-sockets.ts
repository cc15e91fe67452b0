import type { Server, Socket } from 'node:net';

/** Address of a client, as sockets and calls have it. */
export interface PeerAddress {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** Open TCP connections of a server by the address of their client, for layers that pass on the address alone: TLS, gRPC. */
export class PeerSockets {
  readonly #sockets = new Map<string, Socket>();

  /** @param server has no connection yet */
  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      const key = keyOf(socket);
      this.#sockets.set(key, socket);
      socket.once('close', () => this.#sockets.delete(key));
    });
  }

  find(peer: PeerAddress): Socket | undefined {
    return this.#sockets.get(keyOf(peer));
  }
}

const keyOf = ({ remoteAddress = '', remotePort = 0 }: PeerAddress): string => `${remoteAddress} ${remotePort}`;
