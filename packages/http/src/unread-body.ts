import type { IncomingMessage } from 'node:http';

/** A body over the default limit by half is still read to its end, so that a client that writes first gets its answer. */
const DRAIN_BYTES = 32 * 1024 * 1024;
const DRAIN_MS = 5000;

/** Whether the client has announced a body and may still send a part of it. */
export function isBodyPending({ complete, destroyed, headers }: IncomingMessage): boolean {
  const announced = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return announced && !complete && !destroyed;
}

/**
 * Takes in and forgets the rest of a body whose answer is already out: closing on a client that still writes can cost
 * it the answer, reading on without bound would be a gift.
 * @param done called once: the body has ended, the client is gone, or 32 MiB or 5 s are over
 */
export function drain(request: IncomingMessage, done: () => void): void {
  let left = DRAIN_BYTES;
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const end = (): void => {
    clearTimeout(timer);
    request.off('data', count).off('close', end).pause();
    done();
  };
  const timer = setTimeout(end, DRAIN_MS);
  request.on('data', count).once('close', end).resume();
}
