import { type Micros, formatMicros } from '@sluice/record';
import type { Derived } from './derive';
import type { Picodollars } from './money';

/**
 * Sums over observations. Tokens and cost are those of counted observations only; they are bigints because a trace of
 * ten thousand observations may have more than the 2^53 tokens that a number counts exactly.
 */
export interface UsageSums {
  readonly observations: number;
  readonly inputTokens: bigint;
  readonly outputTokens: bigint;
  readonly totalTokens: bigint;
  readonly cost: Picodollars;
}

export const NO_USAGE: UsageSums = { observations: 0, inputTokens: 0n, outputTokens: 0n, totalTokens: 0n, cost: 0n };

/** What one observation adds to its trace and to its day. */
export interface Contribution extends UsageSums {
  /** UTC day of the start, `YYYY-MM-DD`. */
  readonly day: string;
  /** '' where the observation has no model. */
  readonly model: string;
  readonly start: Micros;
  readonly end: Micros;
}

/** The UTC day of a time, `YYYY-MM-DD`. */
export function dayOf(micros: Micros): string {
  return formatMicros(micros).slice(0, 10);
}

export function contributionOf(derived: Derived, model: string | undefined, counted: boolean): Contribution {
  const tokens = counted ? derived.tokens : undefined;
  return {
    day: dayOf(derived.start),
    model: model ?? '',
    start: derived.start,
    end: derived.end,
    observations: 1,
    inputTokens: BigInt(tokens?.input ?? 0),
    outputTokens: BigInt(tokens?.output ?? 0),
    totalTokens: BigInt(tokens?.total ?? 0),
    cost: (counted ? derived.cost?.total : undefined) ?? 0n,
  };
}

/** a + factor * b, member by member. */
export function addUsage(a: UsageSums, b: UsageSums, factor: 1 | -1 = 1): UsageSums {
  const times = BigInt(factor);
  return {
    observations: a.observations + factor * b.observations,
    inputTokens: a.inputTokens + times * b.inputTokens,
    outputTokens: a.outputTokens + times * b.outputTokens,
    totalTokens: a.totalTokens + times * b.totalTokens,
    cost: a.cost + times * b.cost,
  };
}

export function isZero(usage: UsageSums): boolean {
  return (
    usage.observations === 0 &&
    usage.inputTokens === 0n &&
    usage.outputTokens === 0n &&
    usage.totalTokens === 0n &&
    usage.cost === 0n
  );
}

/** A key of `trace_usage` below its trace. */
export interface UsageKey {
  readonly day: string;
  readonly model: string;
}

/** Usage by day and model: the rows of one trace in `trace_usage`, or a difference to them. */
export class UsageTable {
  readonly #rows = new Map<string, { key: UsageKey; sums: UsageSums }>();

  add(key: UsageKey, sums: UsageSums, factor: 1 | -1 = 1): void {
    const text = `${key.day}${key.model}`;
    const known = this.#rows.get(text)?.sums ?? NO_USAGE;
    this.#rows.set(text, { key: { day: key.day, model: key.model }, sums: addUsage(known, sums, factor) });
  }

  get(key: UsageKey): UsageSums {
    return this.#rows.get(`${key.day}${key.model}`)?.sums ?? NO_USAGE;
  }

  /** Rows that are not all zero. */
  entries(): { key: UsageKey; sums: UsageSums }[] {
    return [...this.#rows.values()].filter(({ sums }) => !isZero(sums));
  }
}
