import { DAY_MICROS, type Micros, type Observation, formatMicros } from '@sluice/record';
import type { Cost, Derived } from './derive';
import type { Picodollars } from './money';
import { type ExactInteger, plus, exactInteger } from './exact-integer';

/** Sums over observations. Tokens and cost are those of counted observations only. */
export interface UsageSums {
  readonly observations: number;
  readonly inputTokens: ExactInteger;
  readonly outputTokens: ExactInteger;
  readonly totalTokens: ExactInteger;
  readonly cost: Picodollars;
}

/** Mutable sums. */
export type GrowingSums = { -readonly [Name in keyof UsageSums]: UsageSums[Name] };

export const NO_USAGE: UsageSums = { observations: 0, inputTokens: 0, outputTokens: 0, totalTokens: 0, cost: 0 };

/** Counts of observations in the row of their trace. */
export interface RowCounts {
  /** Observations of the level, whether their tokens are counted or not. */
  readonly errors: number;
  readonly warnings: number;
  /** Counted observations with a known cost, which may be 0. */
  readonly costed: number;
}

/** Sums and counts that one observation adds to its trace and to its day. */
export interface Contribution extends UsageSums, RowCounts {
  /** UTC day of the start, `YYYY-MM-DD`. */
  readonly day: string;
  /** Model; '' if the observation has none. */
  readonly model: string;
  readonly start: Micros;
  readonly end: Micros;
}

/** Day of the last call: consecutive times are mostly of one day. */
let lastDay = NaN;
let lastText = '';

/** Returns the UTC day of a time, `YYYY-MM-DD`. */
export function dayOf(micros: Micros): string {
  const day = Math.floor(micros / DAY_MICROS);
  if (day !== lastDay) {
    lastText = formatMicros(micros).slice(0, 10);
    lastDay = day;
  }
  return lastText;
}

/**
 * Returns the contribution of an observation.
 * @param counted whether its tokens and cost are in the sums, by all that is stored of its trace
 */
export function contributionOf(
  derived: Pick<Derived, 'start' | 'end' | 'tokens'> & { readonly cost: Pick<Cost, 'total'> | undefined },
  { model, level }: Pick<Observation, 'model' | 'level'>,
  counted: boolean,
): Contribution {
  const tokens = counted ? derived.tokens : undefined;
  const cost = counted ? derived.cost?.total : undefined;
  return {
    day: dayOf(derived.start),
    model: model ?? '',
    start: derived.start,
    end: derived.end,
    observations: 1,
    errors: level === 'ERROR' ? 1 : 0,
    warnings: level === 'WARNING' ? 1 : 0,
    costed: cost === undefined ? 0 : 1,
    inputTokens: exactInteger(tokens?.input ?? 0),
    outputTokens: exactInteger(tokens?.output ?? 0),
    totalTokens: exactInteger(tokens?.total ?? 0),
    cost: cost ?? 0,
  };
}

/** Adds factor * b, member by member. */
export function addUsage(sums: GrowingSums, b: UsageSums, factor: 1 | -1 = 1): void {
  sums.observations += factor * b.observations;
  sums.inputTokens = plus(sums.inputTokens, b.inputTokens, factor);
  sums.outputTokens = plus(sums.outputTokens, b.outputTokens, factor);
  sums.totalTokens = plus(sums.totalTokens, b.totalTokens, factor);
  sums.cost = plus(sums.cost, b.cost, factor);
}

export function isZero(usage: UsageSums): boolean {
  return (
    usage.observations === 0 &&
    usage.inputTokens === 0 &&
    usage.outputTokens === 0 &&
    usage.totalTokens === 0 &&
    usage.cost === 0
  );
}

/** Key of a row of `trace_usage` within its trace. */
export interface UsageKey {
  readonly day: string;
  readonly model: string;
}

/** Usage of one day and model. */
interface UsageRow {
  readonly key: UsageKey;
  readonly sums: GrowingSums;
}

/** Rows from which on a table finds them by their keys: most tables have fewer, and a map for each costs more than all of their rows. */
const MANY = 8;

/** Usage by day and model: the rows of one trace in `trace_usage`, or a difference of such rows. */
export class UsageTable {
  readonly #rows: UsageRow[] = [];
  #byKey: Map<string, UsageRow> | undefined;

  add({ day, model }: UsageKey, sums: UsageSums, factor: 1 | -1 = 1): void {
    let row = this.#find(day, model);
    if (row === undefined) {
      row = { key: { day, model }, sums: { ...NO_USAGE } };
      this.#rows.push(row);
      this.#byKey?.set(day + model, row);
    }
    addUsage(row.sums, sums, factor);
  }

  get({ day, model }: UsageKey): UsageSums {
    return this.#find(day, model)?.sums ?? NO_USAGE;
  }

  /** Returns the rows that are not all zero. */
  entries(): readonly { readonly key: UsageKey; readonly sums: UsageSums }[] {
    return this.#rows.some(({ sums }) => isZero(sums)) ? this.#rows.filter(({ sums }) => !isZero(sums)) : this.#rows;
  }

  #find(day: string, model: string): UsageRow | undefined {
    if (this.#rows.length < MANY) {
      for (const row of this.#rows) if (row.key.model === model && row.key.day === day) return row;
      return undefined;
    }
    this.#byKey ??= new Map(this.#rows.map((row) => [row.key.day + row.key.model, row]));
    return this.#byKey.get(day + model);
  }
}
