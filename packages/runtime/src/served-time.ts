/** After so long half of what an owner had counts. */
const HALF_LIFE_MS = 10_000;
/** Less than this is forgotten. */
const LEAST_MS = 1;

/** Time that each owner was served, in milliseconds; the longer ago, the less of it counts. */
export class ServedTime {
  readonly #served = new Map<string, number>();
  /** When the numbers of all owners were right, in the time of `performance.now()`. */
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
