import { BusUnavailableError } from './bus';

export interface PendingBudgetOptions {
  /** Bytes that records may take together, unless a single publish is larger. */
  readonly limit: number;
  /** The error of a sender whose records do not fit. */
  readonly refusal: string;
}

/** Bytes kept free for a publish that did not fit: at most this part of the limit, so that no size stops the others. */
const MOST_KEPT = 1 / 8;

/**
 * The bytes of records that wait to be safe. A publish of any size fits where nothing waits, so that none is locked out.
 */
export class PendingBudget {
  readonly #options: PendingBudgetOptions;
  #held = 0;
  /** Bytes of a publish that did not fit. Until as many are free, the next ones would most likely be refused as well. */
  #missed = 0;

  constructor(options: PendingBudgetOptions) {
    this.#options = options;
  }

  /** Bytes that are held now. */
  get held(): number {
    return this.#held;
  }

  /**
   * Whether records are worth being made: not while fewer bytes are free than the last publish missed.
   * @throws BusUnavailableError
   */
  admit(): void {
    this.check(Math.max(this.#missed, 1));
  }

  /** @throws BusUnavailableError when so many bytes do not fit now */
  check(bytes: number): void {
    const { limit, refusal } = this.#options;
    if (this.#held > 0 && this.#held + bytes > limit) throw new BusUnavailableError(refusal);
  }

  /** @throws as `check`; nothing is held then */
  take(bytes: number): void {
    try {
      this.check(bytes);
    } catch (error) {
      this.#missed = Math.max(this.#missed, Math.min(bytes, this.#options.limit * MOST_KEPT));
      throw error;
    }
    this.#held += bytes;
  }

  give(bytes: number): void {
    this.#held -= bytes;
    if (this.#held === 0 || this.#held + this.#missed <= this.#options.limit) this.#missed = 0;
  }
}
