/** Of sums of times and amounts. */
const ROUNDING = 1e-6;

/**
 * Lets through so much a second, and as much at once. What is taken may be more than there is: a single request may be larger
 * than all the bucket holds. Then nothing is let through until all of that debt is paid back.
 */
export class TokenBucket {
  readonly #perSecond: number;
  #level: number;
  #at: number;

  /** @param now in seconds, monotonic, here as in the other functions */
  constructor(perSecond: number, now: number) {
    this.#perSecond = perSecond;
    this.#level = perSecond;
    this.#at = now;
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** Whole seconds until something is let through again; 0: it is now. */
  wait(now: number): number {
    this.#refill(now);
    // With less than one there is nothing to take.
    return this.#level >= 1 - ROUNDING ? 0 : Math.max(1, Math.ceil((1 - this.#level) / this.#perSecond));
  }

  /** @param amount what was taken, or, where it is negative, is given back */
  take(amount: number, now: number): void {
    this.#refill(now);
    this.#level = Math.min(this.#perSecond, this.#level - amount);
  }

  #refill(now: number): void {
    this.#level = Math.min(this.#perSecond, this.#level + (now - this.#at) * this.#perSecond);
    this.#at = now;
  }
}
