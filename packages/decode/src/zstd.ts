import { promisify } from 'node:util';
import { DecodeError } from './decode-error';

/** Options of an inflation, by the names of zlib. */
interface InflateOptions {
  readonly maxOutputLength: number;
  readonly chunkSize: number;
  readonly params?: Readonly<Record<number, number>> | undefined;
}

/** Functions that inflate bodies of one encoding. */
export interface Inflater {
  readonly inflate: (body: Buffer, options: InflateOptions) => Promise<Buffer>;
  readonly inflateSync: (body: Buffer, options: InflateOptions) => Buffer;
  readonly params?: InflateOptions['params'];
  /**
   * Checks a body of which zlib would read a part only.
   * @returns the inflated size that it must have, in bytes; undefined if it names none
   * @throws DecodeError `invalid`
   */
  readonly check?: (body: Buffer) => number | undefined;
}

/** Function of zlib that calls back. */
type CallbackInflate = (
  body: Buffer,
  options: InflateOptions,
  done: (error: Error | null, inflated: Buffer) => void,
) => void;

/** Largest window, in bytes as a power of two: a decoder allocates the window that a frame announces (RFC 9659 section 3). */
const LARGEST_WINDOW_LOG = 23;

/** `ZSTD_d_windowLogMax` of zstd.h. */
const WINDOW_LOG_PARAMETER = 100;

/** Finds the functions of zstd in `node:zlib`, which has them from Node 22.15 on; its types are those of Node 20. */
export function findZstd(functions: object): Inflater | undefined {
  const inflate: unknown = Reflect.get(functions, 'zstdDecompress');
  const inflateSync: unknown = Reflect.get(functions, 'zstdDecompressSync');
  if (typeof inflate !== 'function' || typeof inflateSync !== 'function') return undefined;
  return {
    inflate: promisify(inflate as CallbackInflate),
    inflateSync: inflateSync as Inflater['inflateSync'],
    params: { [WINDOW_LOG_PARAMETER]: LARGEST_WINDOW_LOG },
    check: checkZstdFrame,
  };
}

/** First bytes of a frame. */
const MAGIC = 0xfd2fb528;

/** Bytes of the content size and of the dictionary id, by the flags of a frame. */
const SIZE_BYTES = [0, 2, 4, 8];
const DICTIONARY_BYTES = [0, 1, 2, 4];
const CHECKSUM_BYTES = 4;
const BLOCK_HEADER_BYTES = 3;

/** Type of a block that repeats its one byte. */
const RUN_LENGTH = 1;

/** Beginning of a frame (RFC 8878 section 3.1.1.1). */
interface FrameHeader {
  /** Number of bytes of the header. */
  readonly length: number;
  /** Number of inflated bytes that the frame announces, if it does. */
  readonly contentSize: number | undefined;
  readonly windowSize: number;
  readonly hasChecksum: boolean;
}

/** Number of inflated bytes that a body of zstd announces; undefined if it announces none or is no frame. */
export const zstdContentSize = (body: Buffer): number | undefined => frameHeader(body)?.contentSize;

/**
 * Checks that a body is one frame from its first byte to its last. zlib inflates the first frame and ignores what follows; that of Node 22
 * also accepts a frame that is cut. Data would be acknowledged and lost.
 * @returns the inflated size that it names, which zlib does not check
 * @throws DecodeError `invalid`
 */
export function checkZstdFrame(body: Buffer): number | undefined {
  const header = frameHeader(body);
  if (header === undefined) throw new DecodeError('invalid', 'the body must be one frame of zstd');
  if (header.windowSize > 2 ** LARGEST_WINDOW_LOG) {
    throw new DecodeError('invalid', `the window of a zstd frame must not exceed ${2 ** LARGEST_WINDOW_LOG} bytes`);
  }
  const end = endOfBlocks(body, header.length) + (header.hasChecksum ? CHECKSUM_BYTES : 0);
  if (end > body.length) throw new DecodeError('invalid', 'the body is damaged or cut: its zstd frame is longer');
  if (end < body.length) throw new DecodeError('invalid', 'the body must be one frame of zstd: bytes follow its first');
  return header.contentSize;
}

function frameHeader(body: Buffer): FrameHeader | undefined {
  if (body.length < 5 || body.readUInt32LE(0) !== MAGIC) return undefined;
  const flags = body[4] ?? 0;
  const isSingleSegment = (flags & 0x20) !== 0;
  const sizeFlag = flags >> 6;
  const sizeBytes = sizeFlag === 0 && isSingleSegment ? 1 : (SIZE_BYTES[sizeFlag] ?? 0);
  const sizeAt = 5 + (isSingleSegment ? 0 : 1) + (DICTIONARY_BYTES[flags & 3] ?? 0);
  const length = sizeAt + sizeBytes;
  if (body.length < length) return undefined;
  const contentSize = sizeBytes === 0 ? undefined : littleEndian(body, sizeAt, sizeBytes);
  const windowSize = isSingleSegment ? (contentSize ?? 0) : windowOf(body[5] ?? 0);
  return { length, contentSize, windowSize, hasChecksum: (flags & 4) !== 0 };
}

/** Number of a field of a header: two bytes have 256 less than they mean. Numbers above 2^53 are rounded. */
function littleEndian(body: Buffer, at: number, bytes: number): number {
  if (bytes === 8) return Number(body.readBigUInt64LE(at));
  return body.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

/** Offset behind the last block; beyond the body if a block is cut. */
function endOfBlocks(body: Buffer, first: number): number {
  let at = first;
  for (;;) {
    if (at + BLOCK_HEADER_BYTES > body.length) return Infinity;
    const header = body.readUIntLE(at, BLOCK_HEADER_BYTES);
    at += BLOCK_HEADER_BYTES + (((header >> 1) & 3) === RUN_LENGTH ? 1 : header >> 3);
    if ((header & 1) === 1) return at;
  }
}
