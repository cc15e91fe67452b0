/** Sums over observations; cost in whole picodollars (1e-12 USD), which stay below 2^53 up to 9,007 USD. */
export interface Sums {
  readonly observations: number;
  readonly errors: number;
  readonly warnings: number;
  /** Number of observations with a known cost. */
  readonly costed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly cost: number;
}

export const NO_SUMS: Sums = {
  ...{ observations: 0, errors: 0, warnings: 0, costed: 0 },
  ...{ inputTokens: 0, outputTokens: 0, totalTokens: 0, cost: 0 },
};

export function addSums(a: Sums, b: Sums): Sums {
  return {
    observations: a.observations + b.observations,
    errors: a.errors + b.errors,
    warnings: a.warnings + b.warnings,
    costed: a.costed + b.costed,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    totalTokens: a.totalTokens + b.totalTokens,
    cost: a.cost + b.cost,
  };
}

/** Formats USD as decimal text with twelve digits. */
export function usd(picodollars: number): string {
  const digits = String(picodollars).padStart(13, '0');
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`;
}
