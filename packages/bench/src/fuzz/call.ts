import { patience } from '@sluice/testbed/machine';
import type { FuzzInput, FuzzContext } from './input/fuzz-input';
import type { WireAnswer } from './wire/wire-answer';
import { type Exchange, WireConnection } from './wire/wire-connection';

/** Sends a plain request with valid credentials. @throws Error without an answer */
export type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<WireAnswer>;

/** Sends an input unchanged. */
export function send(connection: WireConnection, input: FuzzInput): Promise<Exchange> {
  return connection.exchange([requestBytes(input)], {
    timeoutMs: patience(20_000),
    bodiless: input.method === 'HEAD',
    unclear: input.framing === 'unclear',
  });
}

/** Makes plain requests, each on a connection of its own. */
export function createCall(port: number, { bearerToken }: Pick<FuzzContext, 'bearerToken'>): Call {
  return async (method, path, body) => {
    const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
    const headers = [
      ['Host', '127.0.0.1'],
      ['Authorization', `Bearer ${bearerToken}`],
      ['Content-Length', String(bytes.length)],
    ] as const;
    const connection = new WireConnection(port);
    const options = { timeoutMs: patience(20_000), bodiless: false, unclear: false };
    const request = requestBytes({ method, path, headers, body: bytes });
    const { answers, failure } = await connection.exchange([request], options);
    connection.close();
    const [answer] = answers;
    if (answer === undefined || failure !== undefined) throw new Error(`${method} ${path}: ${String(failure)}`);
    return answer;
  };
}

type Request = Pick<FuzzInput, 'method' | 'path' | 'headers' | 'body'>;

/** Returns the bytes of a request. */
function requestBytes({ method, path, headers, body }: Request): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`, 'latin1'), body]);
}
