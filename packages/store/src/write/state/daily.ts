import type { ModelUsage } from '../port';
import { usdOf } from './money';
import { NO_USAGE, type UsageKey, type UsageSums, type UsageTable, addUsage, isZero } from './usage';

/** A difference to one row of `daily_usage`. */
export interface DailyDelta extends UsageSums {
  readonly traceDay: string;
  readonly day: string;
  readonly model: string;
  readonly shard: number;
  /** Traces that have usage of this day and model. */
  readonly traces: number;
}

/** A difference to one row of `daily_traces`. */
export interface TraceCountDelta {
  readonly day: string;
  readonly shard: number;
  readonly traces: number;
}

/** Gathers what a transaction changes in the daily tables; one row is touched once, in key order. */
export class DailyChanges {
  readonly #usage = new Map<string, DailyDelta>();
  readonly #traces = new Map<string, TraceCountDelta>();

  /** A trace's usage row (day, model) went from `before` to `after`, and its trace day likewise; undefined: none. */
  moveUsage(
    shard: number,
    key: UsageKey,
    before: { traceDay: string; sums: UsageSums } | undefined,
    after: { traceDay: string; sums: UsageSums },
  ): void {
    if (before !== undefined) this.#addUsage(shard, key, before.traceDay, before.sums, -1);
    this.#addUsage(shard, key, after.traceDay, after.sums, 1);
  }

  /** A trace came to a day, or left it. */
  countTrace(shard: number, day: string, traces: 1 | -1): void {
    const text = `${day}/${shard}`;
    this.#traces.set(text, { day, shard, traces: (this.#traces.get(text)?.traces ?? 0) + traces });
  }

  /** Takes over what `changes` has gathered. */
  addAll(changes: DailyChanges): void {
    for (const [text, row] of changes.#usage) {
      const known = this.#usage.get(text);
      this.#usage.set(
        text,
        known === undefined ? row : { ...row, traces: known.traces + row.traces, ...addUsage(known, row, 1) },
      );
    }
    for (const [text, row] of changes.#traces) {
      const known = this.#traces.get(text);
      this.#traces.set(text, known === undefined ? row : { ...row, traces: known.traces + row.traces });
    }
  }

  /** Differences that are not zero, sorted by the primary key: every transaction locks rows in the same order. */
  usage(): DailyDelta[] {
    return sorted(
      [...this.#usage.values()].filter((row) => row.traces !== 0 || !isZero(row)),
      (row) => [row.traceDay, row.day, row.model, row.shard].join('\u0000'),
    );
  }

  /** Differences by model, over all days; those that are zero are left out. */
  byModel(): ModelUsage[] {
    const models = new Map<string, UsageSums>();
    for (const row of this.#usage.values()) models.set(row.model, addUsage(models.get(row.model) ?? NO_USAGE, row));
    return [...models].flatMap(([model, sums]) => {
      const { observations, inputTokens, outputTokens, cost } = sums;
      return isZero(sums)
        ? []
        : [
            {
              model,
              observations,
              inputTokens: Number(inputTokens),
              outputTokens: Number(outputTokens),
              usd: usdOf(cost),
            },
          ];
    });
  }

  traces(): TraceCountDelta[] {
    return sorted(
      [...this.#traces.values()].filter((row) => row.traces !== 0),
      (row) => `${row.day}/${row.shard}`,
    );
  }

  #addUsage(shard: number, key: UsageKey, traceDay: string, sums: UsageSums, factor: 1 | -1): void {
    if (isZero(sums)) return;
    const text = `${traceDay}/${key.day}/${shard}/${key.model}`;
    const known = this.#usage.get(text);
    this.#usage.set(text, {
      traceDay,
      ...key,
      shard,
      traces: (known?.traces ?? 0) + factor,
      ...addUsage(known ?? NO_USAGE, sums, factor),
    });
  }
}

function sorted<T>(rows: T[], keyOf: (row: T) => string): T[] {
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ row }) => row);
}

/** Gathers the daily differences of a trace whose usage went from `before` to `after`. */
export function moveTraceUsage(
  daily: DailyChanges,
  shard: number,
  before: { traceDay: string; rows: UsageTable } | undefined,
  after: { traceDay: string; rows: UsageTable },
): void {
  const keys = new Map<string, UsageKey>();
  for (const { key } of [...(before?.rows.entries() ?? []), ...after.rows.entries()])
    keys.set(key.day + key.model, key);
  for (const key of keys.values()) {
    daily.moveUsage(
      shard,
      key,
      before === undefined ? undefined : { traceDay: before.traceDay, sums: before.rows.get(key) },
      { traceDay: after.traceDay, sums: after.rows.get(key) },
    );
  }
}
