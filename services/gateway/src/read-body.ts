import { type Reservation, badRequest, tooLarge } from '@sluice/http';
import type { Request } from 'express';

/** So much of a body comes with its header, or right behind it: it is read to its end even where it is refused then. */
const EARLY_BYTES = 64 * 1024;

/** What a body may take. */
export interface BodyLimits {
  /** As it comes over the wire. */
  readonly maxBytes: number;
  readonly reservation: Reservation;
  /** Called once for a body that is not small, before more of it is held; what it throws refuses the body. */
  readonly admit: () => void;
  /** Told how much has come, as it comes. */
  readonly came: (bytes: number) => void;
}

/**
 * Reads a request's body as it came over the wire. Its announced length is held from the start, so that an upload that
 * was begun can end; without one, twice what has come, for its chunks and for the whole that they become. The connection
 * outlives a failure, so that it can be answered.
 * @throws ApiError 413 as soon as the announced or received size passes `maxBytes`; 503 when the bytes cannot be held;
 *   400 when the client goes away; what `admit` throws
 */
export async function readBody(request: Request, { maxBytes, reservation, admit, came }: BodyLimits): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  let isAdmitted = false;
  const hold = (size: number): void => {
    if (size > maxBytes) throw tooLarge(`the body must be at most ${maxBytes} bytes`);
    if (!isAdmitted && size > EARLY_BYTES) {
      admit();
      isAdmitted = true;
    }
    reservation.resize(Math.max(size, announced) * 2);
  };
  hold(announced);
  const body = announced > 0 ? new WholeBody(announced) : new ChunkedBody();
  return new Promise((resolve, reject) => {
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      came(size);
      try {
        hold(size);
        body.add(chunk);
      } catch (error) {
        refuse(error as Error);
      }
    };
    // The request lives until the answer: what listens to it would hold the body until then.
    const forget = (): void => void request.off('data', take).off('end', end).off('close', breakOff);
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
    request.on('end', end).on('close', breakOff).on('data', take);
    if (request.destroyed) breakOff();
  });
}

/** A body of a known length, which Node's parser holds it to. */
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
