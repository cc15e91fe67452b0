import { badRequest } from '@sluice/http';
import type { Request } from 'express';
import { BodyArrival, type BodyLimits, STEP_BYTES } from './body-arrival';

/**
 * Reads a request's body as received. The connection survives a failure, so that it can be answered.
 * @throws ApiError 413 as soon as the announced or received size exceeds `maxBytes`; 503 when the bytes cannot be reserved, or arrive too
 * slowly; 400 when the client disconnects; the error of `admit`
 */
export async function readBody(request: Request, limits: BodyLimits): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  const body = announced > 0 && announced <= STEP_BYTES ? new WholeBody(announced) : new ChunkedBody();
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      try {
        arrival.add(chunk.length);
        body.add(chunk);
      } catch (error) {
        refuse(error as Error);
      }
    };
    // The request lives until the response: its listeners would hold the body until then.
    const forget = (): void => {
      arrival.end();
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
    const arrival = new BodyArrival(limits, refuse);
    arrival.begin(announced);
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
