import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, unavailable } from './api-error';
import { sendJson } from './send-json';

/** Limit of requests that wait on one connection; more would only move its backlog into memory. */
const MAX_WAITING = 100;

const SAFE: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A request whose response has not ended. */
interface Pending {
  readonly isSafe: boolean;
  readonly begin: () => void;
  hasBegun: boolean;
}

/**
 * Orders pipelined requests, which clients send without waiting for responses (RFC 9112 9.3.2). Requests with safe methods run
 * concurrently. Any other request begins after all before it are answered, and later ones begin after its response: a read sees the write
 * that was sent before it.
 */
export function inOrder(app: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, Pending[]>();
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? [];
    queues.set(socket, queue);
    const pending = {
      isSafe: SAFE.has(request.method),
      begin: () => app(request, response),
      hasBegun: false,
    };
    if (queue.reduce((waiting, { hasBegun }) => waiting + Number(!hasBegun), 0) >= MAX_WAITING) {
      const error = unavailable('too many requests wait on this connection: read answers before you send more');
      for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
      sendJson(response, error.status, errorBody(error));
      return;
    }
    queue.push(pending);
    // The connection may end before the response. The request's own `close` is too early: a request closes when its body was read.
    const end = (): void => {
      const at = queue.indexOf(pending);
      if (at < 0) return;
      queue.splice(at, 1);
      if (!socket.destroyed) advance(queue);
    };
    response.once('close', end);
    request.once('close', () => {
      if (socket.destroyed) end();
    });
    advance(queue);
  };
}

/** Begins the requests that need not wait any more. */
function advance(queue: readonly Pending[]): void {
  const [first] = queue;
  for (const pending of [...queue]) {
    if (pending !== first && !(pending.isSafe && first?.isSafe === true)) return;
    if (pending.hasBegun) continue;
    pending.hasBegun = true;
    pending.begin();
  }
}
