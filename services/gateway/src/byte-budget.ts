import { unavailable } from '@sluice/http';

/** What one request holds of the budget. */
export interface Reservation {
  /**
   * Holds so many bytes from now on, more or less than before. A single request may always run, so that a limit below
   * its size cannot lock it out.
   * @throws ApiError 503 at once when they do not fit beside what others hold: waiting would only move the queue into
   *   memory. What was held before stays held.
   */
  resize(bytes: number): void;
  /** Gives everything back. */
  release(): void;
}

/** Bytes that requests in flight may hold together (contract: Limits). */
export class ByteBudget {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get held(): number {
    return this.#held;
  }

  /** A reservation that holds nothing yet; whoever asks for it has to release it. */
  reserve(): Reservation {
    let own = 0;
    const resize = (bytes: number): void => {
      const others = this.#held - own;
      if (bytes > own && others > 0 && others + bytes > this.#limit) {
        throw unavailable('too many bytes are in flight: send again, or raise MAX_INFLIGHT_BYTES');
      }
      this.#held = others + bytes;
      own = bytes;
    };
    return { resize, release: () => resize(0) };
  }
}
