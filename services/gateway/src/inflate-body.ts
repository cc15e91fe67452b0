import { type ContentEncoding, DecodeError, inflate } from '@sluice/decode';
import type { Reservation } from '@sluice/http';

/** A body that is not larger without its encoding is read at once; a larger one elsewhere (`large/`). */
export const SMALL_BYTES = 1024 * 1024;

/** Telemetry deflates about tenfold; more than this is rare. */
const USUAL_RATIO = 16;

/** Deflate can do no more: two bits, its shortest code of a match, for 258 bytes. */
const HIGHEST_RATIO = 1032;

/** What a body can be without its encoding, in bytes. */
export interface InflatedSize {
  /** A guess that costs a second inflating where it is too low. */
  readonly expected: number;
  /** It cannot become more than this, or must not. */
  readonly most: number;
}

/** The size of a body once it is inflated, as far as it is known. @param limit of a body without its encoding */
export function inflatedSize(wire: Buffer, encoding: ContentEncoding, limit: number): InflatedSize {
  if (encoding === 'identity') return { expected: Math.min(wire.length, limit), most: Math.min(wire.length, limit) };
  // A small body must not keep others out, whatever its trailer claims.
  const most = Math.min(wire.length * HIGHEST_RATIO, limit);
  return { expected: Math.min(expectedBytes(wire, encoding), most), most };
}

/**
 * A small body without its encoding. What it may inflate to is reserved twice before it is inflated, since decoded
 * objects and records hold about as much again as the text they come from. A body that turns out larger than expected is
 * inflated once more, with all reserved that a small one can become. In the end twice its true size is held.
 * @returns undefined for a body that is large
 * @throws DecodeError as `inflate`; ApiError 503 when the bytes cannot be held
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

function expectedBytes(wire: Buffer, encoding: 'gzip' | 'deflate'): number {
  if (encoding === 'deflate') return wire.length * USUAL_RATIO;
  // The size of the last member, modulo 2^32, as its sender claims (RFC 1952 section 2.3.1).
  return wire.length < 4 ? wire.length : Math.max(wire.readUInt32LE(wire.length - 4), wire.length);
}
