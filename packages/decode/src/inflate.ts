import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { DecodeError } from './decode-error';
import type { Limits } from './limits';
import { type Inflater, findZstd } from './zstd';

/** How a body is encoded on the wire. */
export type ContentEncoding = 'gzip' | 'deflate' | 'zstd' | 'identity';

const INFLATERS: Readonly<Record<Exclude<ContentEncoding, 'identity'>, Inflater | undefined>> = {
  gzip: { inflate: promisify(zlib.gunzip), inflateSync: zlib.gunzipSync },
  deflate: { inflate: promisify(zlib.inflate), inflateSync: zlib.inflateSync },
  zstd: findZstd(zlib),
};

/** Encodings that this Node can undo, in the order in which errors name them. */
export const ACCEPTED_ENCODINGS: readonly ContentEncoding[] = [
  ...(['gzip', 'deflate', 'zstd'] as const).filter((encoding) => INFLATERS[encoding] !== undefined),
  'identity',
];

const ENCODINGS: ReadonlyMap<string, ContentEncoding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['zstd', 'zstd'],
  ['identity', 'identity'],
  ['none', 'identity'],
  ['', 'identity'],
]);

/**
 * The encoding that a `Content-Encoding` header names, in any case (contract: HTTP in general).
 * @throws DecodeError `invalid` for any other
 */
export function encodingOf(header: string | undefined, accepted = ACCEPTED_ENCODINGS): ContentEncoding {
  const encoding = ENCODINGS.get(header?.trim().toLowerCase() ?? '');
  if (encoding !== undefined && accepted.includes(encoding)) return encoding;
  const names = `${accepted.slice(0, -1).join(', ')} or ${accepted.at(-1) ?? ''}`;
  throw new DecodeError('invalid', `Content-Encoding must be ${names}`);
}

/**
 * The body without its encoding: gzip, deflate (a zlib stream), zstd (one frame), identity. Never allocates more than the
 * limit, one chunk and the window of zstd.
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
  const { inflate, params, size } = inflaterOf(encoding, body);
  try {
    return ofSize(await inflate(body, { maxOutputLength: inflatedBytes, chunkSize, params }), size);
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
  const chunkSize = Math.max(inflatedBytes + 1, SMALLEST_CHUNK);
  const { inflateSync, params, size } = inflaterOf(encoding, body);
  try {
    return ofSize(inflateSync(body, { maxOutputLength: inflatedBytes, chunkSize, params }), size);
  } catch (cause) {
    throw asDecodeError(cause, inflatedBytes);
  }
}

/**
 * Functions and parameters that inflate a body, and the size that it must have then, if it names one.
 * @throws DecodeError `invalid` for a body of which zlib would read a part only
 */
function inflaterOf(encoding: Exclude<ContentEncoding, 'identity'>, body: Buffer) {
  const inflater = INFLATERS[encoding];
  if (inflater === undefined) throw new Error(`this Node cannot undo ${encoding}`);
  return { ...inflater, size: inflater.check?.(body) };
}

function ofSize(inflated: Buffer, size = inflated.length): Buffer {
  if (inflated.length !== size) throw new Error(`the body claims ${size} bytes and has ${inflated.length}`);
  return inflated;
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
