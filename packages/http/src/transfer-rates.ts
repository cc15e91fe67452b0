export interface TransferRatesOptions {
  /** A transfer that makes less is too slow, in bytes a second. */
  readonly leastBytesPerSecond: number;
  /** Seconds over which that is judged: within them a link may be silent. */
  readonly windowSeconds?: number;
}

/** A body, or an answer, on its way. */
export interface Transfer {
  /** What the client has sent, or taken. */
  readonly bytes: number;
  /** False while the client waits for this side, which begins its window again; absent: never. */
  readonly isDue?: boolean;
  /** Called when it is too slow. @param rate that it did not reach, for a message */
  tooSlow(rate: string): void;
}

const SECOND_MS = 1000;
const WINDOW_SECONDS = 10;

/** Where the window of a transfer began. */
interface Window {
  bytes: number;
  seconds: number;
}

/**
 * Finds transfers that are too slow to be meant: each holds a connection and memory. One timer follows all of them. Its
 * ticks are counted, and no time is read: while the process is busy nothing is read, and no tick passes either.
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
