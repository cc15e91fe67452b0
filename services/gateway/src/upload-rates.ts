import { unavailable } from '@sluice/http';

export interface UploadRatesOptions {
  /** A body that comes more slowly is refused, in bytes a second. */
  readonly leastBytesPerSecond: number;
  /** Seconds over which that is judged: within them a link may be silent. */
  readonly windowSeconds?: number;
}

/** A body on its way. */
export interface Upload {
  /** What has come of it. */
  readonly bytes: number;
  /** Called when it comes too slowly. */
  tooSlow(error: Error): void;
}

const SECOND_MS = 1000;
const WINDOW_SECONDS = 10;

/** Where the window of an upload began. */
interface Window {
  bytes: number;
  seconds: number;
}

/**
 * Refuses bodies that come too slowly to be meant: each holds a connection and memory. One timer follows all of them. Its
 * ticks are counted, and no time is read: while the process is busy nothing is read, and no tick passes either. The
 * answer is 503, after which every sender sends again: no slow but honest link loses data.
 */
export class UploadRates {
  readonly #least: number;
  readonly #windowSeconds: number;
  readonly #uploads = new Map<Upload, Window>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ leastBytesPerSecond, windowSeconds = WINDOW_SECONDS }: UploadRatesOptions) {
    this.#least = leastBytesPerSecond;
    this.#windowSeconds = windowSeconds;
  }

  follow(upload: Upload): void {
    this.#uploads.set(upload, { bytes: upload.bytes, seconds: 0 });
    this.#timer ??= setInterval(() => this.#tick(), SECOND_MS).unref();
  }

  forget(upload: Upload): void {
    this.#uploads.delete(upload);
  }

  #tick(): void {
    if (this.#uploads.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    for (const [upload, window] of this.#uploads) {
      window.seconds += 1;
      if (window.seconds < this.#windowSeconds) continue;
      if (upload.bytes - window.bytes < this.#least * this.#windowSeconds) upload.tooSlow(this.#refusal());
      window.bytes = upload.bytes;
      window.seconds = 0;
    }
  }

  #refusal(): Error {
    const rate = `${this.#least} bytes a second over ${this.#windowSeconds} s`;
    return unavailable(`the body came at less than ${rate} (MIN_UPLOAD_BYTES_PER_SECOND): send again`);
  }
}
