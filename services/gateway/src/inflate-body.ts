import { DecodeError, inflate } from '@sluice/decode';
import type { Reservation } from '@sluice/http';

/** Telemetry deflates about tenfold; more than this is rare. */
const USUAL_RATIO = 16;

/** Deflate can do no more: two bits, its shortest code of a match, for 258 bytes. */
const HIGHEST_RATIO = 1032;

export interface InflateOptions {
  /** The request's `Content-Encoding`. */
  readonly encoding: string | undefined;
  /** Of the inflated body, in bytes. */
  readonly limit: number;
  readonly reservation: Reservation;
}

/**
 * The body without its encoding. What it may inflate to is reserved twice before it is inflated, since decoded objects
 * and records hold about as much again as the text they come from; it inflates to no more than was reserved and one
 * chunk. A body that turns out larger than expected is inflated once more, with all reserved that it can become. In the
 * end twice its true size is held.
 * @throws DecodeError as `inflate`; ApiError 503 when the bytes cannot be held
 */
export async function inflateBody(wire: Buffer, { encoding, limit, reservation }: InflateOptions): Promise<Buffer> {
  const inflateTo = async (inflatedBytes: number): Promise<Buffer> => {
    reservation.resize(inflatedBytes * 2);
    return inflate(wire, encoding, { inflatedBytes });
  };
  // A small body must not keep others out, whatever its trailer claims.
  const most = Math.min(wire.length * HIGHEST_RATIO, limit);
  const expected = Math.min(expectedBytes(wire, encoding), most);
  const body = await inflateTo(expected).catch((error: unknown) => {
    const larger = error instanceof DecodeError && error.kind === 'too-large' && expected < most;
    if (!larger) throw error;
    return inflateTo(most);
  });
  reservation.resize(body.length * 2);
  return body;
}

/** A guess that costs a second inflating where it is too low. Never below what came over the wire, which is held. */
function expectedBytes(wire: Buffer, encoding: string | undefined): number {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      // The size of the last member, modulo 2^32, as its sender tells it (RFC 1952 section 2.3.1).
      return wire.length < 4 ? wire.length : Math.max(wire.readUInt32LE(wire.length - 4), wire.length);
    case 'deflate':
      return wire.length * USUAL_RATIO;
    default:
      return wire.length;
  }
}
