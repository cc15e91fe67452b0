import type { DailyMetrics, Day, Page } from '@sluice/store/read';
import { presentMeta } from './meta';

/** Daily metrics as they are answered (spec 2.8). */
export function presentDailyMetrics({ totalItems, days }: DailyMetrics, page: Page): string {
  return JSON.stringify({ data: days.map(presentDay), meta: presentMeta(page, totalItems) });
}

function presentDay({ date, traces, observations, cost, usage }: Day): object {
  return {
    date,
    countTraces: traces,
    countObservations: observations,
    totalCost: cost,
    usage: usage.map((entry) => ({
      model: entry.model,
      inputUsage: entry.inputTokens,
      outputUsage: entry.outputTokens,
      totalUsage: entry.totalTokens,
      countTraces: entry.traces,
      countObservations: entry.observations,
      totalCost: entry.cost,
    })),
  };
}
