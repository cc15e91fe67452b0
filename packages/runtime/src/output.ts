import { writeSync } from 'node:fs';

/** Where a process writes its log and its first screen. */
export interface Output {
  /** Writes at once; never throws. What cannot be written is lost, and counted. */
  write(text: string): void;
  /** Texts that were lost since the last one that was written. */
  readonly lost: number;
}

/** Writes bytes and returns how many: `fs.writeSync`. */
type Write = (fd: number, bytes: Uint8Array) => number;

/** How long a reader may be behind before what it does not take is lost: all other work waits meanwhile. */
const PATIENCE_MS = 250;
const PAUSE_MS = 5;

/**
 * Makes an output of a file descriptor, 1 for standard output. The program does its work whatever becomes of its log:
 * a reader that has gone (`npm start | head`), one that has stopped reading, and a full disk cost lines and nothing else.
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
      // What was cut in the middle is ended first, so that it does not swallow the next line.
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

/** A full pipe fails with EAGAIN instead of waiting, because Node makes it non-blocking. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}
