import type { DailyMetrics, Day, DailyModelUsage, Page } from '@sluice/store/read';
import { presentMeta } from './meta';

/** Writes daily metrics (spec 2.8). */
export async function* presentDailyMetrics({ totalItems, days }: DailyMetrics, page: Page): AsyncGenerator<string[]> {
  let date: string | undefined;
  let hasUsage = false;
  yield ['{"data":['];
  for await (const portion of days) {
    for (const day of portion) {
      // A repeated day has further models.
      if (day.date !== date) {
        yield [date === undefined ? '' : ']},', openDay(day)];
        date = day.date;
        hasUsage = false;
      }
      for (const usage of day.usage) {
        yield [hasUsage ? ',' : '', presentUsage(usage)];
        hasUsage = true;
      }
    }
  }
  yield [date === undefined ? '' : ']}', `],"meta":${JSON.stringify(presentMeta(page, totalItems))}}`];
}

/** Writes a day up to its first model. */
function openDay({ date, traces, observations, cost }: Day): string {
  const day = { date, countTraces: traces, countObservations: observations, totalCost: cost, usage: [] };
  return JSON.stringify(day).slice(0, -']}'.length);
}

function presentUsage(usage: DailyModelUsage): string {
  const { inputTokens, outputTokens, totalTokens } = usage;
  const tokens = `"inputUsage":${inputTokens},"outputUsage":${outputTokens},"totalUsage":${totalTokens}`;
  const others = JSON.stringify({
    countTraces: usage.traces,
    countObservations: usage.observations,
    totalCost: usage.cost,
  });
  return `{"model":${JSON.stringify(usage.model)},${tokens},${others.slice(1)}`;
}
