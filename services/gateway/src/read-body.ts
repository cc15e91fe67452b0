import type { Request } from 'express';
import { badRequest, tooLarge } from '@sluice/http';

/**
 * Reads a request's body as it came over the wire.
 * @throws ApiError 413 as soon as the announced or received size passes `maxBytes`; 400 when the client goes away
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const tooBig = () => tooLarge(`the body must be at most ${maxBytes} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooBig();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooBig();
      chunks.push(chunk);
    }
  } catch (error) {
    if (request.readableAborted) throw badRequest('the body ended before it was complete');
    throw error;
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
}
