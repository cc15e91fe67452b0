/** Lets so many at a time, in the order in which they came. */
export class Turns {
  readonly #most: number;
  readonly #maxWaitMs: number;
  readonly #waiting: { readonly begin: () => void }[] = [];
  #taken = 0;

  /**
   * @param most at a time
   * @param maxWaitMs who waits longer is sent away
   */
  constructor(most: number, maxWaitMs: number) {
    this.#most = most;
    this.#maxWaitMs = maxWaitMs;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether nobody has a turn. */
  get isIdle(): boolean {
    return this.#taken === 0;
  }

  /**
   * Resolves when it is one's turn, with what ends it.
   * @throws Error after too long a wait
   */
  async take(): Promise<() => void> {
    if (this.#taken < this.#most) this.#taken += 1;
    else await this.#wait();
    return () => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken -= 1;
      else next.begin();
    };
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const one = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(one), 1);
        reject(new Error('it took too long until it was its turn'));
      }, this.#maxWaitMs);
      this.#waiting.push(one);
    });
  }
}
