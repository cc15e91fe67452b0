import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { routeOf } from '@sluice/api';
import { type Handler, type Route, goneSignal, unavailable, writeQuotaOf } from '@sluice/http';
import type { Closers } from '@sluice/runtime';

/** Time limit without a byte from or to the gateway, which answers within 30 s, overload included. Idle connections end earlier than there. */
const SILENCE_MS = 40_000;

/** Headers of one connection, and those that Node writes itself. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'expect', 'date'],
]);

export interface ForwardOptions {
  /** Address of the gateway; its path is the prefix of all others. */
  readonly gatewayUrl: string;
  /** Writes of the gateway whose path is also that of a read. */
  readonly endpoints: readonly Parameters<typeof routeOf>[0][];
  readonly closers: Closers;
}

/**
 * Makes the routes that forward writes to the gateway: an Ingress parts requests by path, and their path is also that of a read. The
 * gateway checks such a request as its own, and its answer is that of the client. Without an answer the client gets 503. Each request in
 * flight has a connection, and the listener limits their number, so that slow senders hold up no others.
 */
export function forwardWrites({ gatewayUrl, endpoints, closers }: ForwardOptions): Route[] {
  const { protocol, hostname, port, pathname } = new URL(gatewayUrl);
  const [Agent, open] = protocol === 'https:' ? [HttpsAgent, requestHttps] : [HttpAgent, requestHttp];
  const agent = new Agent({ keepAlive: true, timeout: SILENCE_MS });
  closers.add('connections to the gateway', () => agent.destroy());
  const prefix = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;

  const forward: Handler = async (request, response) => {
    const signal = goneSignal(response);
    const requestId = String(response.getHeader('X-Request-Id'));
    const forwarded = open({
      ...{ agent, hostname, port, method: request.method, path: prefix + request.url },
      headers: { ...endToEnd(request.headers), 'x-request-id': requestId },
      signal,
    });
    try {
      const answer = await answerTo(forwarded, request);
      // The gateway has counted its usage.
      writeQuotaOf(response).settle?.({ outcome: 'not served', items: 0, bytes: 0 });
      response.status(answer.statusCode ?? 502);
      for (const [name, value = ''] of Object.entries(endToEnd(answer.headers))) {
        if (!response.hasHeader(name)) response.setHeader(name, value);
      }
      await new Promise((resolve, reject) => answer.once('error', reject).once('end', resolve).pipe(response));
    } catch (error) {
      signal.throwIfAborted();
      throw unavailable('the gateway, which stores writes, does not answer: send again', error);
    } finally {
      // After an early answer its connection still waits for the body.
      if (!forwarded.writableFinished) forwarded.destroy();
    }
  };
  return endpoints.map((endpoint) => routeOf(endpoint, forward));
}

function endToEnd(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)));
}

/** Sends the body and waits for the answer, which may begin before the body has ended. @throws if the gateway does not answer */
async function answerTo(forwarded: ClientRequest, request: IncomingMessage): Promise<IncomingMessage> {
  forwarded.setTimeout(SILENCE_MS, () => forwarded.destroy(new Error(`the gateway was silent for ${SILENCE_MS} ms`)));
  try {
    return await new Promise((resolve, reject) => {
      // Stays on, because a connection can fail after its answer has begun.
      forwarded.on('error', reject).once('response', resolve);
      request.pipe(forwarded);
    });
  } finally {
    // The listener reads the rest of the body of an early answer.
    if (!request.readableEnded) request.unpipe(forwarded);
  }
}
