import type { Writable } from 'node:stream';

/**
 * Lets a command finish when the reader of its output has gone (`sluice offsets show | head`): what it would still print
 * is lost and nothing else. Any other error of the stream, a full disk for instance, stays an uncaught one.
 */
export function surviveClosedReader(stream: Writable): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
