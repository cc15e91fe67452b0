export interface TransferRatesOptions {
  /** Bytes per second below which a transfer is too slow. */
  readonly leastBytesPerSecond: number;
  /** Window of the rate in seconds; a link may be silent within it. */
  readonly windowSeconds?: number;
}

/** Body or response in transfer. */
export interface Transfer {
  /** Bytes that the client has sent or received. */
  readonly bytes: number;
  /** False while the client waits for the server, which restarts its window; absent: always true. */
  readonly isDue?: boolean;
  /**
   * Called when the transfer is too slow.
   * @param rate that it did not reach, for a message
   */
  tooSlow(rate: string): void;
}

const SECOND_MS = 1000;
const WINDOW_SECONDS = 10;

/** Start of the current window of a transfer. */
interface Window {
  bytes: number;
  seconds: number;
}

/**
 * Detects transfers that are too slow, because each holds a connection and memory. One timer follows all of them. The window counts ticks
 * of the timer instead of time: while the process is busy it reads nothing, and no tick passes either.
 */
export class TransferRates {
  readonly #least: number;
  readonly #windowSeconds: number;
  readonly #transfers = new Map<Transfer, Window>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ leastBytesPerSecond, windowSeconds = WINDOW_SECONDS }: TransferRatesOptions) {
    this.#least = leastBytesPerSecond;
    this.#windowSeconds = windowSeconds;
  }

  follow(transfer: Transfer): void {
    this.#transfers.set(transfer, { bytes: transfer.bytes, seconds: 0 });
    this.#timer ??= setInterval(() => this.#tick(), SECOND_MS).unref();
  }

  forget(transfer: Transfer): void {
    this.#transfers.delete(transfer);
  }

  #tick(): void {
    if (this.#transfers.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    for (const [transfer, window] of this.#transfers) {
      const isDue = transfer.isDue ?? true;
      window.seconds += 1;
      if (isDue && window.seconds < this.#windowSeconds) continue;
      if (isDue && transfer.bytes - window.bytes < this.#least * this.#windowSeconds) transfer.tooSlow(this.#rate());
      window.bytes = transfer.bytes;
      window.seconds = 0;
    }
  }

  #rate(): string {
    return `${this.#least} bytes a second over ${this.#windowSeconds} s`;
  }
}
