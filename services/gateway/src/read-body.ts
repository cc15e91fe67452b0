import { type Reservation, type TransferRates, badRequest, tooLarge, unavailable } from '@sluice/http';
import type { Request } from 'express';

/** Bytes of a body that arrive with its header or right after it: they are read to the end even if the body is refused then. */
const EARLY_BYTES = 64 * 1024;

/** Bytes that are reserved beyond the received bytes of an announced body. */
const STEP_BYTES = EARLY_BYTES;

/** Limits of a body. */
export interface BodyLimits {
  /** Largest size as received. */
  readonly maxBytes: number;
  readonly reservation: Reservation;
  readonly rates: TransferRates;
  /** Called once for a body that is not small, before more of it is reserved; its error refuses the body. */
  readonly admit: () => void;
  /** Receives the number of bytes so far, at each chunk. */
  readonly came: (bytes: number) => void;
}

/**
 * Reads a request's body as received. Twice the received size is reserved, for its chunks and for the whole that they become, and one step
 * more of an announced length: bytes that are only announced reserve nothing. The connection survives a failure, so that it can be
 * answered.
 * @throws ApiError 413 as soon as the announced or received size exceeds `maxBytes`; 503 when the bytes cannot be reserved, or arrive too
 * slowly; 400 when the client disconnects; the error of `admit`
 */
export async function readBody(
  request: Request,
  { maxBytes, reservation, rates, admit, came }: BodyLimits,
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  let isAdmitted = false;
  const check = (size: number): void => {
    if (size > maxBytes) throw tooLarge(`the body must be at most ${maxBytes} bytes`);
    if (isAdmitted || size <= EARLY_BYTES) return;
    admit();
    isAdmitted = true;
  };
  const hold = (size: number): void => {
    reservation.resize(Math.max(size, Math.min(size + STEP_BYTES, announced)) * 2);
  };
  check(announced);
  hold(0);
  const body = announced > 0 && announced <= STEP_BYTES ? new WholeBody(announced) : new ChunkedBody();
  return new Promise((resolve, reject) => {
    // 503, after which every sender retries: no slow but honest link loses data.
    const tooSlow = (rate: string): void =>
      refuse(unavailable(`the body came at less than ${rate} (MIN_UPLOAD_BYTES_PER_SECOND): send again`));
    const upload = { bytes: 0, tooSlow };
    const take = (chunk: Buffer): void => {
      upload.bytes += chunk.length;
      came(upload.bytes);
      try {
        check(upload.bytes);
        hold(upload.bytes);
        body.add(chunk);
      } catch (error) {
        refuse(error as Error);
      }
    };
    // The request lives until the response: its listeners would hold the body until then.
    const forget = (): void => {
      rates.forget(upload);
      request.off('data', take).off('end', end).off('close', breakOff);
    };
    const refuse = (error: Error): void => {
      forget();
      request.pause();
      reject(error);
    };
    const end = (): void => {
      forget();
      resolve(body.end());
    };
    const breakOff = (): void => refuse(badRequest('the body ended before it was complete'));
    rates.follow(upload);
    request.on('end', end).on('close', breakOff).on('data', take);
    if (request.destroyed) breakOff();
  });
}

/** Body of a known length, which Node's parser enforces. */
class WholeBody {
  readonly #bytes: Buffer;
  #size = 0;

  constructor(length: number) {
    this.#bytes = Buffer.allocUnsafe(length);
  }

  add(chunk: Buffer): void {
    this.#size += chunk.copy(this.#bytes, this.#size);
  }

  end(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }
}

class ChunkedBody {
  readonly #chunks: Buffer[] = [];

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  end(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}
