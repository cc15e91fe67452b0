import type { IncomingMessage } from 'node:http';

/** Limits of reading a body after its response. */
export interface UnreadBounds {
  readonly bytes: number;
  /** Limit without any data. */
  readonly silenceMs: number;
  /** Limit for the whole body. */
  readonly wholeMs: number;
}

const MIB = 1024 * 1024;

/** Limits for a sender without accepted credentials; a body that exceeds the default limit by half is still read to its end. */
const UNREAD: UnreadBounds = { bytes: 32 * MIB, silenceMs: 5_000, wholeMs: 30_000 };

/**
 * Limits for a request to a route that reads bodies of up to `mostBytes`: the same time that such a body may use. A client that sends many
 * bodies at once on a busy machine is silent for several seconds on some of its connections.
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
 * Reads and discards the rest of a body after its response. Most clients write the whole body before they read: cut off earlier, they
 * report a broken pipe and never see the response. Without limits, senders could use the server's bandwidth at will.
 * @param done called once: the body has ended, the client is gone, or a limit is reached
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
    // If the process was busy for this time, data that arrived meanwhile is read before this callback.
    setImmediate(() => {
      if (isSilent) end();
    });
  }, bounds.silenceMs);
  request.on('data', take).once('close', end).resume();
}
