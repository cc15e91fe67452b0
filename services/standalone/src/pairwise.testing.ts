/** Possible values of each factor, by its name. */
export type Factors = Readonly<Record<string, readonly string[]>>;
/** Combination with one value of each factor. */
export type Combination<F extends Factors> = { readonly [Name in keyof F]: F[Name][number] };

/**
 * Returns combinations in which any two values of different factors occur together at least once: they find a fault that needs two values
 * with far fewer combinations than all. Greedy and deterministic.
 */
export function pairwise<F extends Factors>(factors: F): Combination<F>[] {
  const names = Object.keys(factors);
  const missing = new Set(allPairs(factors));
  const combinations: Combination<F>[] = [];
  for (const pair of missing) {
    const chosen = new Map(JSON.parse(pair) as [string, string][]);
    for (const name of names) {
      if (chosen.has(name)) continue;
      const gains = (factors[name] ?? []).map((value) => ({
        value,
        gain: [...chosen].filter((other) => missing.has(pairKey([name, value], other))).length,
      }));
      const best = gains.reduce((one, other) => (other.gain > one.gain ? other : one));
      chosen.set(name, best.value);
    }
    for (const covered of pairsOf([...chosen])) missing.delete(covered);
    combinations.push(Object.fromEntries(chosen) as Combination<F>);
  }
  return combinations;
}

/** Returns all pairs of values of different factors. */
export function allPairs(factors: Factors): string[] {
  const names = Object.keys(factors);
  return names.flatMap((one, index) =>
    names
      .slice(index + 1)
      .flatMap((other) =>
        (factors[one] ?? []).flatMap((value) =>
          (factors[other] ?? []).map((otherValue) => pairKey([one, value], [other, otherValue])),
        ),
      ),
  );
}

/** Returns all pairs of values of one combination. */
export function pairsOf(values: readonly (readonly [name: string, value: string])[]): string[] {
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => pairKey(one, other)));
}

const pairKey = (one: readonly [string, string], other: readonly [string, string]): string =>
  JSON.stringify(one[0] < other[0] ? [one, other] : [other, one]);
