import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenLocally } from '@sluice/testbed/network';

/** Request at the proxy, read completely. */
export interface Exchange {
  readonly response: ServerResponse;
  /** Forwards the request and reads the answer. @returns its status */
  readonly store: () => Promise<number>;
  /** Forwards half of the request, and closes the connection. */
  readonly storeHalf: () => Promise<void>;
  /** Closes the sender's connection without an answer. */
  readonly reset: () => void;
}

/** Fault of one request; without a fault, request and answer are forwarded. */
export type Fault = (exchange: Exchange) => Promise<void> | void;

/** Starts a proxy that applies `faults` to the next requests, one after another, and forwards later ones. */
export async function startFaultyProxy(target: () => string) {
  const faults: Fault[] = [];
  const failures: unknown[] = [];
  const handled: Promise<void>[] = [];
  const server = createServer((incoming, response) => {
    const done = handle(incoming, response).catch((error: unknown) => {
      failures.push(error);
      response.destroy();
    });
    handled.push(done);
  });

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const open = () => {
      const { 'transfer-encoding': _chunked, ...headers } = incoming.headers;
      return request(new URL(incoming.url ?? '/', target()), {
        method: incoming.method,
        headers: { ...headers, 'content-length': body.length },
        agent: false,
      });
    };
    const forward = async () => {
      const [answer] = (await once(open().end(body), 'response')) as [IncomingMessage];
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
    };
    const fault = faults.shift();
    if (fault === undefined) {
      const answer = await forward();
      response.writeHead(answer.status, { 'Content-Type': answer.headers['content-type'] }).end(answer.body);
      return;
    }
    await fault({
      response,
      store: async () => (await forward()).status,
      storeHalf: async () => {
        const half = open();
        half.on('error', () => undefined);
        await new Promise((resolve) => half.write(body.subarray(0, body.length / 2), resolve));
        half.destroy();
      },
      reset: () => response.socket?.resetAndDestroy(),
    });
  }

  return {
    url: `http://127.0.0.1:${await listenLocally(server)}`,
    faults,
    /** Errors of the proxy itself. */
    failures,
    /** Resolves when all requests have ended, including those whose sender no longer waits. */
    idle: () => Promise.all(handled),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
