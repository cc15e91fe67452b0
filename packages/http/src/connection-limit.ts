import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import type { Metrics } from '@sluice/runtime';
import { unavailable } from './api-error';

/** Beyond the open connections so many more are answered 503; a small number needs more than its tenth. */
const SPARE_SHARE = 0.1;
const LEAST_SPARE = 16;

export interface ConnectionLimitOptions {
  /** Connections whose requests are served. */
  readonly most: number;
  readonly metrics: Metrics;
}

/**
 * Bounds the connections of a listener (contract: Limits). One too many is answered 503 with `Retry-After`, as of any
 * overload: an exporter sends again then, which it may not do after a connection that was only closed. Beyond a tenth
 * more the system's connection is closed at once.
 */
export class ConnectionLimit {
  readonly #most: number;
  readonly #served = new Set<Socket>();
  /** Those beyond, the oldest first: it is served when another one has ended. */
  readonly #beyond = new Set<Socket>();
  readonly #refuse: (how: 'answered' | 'closed') => void;

  constructor({ most, metrics }: ConnectionLimitOptions) {
    this.#most = most;
    metrics.gauge({
      name: 'sluice_http_connections',
      help: 'Open connections to the public listener; beyond MAX_CONNECTIONS they are refused',
      collect: (gauge) => gauge.set(this.#served.size + this.#beyond.size),
    });
    const refused = metrics.counter({
      name: 'sluice_http_connections_refused_total',
      help: 'Connections beyond MAX_CONNECTIONS: answered (503) or closed at once',
      labels: ['how'],
    });
    for (const how of ['answered', 'closed'] as const) refused.inc({ how }, 0);
    this.#refuse = (how) => refused.inc({ how });
  }

  /** Follows the connections of a server; to be called before its app listens to requests. */
  watch(server: Server): void {
    server.maxConnections = this.#most + Math.max(LEAST_SPARE, Math.ceil(this.#most * SPARE_SHARE));
    server.on('drop', () => this.#refuse('closed'));
    server.on('connection', (socket: Socket) => {
      (this.#served.size < this.#most ? this.#served : this.#beyond).add(socket);
      socket.once('close', () => this.#forget(socket));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (this.#beyond.has(request.socket)) response.shouldKeepAlive = false;
    });
  }

  /** For routes with credentials: probes are answered all the same. @throws ApiError 503 on a connection too many */
  readonly check: RequestHandler = ({ socket }, _response, next) => {
    if (this.#beyond.has(socket)) {
      this.#refuse('answered');
      throw unavailable('too many connections are open: try again, or raise MAX_CONNECTIONS');
    }
    next();
  };

  #forget(socket: Socket): void {
    if (this.#beyond.delete(socket) || !this.#served.delete(socket)) return;
    const [next] = this.#beyond;
    if (next === undefined) return;
    this.#beyond.delete(next);
    this.#served.add(next);
  }
}
