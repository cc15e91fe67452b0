import type { Pool } from 'pg';
import { dailyMetrics } from './daily-metrics';
import { createDatabase } from './database';
import { getTrace } from './get-trace';
import { listTraces } from './list-traces';
import { metricNames } from './metric-names';
import type { ReadStore } from './port';
import { recordsMissing } from './positions';
import { queryMetric } from './query-metric';
import { checkRights } from './rights';

/** Makes the read port on a pool of `readPoolConfig`. The pool stays the caller's to watch and to close. */
export function createReadStore({ pool }: { readonly pool: Pool }): ReadStore {
  const database = createDatabase(pool);
  return {
    listTraces: (query) => listTraces(database, query),
    getTrace: (query) => getTrace(database, query),
    dailyMetrics: (query) => dailyMetrics(database, query),
    queryMetric: (query) => queryMetric(database, query),
    metricNames: () => metricNames(database),
    recordsMissing: (places) => recordsMissing(database, places),
    check: () => checkRights(database),
  };
}
