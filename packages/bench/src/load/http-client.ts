import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
  /** Arrival of the first bytes, in the time of `performance.now()`. */
  readonly beganAt: number;
}

export interface HttpClient {
  /** Sends a POST. Rejects without a complete answer within the time limit. A path may be a URL of another server. */
  post(path: string, headers: OutgoingHttpHeaders, body: Buffer): Promise<Answer>;
  get(path: string, headers?: OutgoingHttpHeaders): Promise<Answer>;
  close(): void;
}

/**
 * Repeats a request while the status is 503 and the deadline (in the time of `performance.now()`) has not passed.
 * @param pauseMs pause between two attempts; default: `Retry-After`
 * @returns the last answer, undefined without one, and the number of answers 503 before it
 */
export async function untilTaken<T extends { readonly status: number }>(
  send: () => Promise<T>,
  deadline: number,
  pauseMs = 1_000,
): Promise<{ readonly answer: T | undefined; readonly refusals: number }> {
  for (let refusals = 0; ; refusals += 1) {
    const answer = await send().catch(() => undefined);
    if (answer?.status !== 503 || performance.now() > deadline) return { answer, refusals };
    await sleep(pauseMs);
  }
}

/** Makes a client of one server with kept-alive connections, one for each concurrent request. */
export function createHttpClient(options: {
  readonly baseUrl: string;
  readonly headers: OutgoingHttpHeaders;
  readonly timeoutMs: number;
}): HttpClient {
  const agent = new Agent({ keepAlive: true, scheduling: 'lifo' });
  const send = (method: string, path: string, headers: OutgoingHttpHeaders, body?: Buffer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(options.timeoutMs);
      const outgoing = request(
        new URL(path, options.baseUrl),
        { method, agent, signal, headers: { ...options.headers, ...headers } },
        (response) => {
          const beganAt = performance.now();
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
              beganAt,
            }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return {
    post: (path, headers, body) => send('POST', path, { ...headers, 'content-length': body.length }, body),
    get: (path, headers = {}) => send('GET', path, headers),
    close: () => agent.destroy(),
  };
}
