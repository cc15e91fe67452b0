import { SharedLimit } from '@sluice/runtime';
import { unavailable } from './api-error';

/** Share of the budget that one request holds. */
export interface Reservation {
  /**
   * Sets the number of bytes that the reservation holds. A single request may always run, so that a limit below its size cannot block it.
   * @throws ApiError 503 at once when the bytes do not fit in addition to those of others, or exceed the share of the project: waiting
   * would only move the queue into memory. The reservation is then unchanged.
   */
  resize(bytes: number): void;
  /** Releases all bytes. */
  release(): void;
}

export interface ByteBudgetOptions {
  /** Limit in bytes of all reservations together; a single larger one is accepted. */
  readonly limit: number;
  /** Message of the 503: names the shortage, and the setting that changes the limit. */
  readonly refusal: string;
}

/** Budget of the bytes that requests in flight hold together, with a share for each project (contract: Limits). */
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

  /**
   * Makes a reservation of 0 bytes; the caller has to release it.
   * @param project absent: the default one
   */
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
