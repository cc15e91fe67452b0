import type { IncomingMessage } from 'node:http';

/** How much of a body is taken in after its answer. */
export interface UnreadBounds {
  readonly bytes: number;
  /** Without any of it. */
  readonly silenceMs: number;
  /** For all of it. */
  readonly wholeMs: number;
}

const MIB = 1024 * 1024;

/** Of a sender about whom nothing is known; a body over the default limit by half is still read to its end. */
const UNREAD: UnreadBounds = { bytes: 32 * MIB, silenceMs: 5_000, wholeMs: 30_000 };

/**
 * Of a request to a route that would read bodies of so many bytes: as long as it could have taken for one. A client that
 * sends many at once on a busy machine is silent for several seconds on some of its connections.
 */
export function unreadBoundsOf(mostBytes: number): UnreadBounds {
  return { bytes: Math.max(UNREAD.bytes, 1.5 * mostBytes), silenceMs: 30_000, wholeMs: 60_000 };
}

/** Whether the client has announced a body and may still send a part of it. */
export function isBodyPending({ complete, destroyed, headers }: IncomingMessage): boolean {
  const announced = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return announced && !complete && !destroyed;
}

/**
 * Takes in and forgets the rest of a body whose answer is already out. Most clients write all of a body before they read:
 * who is cut off meanwhile sees a broken pipe, and never the answer. Reading on without bounds would be a gift.
 * @param done called once: the body has ended, the client is gone, or a bound is reached
 */
export function drain(request: IncomingMessage, done: () => void, bounds: UnreadBounds = UNREAD): void {
  const endAt = performance.now() + bounds.wholeMs;
  let left = bounds.bytes;
  let isSilent = false;
  const take = (chunk: Buffer): void => {
    left -= chunk.length;
    isSilent = false;
    silence.refresh();
    if (left < 0 || performance.now() > endAt) end();
  };
  const end = (): void => {
    clearTimeout(silence);
    request.off('data', take).off('close', end).pause();
    done();
  };
  const silence = setTimeout(() => {
    isSilent = true;
    // Where the process was busy for so long, what has come meanwhile is read only after this.
    setImmediate(() => {
      if (isSilent) end();
    });
  }, bounds.silenceMs);
  request.on('data', take).once('close', end).resume();
}
