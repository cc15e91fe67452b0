/** Half-life: after this time half of an owner's served time counts. */
const HALF_LIFE_MS = 10_000;
/** Smaller times are removed. */
const LEAST_MS = 1;

/** Time that each owner was served, in milliseconds, decaying with `HALF_LIFE_MS`. */
export class ServedTime {
  readonly #served = new Map<string, number>();
  /** Time to which all numbers refer, on the clock of `performance.now()`. */
  #at = 0;

  of(owner: string): number {
    return this.#served.get(owner) ?? 0;
  }

  add(owner: string, milliseconds: number): void {
    const now = performance.now();
    const part = 2 ** ((this.#at - now) / HALF_LIFE_MS);
    this.#at = now;
    for (const [each, served] of this.#served) {
      if (served * part < LEAST_MS) this.#served.delete(each);
      else this.#served.set(each, served * part);
    }
    this.#served.set(owner, this.of(owner) + milliseconds);
  }
}
