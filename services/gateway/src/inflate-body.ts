import { type ContentEncoding, DecodeError, inflate, zstdContentSize } from '@sluice/decode';
import type { Reservation } from '@sluice/http';

/** Decompressed size up to which a body is read at once; a larger one is read in another thread (`large/`). */
export const SMALL_BYTES = 1024 * 1024;

/** Expected compression ratio: telemetry deflates about tenfold; more than this is rare. */
const USUAL_RATIO = 16;

/**
 * Highest ratio of each format. Deflate: its shortest code of a match has two bits, for 258 bytes. zstd: its shortest block has four bytes, for
 * 128 KiB (RFC 8878 section 3.1.1.2).
 */
const HIGHEST_RATIO = { gzip: 1032, deflate: 1032, zstd: 32_768 };

/** Estimate of a body's decompressed size in bytes. */
export interface InflatedSize {
  /** Expected size; a value that is too low costs a second inflation. */
  readonly expected: number;
  /** Upper bound, by the format or by the limit. */
  readonly most: number;
}

/**
 * Estimates the decompressed size of a body.
 * @param limit of a decompressed body
 */
export function inflatedSize(wire: Buffer, encoding: ContentEncoding, limit: number): InflatedSize {
  if (encoding === 'identity') return { expected: Math.min(wire.length, limit), most: Math.min(wire.length, limit) };
  // A small body must not exclude others, whatever size it claims.
  const most = Math.min(wire.length * HIGHEST_RATIO[encoding], limit);
  return { expected: Math.min(expectedBytes(wire, encoding), most), most };
}

/**
 * Inflates a small body. Twice its expected size is reserved first, since decoded objects and records need about as much again as their
 * text. A body that is larger than expected is inflated again, with the most that a small body can need reserved. Afterwards twice its true
 * size is reserved.
 * @returns undefined for a large body
 * @throws DecodeError as `inflate`; ApiError 503 when the bytes cannot be reserved
 */
export async function inflateSmall(
  wire: Buffer,
  encoding: ContentEncoding,
  { size: { expected, most }, reservation }: { readonly size: InflatedSize; readonly reservation: Reservation },
): Promise<Buffer | undefined> {
  if (expected > SMALL_BYTES) return undefined;
  const inflateTo = async (inflatedBytes: number): Promise<Buffer> => {
    reservation.resize(inflatedBytes * 2);
    return inflate(wire, encoding, { inflatedBytes });
  };
  const isTooLarge = (error: unknown): boolean => error instanceof DecodeError && error.kind === 'too-large';
  try {
    const body = await inflateTo(expected).catch((error: unknown) => {
      if (!isTooLarge(error) || expected === most) throw error;
      return inflateTo(Math.min(most, SMALL_BYTES));
    });
    reservation.resize(body.length * 2);
    return body;
  } catch (error) {
    if (isTooLarge(error) && most > SMALL_BYTES) return undefined;
    throw error;
  }
}

function expectedBytes(wire: Buffer, encoding: Exclude<ContentEncoding, 'identity'>): number {
  const claimed = encoding === 'deflate' ? undefined : claimedBytes(wire, encoding);
  return claimed === undefined ? wire.length * USUAL_RATIO : Math.max(claimed, wire.length);
}

/** Inflated size as the sender claims; undefined if the format or the body has none. */
function claimedBytes(wire: Buffer, encoding: 'gzip' | 'zstd'): number | undefined {
  if (encoding === 'zstd') return zstdContentSize(wire);
  // Size of the last member, modulo 2^32 (RFC 1952 section 2.3.1).
  return wire.length < 4 ? wire.length : wire.readUInt32LE(wire.length - 4);
}
