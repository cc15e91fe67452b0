import { writeSync } from 'node:fs';

/** Output of a process for its log and its first screen. */
export interface Output {
  /** Writes synchronously; never throws. Text that cannot be written is lost, and counted. */
  write(text: string): void;
  /** Number of texts that were lost since the last successful write. */
  readonly lost: number;
}

/** Writes bytes and returns their number: `fs.writeSync`. */
type Write = (fd: number, bytes: Uint8Array) => number;

/** Time to wait for a slow reader before text is lost: all other work waits meanwhile. */
const PATIENCE_MS = 250;
const PAUSE_MS = 5;

/**
 * Makes an output of a file descriptor, 1 for standard output. The program works regardless of its log: a reader that has exited (`npm
 * start | head`), one that has stopped reading, and a full disk cost lines and nothing else.
 */
export function createOutput(fd: number, write: Write = writeSync): Output {
  let lost = 0;
  let isCut = false;
  let isBehind = false;

  /** @returns whether everything was written */
  function writeAll(bytes: Uint8Array): boolean {
    let rest = bytes;
    const giveUp = performance.now() + (isBehind ? 0 : PATIENCE_MS);
    while (rest.length > 0) {
      try {
        rest = rest.subarray(write(fd, rest));
      } catch (error) {
        isBehind = codeOf(error) === 'EAGAIN';
        if (!isBehind || performance.now() >= giveUp) {
          isCut ||= rest.length < bytes.length;
          return false;
        }
        pause();
      }
    }
    return true;
  }

  return {
    get lost() {
      return lost;
    },
    write(text) {
      // A line that was cut is ended first, so that it does not swallow the next line.
      if (writeAll(Buffer.from(isCut ? `\n${text}` : text))) {
        lost = 0;
        isCut = false;
        isBehind = false;
      } else {
        lost += 1;
      }
    },
  };
}

function codeOf(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
}

/** Waits before a retry: a full pipe fails with EAGAIN, because Node makes it non-blocking. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}
