import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
}

export interface HttpClient {
  /** Rejects when there is no complete answer within the time limit. A path may be a whole URL of another server. */
  post(path: string, headers: OutgoingHttpHeaders, body: Buffer): Promise<Answer>;
  get(path: string, headers?: OutgoingHttpHeaders): Promise<Answer>;
  close(): void;
}

/** A client of one server with kept-alive connections, as many as there are requests at a time. */
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
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
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
