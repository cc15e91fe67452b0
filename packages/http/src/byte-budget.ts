import { SharedLimit } from '@sluice/runtime';
import { unavailable } from './api-error';

/** What one request holds of the budget. */
export interface Reservation {
  /**
   * Holds so many bytes from now on, more or less than before. A single request may always run, so that a limit below
   * its size cannot lock it out.
   * @throws ApiError 503 at once when they do not fit beside what others hold, or pass the share of the project: waiting
   *   would only move the queue into memory. What was held before stays held.
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

/** Bytes that requests in flight may hold together, with a share for each project (contract: Limits). */
export class ByteBudget {
  readonly #bytes: SharedLimit;
  readonly #refusal: string;

  constructor({ limit, refusal }: ByteBudgetOptions) {
    this.#bytes = new SharedLimit(limit);
    this.#refusal = refusal;
  }

  get held(): number {
    return this.#bytes.held;
  }

  /** Makes a reservation that holds nothing yet; its user has to release it. @param project absent: the default one */
  reserve(project = ''): Reservation {
    let own = 0;
    const resize = (bytes: number): void => {
      if (!this.#bytes.fits(project, { has: own, wants: bytes })) throw unavailable(this.#refusal);
      this.#bytes.add(project, bytes - own);
      own = bytes;
    };
    return { resize, release: () => resize(0) };
  }
}
