import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, unavailable } from './api-error';
import { sendJson } from './send-json';

/** Requests that wait on one connection; more of them would only move its backlog into memory. */
const MOST_WAITING = 100;

const SAFE: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A request without the end of its answer. */
interface Pending {
  readonly isSafe: boolean;
  readonly begin: () => void;
  hasBegun: boolean;
}

/**
 * The same app for requests that clients send one behind the other without waiting for answers (pipelining, RFC 9112 9.3.2). Those with
 * safe methods are worked on beside each other. Any other one begins after all before it are answered, and those behind it after it: a
 * read sees the write that was sent before it.
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
    if (queue.reduce((waiting, { hasBegun }) => waiting + Number(!hasBegun), 0) >= MOST_WAITING) {
      const error = unavailable('too many requests wait on this connection: read answers before you send more');
      for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
      sendJson(response, error.status, errorBody(error));
      return;
    }
    queue.push(pending);
    // The connection may end before this answer has it. A request whose body was read closes, too, long before its answer.
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

/** Begins what need not wait any more. */
function advance(queue: readonly Pending[]): void {
  const [first] = queue;
  for (const pending of [...queue]) {
    if (pending !== first && !(pending.isSafe && first?.isSafe === true)) return;
    if (pending.hasBegun) continue;
    pending.hasBegun = true;
    pending.begin();
  }
}
