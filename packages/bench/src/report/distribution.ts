/** Durations in milliseconds and their quantiles. */
export class Distribution {
  readonly #values: number[] = [];
  #sorted = true;

  static of(values: readonly number[]): Distribution {
    const distribution = new Distribution();
    for (const value of values) distribution.add(value);
    return distribution;
  }

  /** All durations, in no order. */
  get values(): readonly number[] {
    return this.#values;
  }

  add(milliseconds: number): void {
    this.#values.push(milliseconds);
    this.#sorted = false;
  }

  addAll(other: Distribution): void {
    for (const value of other.values) this.add(value);
  }

  get count(): number {
    return this.#values.length;
  }

  /** Returns the smallest value that at least this share of all values does not exceed; NaN without values. */
  quantile(share: number): number {
    if (!this.#sorted) this.#values.sort((a, b) => a - b);
    this.#sorted = true;
    return this.#values[Math.max(0, Math.ceil(this.#values.length * share) - 1)] ?? NaN;
  }
}
