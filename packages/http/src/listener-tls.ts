import type { Socket } from 'node:net';
import type { SecureContextOptions, TLSSocket, Server as TlsServer, TlsOptions } from 'node:tls';
import { describeHandshake } from './describe-request';
import { PeerSockets } from './peer-sockets';
import type { RequestLog } from './request-log';

/** Certificate of a listener, with its chain, and its key; both PEM. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

/** Options of TLS for a certificate. */
export const contextOf = ({ cert, key }: TlsPair): SecureContextOptions => ({ cert, key, minVersion: 'TLSv1.2' });

/** Certificate of listeners, which can be replaced while they run. */
export class ListenerTls {
  #pair: TlsPair;
  readonly #servers = new Set<TlsServer>();

  constructor(pair: TlsPair) {
    this.#pair = pair;
  }

  /** Makes the options of a server. */
  options(handshakeTimeoutMs: number): TlsOptions {
    return { ...contextOf(this.#pair), handshakeTimeout: handshakeTimeoutMs };
  }

  /**
   * Makes a server present each later certificate, and logs handshakes that fail; to be called before it receives connections.
   * @returns a function that cuts connections whose handshake is incomplete
   */
  attach(server: TlsServer, requestLog?: RequestLog): () => void {
    this.#servers.add(server);
    server.once('close', () => this.#servers.delete(server));
    return followHandshakes(server, requestLog);
  }

  /** Replaces the certificate for new connections; open ones are not interrupted. */
  replace(pair: TlsPair): void {
    this.#pair = pair;
    for (const server of this.#servers) server.setSecureContext(contextOf(pair));
  }
}

const carriers = new WeakMap<Socket, Socket>();

/** TCP connection that carries a connection of TLS; without TLS the connection itself. */
export const carrierOf = (socket: Socket): Socket => carriers.get(socket) ?? socket;

/** Ends the connection of a failed handshake, and finds what carries a complete one. @returns see `attach` */
function followHandshakes(server: TlsServer, requestLog: RequestLog | undefined): () => void {
  const peers = new PeerSockets(server);
  const incomplete = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    incomplete.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => incomplete.delete(socket));
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    const carrier = peers.find(socket);
    if (carrier === undefined) return;
    incomplete.delete(carrier);
    carriers.set(socket, carrier);
  });
  // Node answers a failed handshake of HTTPS as a broken request, in HTTP, which its client cannot read.
  server.removeAllListeners('tlsClientError');
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    const failure = describeHandshake(error, socket);
    if (failure !== undefined) requestLog?.failed(failure);
    socket.destroy();
  });
  return () => {
    for (const socket of incomplete) socket.destroy();
  };
}
