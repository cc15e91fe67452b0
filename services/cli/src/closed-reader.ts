import type { Writable } from 'node:stream';

/**
 * Lets a command finish when the reader of its output has exited (`sluice offsets show | head`): the rest of its output is lost and nothing
 * else. Any other error of the stream, for example a full disk, stays an uncaught one.
 */
export function surviveClosedReader(stream: Writable): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
