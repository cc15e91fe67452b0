import type { TraceQuestion } from '@sluice/testbed/samples';
import type { Portions, ProjectStore } from '@sluice/store/read';

/** Reads that select traces by a filter and conditions. */
export const READS = ['list', 'daily', 'values', 'histogram', 'groups', 'compare'] as const;

const NO_FILTER = { tags: [], environments: [] };
const BUCKETS = 100;

/**
 * Reads what a question selects, to the end of the answer. @param from time of the oldest trace; `width` of a bar of the histogram, both in
 * microseconds
 */
export async function askQuestion(
  store: ProjectStore,
  read: (typeof READS)[number],
  question: TraceQuestion,
  { from, width }: { readonly from: number; readonly width: number },
): Promise<void> {
  const { filter, conditions, order, page, limit } = question;
  const selection = { filter, conditions };
  switch (read) {
    case 'list': {
      const include = { io: false, observations: false };
      return drain((await store.listTraces({ ...selection, order, page, limit, include })).portions);
    }
    case 'daily':
      return drain((await store.dailyMetrics({ ...selection, page, limit })).days);
    case 'values':
      await store.traceValues({ ...selection, field: 'sessionId', prefix: '', limit });
      return;
    case 'histogram':
      await store.traceHistogram({ ...selection, from, width, length: BUCKETS });
      return;
    case 'groups':
      await store.traceGroups({ ...selection, by: 'name', orderBy: 'errors', limit });
      return;
    case 'compare':
      await store.compareTraces({ filter: NO_FILTER, picked: selection, limit });
      return;
  }
}

async function drain(portions: Portions<unknown>): Promise<void> {
  for await (const _ of portions) continue;
}
