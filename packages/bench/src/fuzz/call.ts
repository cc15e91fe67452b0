import { patience } from '@sluice/testbed/machine';
import type { FuzzInput, FuzzContext } from './input/fuzz-input';
import type { WireAnswer } from './wire/wire-answer';
import { type Exchange, WireConnection } from './wire/wire-connection';

/** Maximum time until the answer to an input that is not large, in milliseconds on the reference machine. */
const TIMEOUT_MS = 20_000;

/** Sends a plain request with valid credentials. @throws Error without an answer */
export type Call = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<WireAnswer>;

/** Sends an input unchanged. */
export function send(connection: WireConnection, input: FuzzInput, timeoutMs = TIMEOUT_MS): Promise<Exchange> {
  return connection.exchange([requestBytes(input)], {
    timeoutMs: patience(timeoutMs),
    bodiless: input.method === 'HEAD',
    unclear: input.framing === 'unclear',
  });
}

/** Makes plain requests, each on a connection of its own. */
export function createCall(
  port: number,
  { bearerToken }: Pick<FuzzContext, 'bearerToken'>,
  timeoutMs = TIMEOUT_MS,
): Call {
  return async (method, path, body, more = {}) => {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const headers = Object.entries({
      Host: '127.0.0.1',
      Authorization: `Bearer ${bearerToken}`,
      'Content-Type': 'application/json',
      'Content-Length': String(bytes.length),
      ...more,
    });
    const connection = new WireConnection(port);
    const options = { timeoutMs: patience(timeoutMs), bodiless: false, unclear: false };
    const request = requestBytes({ method, path, headers, body: bytes });
    const { answers, failure } = await connection.exchange([request], options).finally(() => connection.close());
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
