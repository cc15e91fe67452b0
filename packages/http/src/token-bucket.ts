/** Tolerance for rounding in sums of times and amounts. */
const ROUNDING = 1e-6;

/**
 * Token bucket with a rate and a capacity of `perSecond`. An amount may exceed the level, because a single request may exceed the capacity.
 * Then nothing is admitted until the debt is paid back.
 */
export class TokenBucket {
  readonly #perSecond: number;
  #level: number;
  #at: number;

  /** @param now in seconds, monotonic, as in the other functions */
  constructor(perSecond: number, now: number) {
    this.#perSecond = perSecond;
    this.#level = perSecond;
    this.#at = now;
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** Returns the whole seconds until a request is admitted; 0: now. */
  wait(now: number): number {
    this.#refill(now);
    // Below one token nothing is admitted.
    return this.#level >= 1 - ROUNDING ? 0 : Math.max(1, Math.ceil((1 - this.#level) / this.#perSecond));
  }

  /** @param amount to subtract; negative to return tokens */
  take(amount: number, now: number): void {
    this.#refill(now);
    this.#level = Math.min(this.#perSecond, this.#level - amount);
  }

  #refill(now: number): void {
    this.#level = Math.min(this.#perSecond, this.#level + (now - this.#at) * this.#perSecond);
    this.#at = now;
  }
}
