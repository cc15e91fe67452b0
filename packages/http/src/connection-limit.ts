import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as BareServer, Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { type Metrics, SharedLimit } from '@sluice/runtime';
import { unavailable } from './api-error';
import { carrierOf } from './listener-tls';
import { connectionShareOf, noteConnectionShare, senderOf } from './request-context';

/** Part of the limit that is accepted in addition and answered 503; `LEAST_SPARE` for a small limit. */
const SPARE_SHARE = 0.1;
const LEAST_SPARE = 16;

/** Part of the limit from which on idle connections are closed after `NEAR_KEEP_ALIVE_MS`. */
const NEAR_SHARE = 0.75;
const NEAR_KEEP_ALIVE_MS = 5_000;

export interface ConnectionLimitOptions {
  /** Limit of connections whose requests are served. */
  readonly most: number;
  /** Absent: nothing is counted. */
  readonly metrics?: Metrics;
}

/** An open connection. */
interface Connection {
  readonly socket: Socket;
  /** Number of its requests that are being answered; 0: it is idle. */
  requests: number;
  /** Whether credentials of one of its requests were accepted. */
  isKnown: boolean;
  /** Whether it exceeds the limit. */
  isBeyond: boolean;
}

/**
 * Limits the connections of a process's public listeners together (contract: Limits). Above the limit a new connection replaces the one that has been idle longest,
 * those without accepted credentials first. If none is idle, or one project already uses its share of them, the request is answered 503
 * with `Retry-After`, as for any overload: an exporter retries then, which it may not do after a connection that was only closed.
 * Connections beyond a further tenth of the limit are closed at once.
 */
export class ConnectionLimit {
  readonly #most: number;
  readonly #connections = new Map<Socket, Connection>();
  /** Longest idle first. */
  readonly #idle = { unknown: new Set<Connection>(), known: new Set<Connection>() };
  /** Oldest first: it is served when another connection has ended. */
  readonly #beyond = new Set<Connection>();
  readonly #working: SharedLimit;
  readonly #refuse: (how: 'answered' | 'closed' | 'idle') => void;

  constructor({ most, metrics }: ConnectionLimitOptions) {
    this.#most = most;
    this.#working = new SharedLimit(most);
    metrics?.gauge({
      name: 'sluice_http_connections',
      help: 'Open connections to the public listeners; beyond MAX_CONNECTIONS they are refused',
      collect: (gauge) => gauge.set(this.#connections.size),
    });
    const refused = metrics?.counter({
      name: 'sluice_http_connections_refused_total',
      help: 'Connections beyond MAX_CONNECTIONS: answered (503), closed at once, or idle ones closed for new ones',
      labels: ['how'],
    });
    for (const how of ['answered', 'closed', 'idle'] as const) refused?.inc({ how }, 0);
    this.#refuse = (how) => refused?.inc({ how });
  }

  /**
   * Follows the connections of a server; to be called before it receives any.
   * @param changed called when a connection has opened or closed
   */
  watchConnections(server: BareServer, changed: () => void = () => undefined): void {
    const most = this.#most + Math.max(LEAST_SPARE, Math.ceil(this.#most * SPARE_SHARE));
    server.maxConnections = most;
    server.on('drop', () => this.#refuse('closed'));
    server.on('connection', (socket: Socket) => {
      if (this.#connections.size >= most) {
        this.#refuse('closed');
        socket.destroy();
        return;
      }
      this.#open(socket);
      changed();
      socket.once('close', () => {
        this.#forget(socket);
        changed();
      });
    });
  }

  /** Follows the connections and requests of an HTTP server; to be called before its app receives requests. */
  watch(server: Server): void {
    const { keepAliveTimeout } = server;
    this.watchConnections(server, () => {
      const isNear = this.#connections.size > this.#most * NEAR_SHARE;
      server.keepAliveTimeout = isNear ? Math.min(keepAliveTimeout, NEAR_KEEP_ALIVE_MS) : keepAliveTimeout;
    });
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      const connection = this.#connections.get(carrierOf(socket));
      if (connection === undefined) return;
      this.#begin(connection);
      if (connection.isBeyond) response.shouldKeepAlive = false;
      response.on('close', () => this.#end(connection, connectionShareOf(response)));
    });
  }

  /**
   * Step for routes with credentials; probes are answered even on a connection above the limit.
   * @throws ApiError 503 on a connection above the limit
   */
  readonly check: RequestHandler = ({ socket }, response, next) => {
    const connection = this.#connections.get(carrierOf(socket));
    if (connection !== undefined) {
      const { project = '' } = senderOf(response);
      this.#admit(connection, project);
      noteConnectionShare(response, project);
    }
    next();
  };

  /**
   * Admits a call of a project on a connection that `watchConnections` follows.
   * @returns a function that ends the call
   * @throws ApiError 503 on a connection above the limit, or when the project uses its share
   */
  begin(socket: Socket, project = ''): () => void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return () => undefined;
    this.#admit(connection, project);
    this.#begin(connection);
    return () => this.#end(connection, project);
  }

  #begin(connection: Connection): void {
    connection.requests += 1;
    this.#idleLike(connection).delete(connection);
  }

  /** Takes a part of the share of a project, which `#end` returns. */
  #admit(connection: Connection, project: string): void {
    if (connection.isBeyond && this.#closeIdle()) this.#serve(connection);
    if (connection.isBeyond) this.#answer('too many connections are open');
    if (connection.requests === 0) this.#idleLike(connection).delete(connection);
    connection.isKnown = true;
    if (connection.requests === 0) this.#idleLike(connection).add(connection);
    if (!this.#working.fits(project, { has: 0, wants: 1 })) this.#answer('too many requests of the project are open');
    this.#working.add(project, 1);
  }

  #answer(reason: string): never {
    this.#refuse('answered');
    throw unavailable(`${reason}: try again, or raise MAX_CONNECTIONS`);
  }

  #idleLike({ isKnown }: Connection): Set<Connection> {
    return isKnown ? this.#idle.known : this.#idle.unknown;
  }

  #open(socket: Socket): void {
    const isTooMany = this.#connections.size - this.#beyond.size >= this.#most && !this.#closeIdle();
    const connection = { socket, requests: 0, isKnown: false, isBeyond: isTooMany };
    this.#connections.set(socket, connection);
    if (isTooMany) this.#beyond.add(connection);
    else this.#idle.unknown.add(connection);
  }

  /** @param project whose share the request holds; undefined: none */
  #end(connection: Connection, project: string | undefined): void {
    connection.requests -= 1;
    if (project !== undefined) this.#working.add(project, -1);
    if (connection.requests === 0 && !connection.isBeyond && this.#connections.has(connection.socket)) {
      this.#idleLike(connection).add(connection);
    }
  }

  /**
   * Closes an idle connection to make room for another one.
   * @returns whether there was one
   */
  #closeIdle(): boolean {
    const [longest] = this.#idle.unknown.size > 0 ? this.#idle.unknown : this.#idle.known;
    if (longest === undefined) return false;
    this.#refuse('idle');
    this.#remove(longest);
    longest.socket.destroy();
    return true;
  }

  #serve(connection: Connection): void {
    this.#beyond.delete(connection);
    connection.isBeyond = false;
    if (connection.requests === 0) this.#idleLike(connection).add(connection);
  }

  #remove(connection: Connection): void {
    this.#connections.delete(connection.socket);
    this.#idleLike(connection).delete(connection);
  }

  #forget(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    this.#remove(connection);
    if (this.#beyond.delete(connection)) return;
    const [next] = this.#beyond;
    if (next !== undefined) this.#serve(next);
  }
}
