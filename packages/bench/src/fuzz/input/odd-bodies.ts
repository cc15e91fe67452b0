import { deflateRawSync, gzipSync } from 'node:zlib';

/** Limit of a decompressed body (contract: Limits). */
const INFLATED = 64 * 1024 * 1024;

/** Bodies with a Content-Encoding that is valid, invalid or misleading. */
export const COMPRESSED: readonly ((body: Buffer) => readonly [string, Buffer])[] = [
  (body) => ['deflate', deflateRawSync(body)],
  (body) => ['deflate', gzipSync(body)],
  (body) => ['gzip', gzipSync(gzipSync(body))],
  (body) => ['gzip', body],
  () => ['gzip', Buffer.alloc(0)],
  () => ['gzip', gzipSync(Buffer.alloc(0))],
  () => ['deflate', Buffer.alloc(0)],
];

let bomb: Buffer | undefined;

/** Body of few bytes that inflates beyond the limit; made once. */
export const BOMB = (): readonly [string, Buffer] => ['gzip', (bomb ??= gzipSync(Buffer.alloc(INFLATED + 1, ' ')))];

/** Bodies in chunks, and bodies that resemble chunks. */
export const CHUNKINGS: readonly ((body: Buffer) => Buffer)[] = [
  (body) => chunks(body, body.length),
  (body) => chunks(body, 7),
  (body) =>
    Buffer.concat([
      Buffer.from(`${body.length.toString(16)};extension=1\r\n`),
      body,
      Buffer.from('\r\n0\r\nTrailer: x\r\n\r\n'),
    ]),
  (body) => Buffer.concat([Buffer.from(`${(body.length + 5).toString(16)}\r\n`), body]),
  (body) => Buffer.concat([Buffer.from('ffffffffffffffff\r\n'), body]),
  (body) => Buffer.concat([Buffer.from('zz\r\n'), body]),
  (body) => body,
  () => Buffer.from('0\r\n\r\n'),
];

function chunks(body: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
