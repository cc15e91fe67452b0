import type { DailyMetrics, DailyQuery } from './daily';
import type { MetricQuery, MetricResult } from './metric';
import type { DetailQuery, TraceDetail, TraceList, TraceListQuery } from './trace';

/**
 * What the query service reads. Every value is effective: defaults are applied here, so that no reader repeats them
 * (contract: Defaults are never stored as values). Times are integer microseconds since the epoch, UTC; free-form
 * values are JSON text, never parsed. Traces below the retention floor are absent.
 *
 * Large answers come in portions, and no database connection is held between two of them: a slow client costs memory
 * for one portion and nothing else. A value that changes while its answer is read may show its newer state.
 *
 * Every method rejects with `StoreUnavailableError` when the database is away, overloaded or too slow.
 */
export interface ReadStore {
  /** One page of the traces that match, and how many match in all (spec 4.2). */
  listTraces(query: TraceListQuery): Promise<TraceList>;
  /** @returns undefined where there is no such trace (spec 4.3) */
  getTrace(query: DetailQuery): Promise<TraceDetail | undefined>;
  /** One page of days, newest first (spec 4.4). */
  dailyMetrics(query: DailyQuery): Promise<DailyMetrics>;
  /**
   * The series of one metric by time bucket (spec 4.6).
   * @throws MetricRangeError where a sum has no finite double
   */
  queryMetric(query: MetricQuery): Promise<MetricResult>;
  /** All metric names, sorted by code point, each once (spec 4.7). */
  metricNames(): Promise<readonly string[]>;
  /** Resolves when the database answers. */
  check(): Promise<void>;
}
