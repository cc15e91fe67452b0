import type { FuzzInput } from '../input/fuzz-input';

/** A request as it goes over the wire. */
export function requestBytes({
  method,
  path,
  headers,
  body,
}: Pick<FuzzInput, 'method' | 'path' | 'headers' | 'body'>): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`, 'latin1'), body]);
}
