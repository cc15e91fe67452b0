import { projectOfShard } from '../../projects';
import type { ModelUsage } from '../port';
import { usdOf } from './money';
import { type GrowingSums, NO_USAGE, type UsageKey, type UsageSums, type UsageTable, addUsage, isZero } from './usage';

/** Key of a row of `daily_usage`. */
interface DailyKey extends UsageKey {
  readonly traceDay: string;
  readonly shard: number;
}

/** Difference of one row of `daily_usage`. */
export interface DailyDelta extends DailyKey, UsageSums {
  /** Number of traces that have usage of this day and model. */
  readonly traces: number;
}

/** Difference of one row of `daily_traces`. */
export interface TraceCountDelta {
  readonly day: string;
  readonly shard: number;
  readonly traces: number;
}

interface GrowingDelta extends DailyKey, GrowingSums {
  traces: number;
}

/** Collects the changes of a transaction in the daily tables; each row is written once, in key order. */
export class DailyChanges {
  readonly #usage = new Map<string, GrowingDelta>();
  /** The rows of the last shard and days, by model: most traces of a transaction have these. */
  #last: { readonly of: Omit<DailyKey, 'model'>; readonly rows: Map<string, GrowingDelta> } | undefined;
  readonly #traces = new Map<string, TraceCountDelta>();

  /** Adds the usage of a trace to the day of its timestamp, or subtracts it. */
  moveUsage(shard: number, traceDay: string, rows: UsageTable, factor: 1 | -1): void {
    for (const { key, sums } of rows.entries()) {
      this.#addUsage({ traceDay, day: key.day, model: key.model, shard }, sums, factor, factor);
    }
  }

  /**
   * Changes the usage of a trace whose timestamp stays on the same day: equals `moveUsage` of the usage before and after.
   * @param rows before the change
   */
  changeUsage(shard: number, traceDay: string, rows: UsageTable, change: UsageTable): void {
    for (const { key, sums } of change.entries()) {
      const before = rows.get(key);
      const after = { ...before };
      addUsage(after, sums);
      const traces = Number(!isZero(after)) - Number(!isZero(before));
      this.#addUsage({ traceDay, day: key.day, model: key.model, shard }, sums, traces, 1);
    }
  }

  /** Adds usage of one day and model to a trace. @param traces 1 if the trace had none of these before, else 0 */
  addRow(shard: number, traceDay: string, { day, model }: UsageKey, sums: UsageSums, traces: number): void {
    this.#addUsage({ traceDay, day, model, shard }, sums, traces, 1);
  }

  /** Adds a trace to a day, or subtracts it. */
  countTrace(shard: number, day: string, traces: 1 | -1): void {
    const text = `${day}/${shard}`;
    this.#traces.set(text, { day, shard, traces: (this.#traces.get(text)?.traces ?? 0) + traces });
  }

  /** Adds the changes of another collection. */
  addAll(changes: DailyChanges): void {
    for (const row of changes.#usage.values()) this.#addUsage(row, row, row.traces, 1);
    for (const [text, row] of changes.#traces) {
      const known = this.#traces.get(text);
      this.#traces.set(text, known === undefined ? row : { ...row, traces: known.traces + row.traces });
    }
  }

  /** Returns differences that are not zero, sorted by the primary key: every transaction locks rows in the same order. */
  usage(): DailyDelta[] {
    return sorted(
      [...this.#usage.values()].filter((row) => row.traces !== 0 || !isZero(row)),
      (row) => [row.traceDay, row.day, row.model, row.shard].join('\u0000'),
    );
  }

  /** Returns differences by project and model, over all days, without zeros. */
  byModel(): ModelUsage[] {
    const models = new Map<string, { readonly project: number; readonly model: string; readonly sums: GrowingSums }>();
    for (const row of this.#usage.values()) {
      const { model } = row;
      const project = projectOfShard(row.shard);
      const key = `${project}/${model}`;
      let known = models.get(key);
      if (known === undefined) models.set(key, (known = { project, model, sums: { ...NO_USAGE } }));
      addUsage(known.sums, row);
    }
    return [...models.values()].flatMap(({ project, model, sums }) => {
      const { observations, inputTokens, outputTokens, cost } = sums;
      return isZero(sums)
        ? []
        : [
            {
              project,
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

  #addUsage(key: DailyKey, sums: UsageSums, traces: number, factor: 1 | -1): void {
    const { traceDay, day, model, shard } = key;
    let last = this.#last;
    if (last?.of.shard !== shard || last.of.day !== day || last.of.traceDay !== traceDay) {
      this.#last = last = { of: { traceDay, day, shard }, rows: new Map() };
    }
    let row = last.rows.get(model);
    if (row === undefined) last.rows.set(model, (row = this.#rowOf(key)));
    row.traces += traces;
    addUsage(row, sums, factor);
  }

  #rowOf({ traceDay, day, model, shard }: DailyKey): GrowingDelta {
    const text = `${traceDay}/${day}/${shard}/${model}`;
    let row = this.#usage.get(text);
    if (row === undefined) this.#usage.set(text, (row = { traceDay, day, model, shard, traces: 0, ...NO_USAGE }));
    return row;
  }
}

function sorted<T>(rows: T[], keyOf: (row: T) => string): T[] {
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ row }) => row);
}
