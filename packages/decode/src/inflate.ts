import { promisify } from 'node:util';
import { gunzip, gunzipSync, inflate as inflateZlib, inflateSync } from 'node:zlib';
import { DecodeError } from './decode-error';
import type { Limits } from './limits';

const gunzipAsync = promisify(gunzip);
const inflateAsync = promisify(inflateZlib);

/** How a body is encoded on the wire. */
export type ContentEncoding = 'gzip' | 'deflate' | 'identity';

const ENCODINGS: ReadonlyMap<string, ContentEncoding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['identity', 'identity'],
  ['none', 'identity'],
  ['', 'identity'],
]);

/**
 * The encoding that a `Content-Encoding` header names, in any case (contract: HTTP in general).
 * @throws DecodeError `invalid` for any other
 */
export function encodingOf(header: string | undefined): ContentEncoding {
  const encoding = ENCODINGS.get(header?.trim().toLowerCase() ?? '');
  if (encoding === undefined) throw new DecodeError('invalid', 'Content-Encoding must be gzip, deflate or identity');
  return encoding;
}

/**
 * The body without its encoding: gzip, deflate (a zlib stream), identity. Never allocates more than the limit and one
 * chunk.
 * @throws DecodeError `too-large` beyond `inflatedBytes`; `invalid` for damaged or cut data
 */
export async function inflate(
  body: Buffer,
  encoding: ContentEncoding,
  { inflatedBytes }: Pick<Limits, 'inflatedBytes'>,
): Promise<Buffer> {
  if (encoding === 'identity') return checkedSize(body, inflatedBytes);
  // Every chunk is a trip through the thread pool; telemetry inflates about tenfold.
  const chunkSize = Math.min(Math.max(body.length * 10, 16 * 1024), 1024 * 1024);
  const decompress = encoding === 'gzip' ? gunzipAsync : inflateAsync;
  try {
    return await decompress(body, { maxOutputLength: inflatedBytes, chunkSize });
  } catch (cause) {
    throw asDecodeError(cause, inflatedBytes);
  }
}

/**
 * Inflates as `inflate` does, on this thread and into one buffer: its unwritten pages use no memory, and no chunks are held
 * in addition.
 */
export function inflateAtOnce(
  body: Buffer,
  encoding: ContentEncoding,
  { inflatedBytes }: Pick<Limits, 'inflatedBytes'>,
): Buffer {
  if (encoding === 'identity') return checkedSize(body, inflatedBytes);
  const decompress = encoding === 'gzip' ? gunzipSync : inflateSync;
  try {
    return decompress(body, { maxOutputLength: inflatedBytes, chunkSize: Math.max(inflatedBytes + 1, SMALLEST_CHUNK) });
  } catch (cause) {
    throw asDecodeError(cause, inflatedBytes);
  }
}

/** Smallest chunk that zlib accepts, in bytes. */
const SMALLEST_CHUNK = 64;

function checkedSize(body: Buffer, limit: number): Buffer {
  if (body.length > limit) throw tooLarge(limit);
  return body;
}

function asDecodeError(cause: unknown, limit: number): DecodeError {
  if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(limit);
  return new DecodeError('invalid', 'the body is damaged or cut: it does not match its Content-Encoding', { cause });
}

function tooLarge(limit: number): DecodeError {
  return new DecodeError('too-large', `the inflated body must not exceed ${limit} bytes`);
}
