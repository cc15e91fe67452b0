import { unavailable } from './api-error';

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

export interface ByteBudgetOptions {
  /** Bytes that all reservations hold together at most, unless a single one is larger. */
  readonly limit: number;
  /** The message of the 503: what is short, and which setting changes it. */
  readonly refusal: string;
}

/** Bytes that requests in flight may hold together (contract: Limits). */
export class ByteBudget {
  readonly #options: ByteBudgetOptions;
  #held = 0;

  constructor(options: ByteBudgetOptions) {
    this.#options = options;
  }

  get held(): number {
    return this.#held;
  }

  /** A reservation that holds nothing yet; whoever asks for it has to release it. */
  reserve(): Reservation {
    const { limit, refusal } = this.#options;
    let own = 0;
    const resize = (bytes: number): void => {
      const others = this.#held - own;
      if (bytes > own && others > 0 && others + bytes > limit) throw unavailable(refusal);
      this.#held = others + bytes;
      own = bytes;
    };
    return { resize, release: () => resize(0) };
  }
}
