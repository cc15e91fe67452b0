/** Lets one at a time, in the order in which they came. */
export class Turns {
  readonly #maxWaitMs: number;
  readonly #waiting: { readonly begin: () => void }[] = [];
  #taken = false;

  /** @param maxWaitMs who waits longer is sent away */
  constructor(maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Resolves when it is one's turn, with what ends it.
   * @throws Error after too long a wait
   */
  async take(): Promise<() => void> {
    if (this.#taken) await this.#wait();
    this.#taken = true;
    return () => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken = false;
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
