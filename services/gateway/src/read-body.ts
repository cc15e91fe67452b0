import { finished } from 'node:stream';
import { type Reservation, badRequest, tooLarge } from '@sluice/http';
import type { Request } from 'express';

/**
 * Reads a request's body as it came over the wire. Twice its bytes are held, for its chunks and for the whole that they
 * become: of the announced length from the start, so that an upload that was begun can end; without one, of what has
 * come. The connection outlives a failure, so that it can be answered.
 * @throws ApiError 413 as soon as the announced or received size passes `maxBytes`; 503 when the bytes cannot be held;
 *   400 when the client goes away
 */
export async function readBody(request: Request, maxBytes: number, reservation: Reservation): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  const admit = (size: number): void => {
    if (size > maxBytes) throw tooLarge(`the body must be at most ${maxBytes} bytes`);
    reservation.resize(Math.max(size, announced) * 2);
  };
  admit(announced);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      try {
        admit(size);
        chunks.push(chunk);
      } catch (error) {
        refuse(error as Error);
      }
    };
    const refuse = (error: Error): void => {
      forget();
      request.off('data', take).pause();
      reject(error);
    };
    const forget = finished(request, { writable: false }, (error) => {
      if (error) reject(badRequest('the body ended before it was complete'));
      else resolve(Buffer.concat(chunks, size));
    });
    request.on('data', take);
  });
}
