import { NO_SUMS, addSums, usd } from './sums';
import type { Sums } from './sums';
import type { SeedTrace } from './trace-rows';

export const DAILY_TARGETS = {
  daily_usage:
    'sluice.daily_usage (trace_day, day, model, shard, traces, observations, input_tokens, output_tokens, ' +
    'total_tokens, cost)',
  daily_traces: 'sluice.daily_traces (day, shard, traces)',
} as const;

/** Gathers what the daily tables say about the traces that were made. */
export class DailySums {
  readonly #usage = new Map<string, { traces: number; sums: Sums; costs: bigint }>();
  readonly #traces = new Map<string, number>();

  add({ day, shard, usage }: SeedTrace): void {
    const traces = `${day}\t${shard}`;
    this.#traces.set(traces, (this.#traces.get(traces) ?? 0) + 1);
    for (const [dayAndModel, sums] of usage) {
      const key = `${day}\t${dayAndModel}\t${shard}`;
      const known = this.#usage.get(key) ?? { traces: 0, sums: NO_SUMS, costs: 0n };
      known.traces += 1;
      known.sums = addSums(known.sums, { ...sums, cost: 0 });
      // A day's cost may be beyond what a double holds exactly.
      known.costs += BigInt(sums.cost);
      this.#usage.set(key, known);
    }
  }

  lines(): Readonly<Record<keyof typeof DAILY_TARGETS, string>> {
    const usage = Array.from(
      this.#usage,
      ([key, { traces, sums, costs }]) =>
        `${key}\t${traces}\t${sums.observations}\t${sums.inputTokens}\t${sums.outputTokens}\t${sums.totalTokens}\t${usd(costs)}\n`,
    );
    const traces = Array.from(this.#traces, ([key, count]) => `${key}\t${count}\n`);
    return { daily_usage: usage.join(''), daily_traces: traces.join('') };
  }
}
