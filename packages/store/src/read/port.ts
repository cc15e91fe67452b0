import type { DailyMetrics, DailyQuery } from './daily';
import type { MetricNames, MetricQuery, MetricResult } from './metric';
import type { LogPlace } from './positions';
import type { DetailQuery, TraceDetail, TraceList, TraceListQuery } from './trace';

/**
 * What the query service reads. Every value is effective: defaults are applied here, so that no reader repeats them
 * (contract: Defaults are never stored as values). Times are integer microseconds since the epoch, UTC; free-form
 * values are JSON text, never parsed. Traces below the retention floor are absent.
 *
 * Every answer has the memory that it takes at a time (`heldBytes`), and nothing that is not bounded by itself is read
 * before it is asked for. Large ones come in portions, and no database connection is held between two of them: a slow
 * client costs memory for one portion and nothing else. A value that changes while its answer is read may show its
 * newer state; one that is too long to be read at once and changes just then ends its answer.
 *
 * Every method, and every portion, rejects with `StoreUnavailableError` when the database is away, overloaded or too slow,
 * and when retention removes what is being read.
 */
export interface ReadStore {
  /** One page of the traces that match, and how many match in all (spec 4.2). */
  listTraces(query: TraceListQuery): Promise<TraceList>;
  /** @returns undefined where there is no such trace (spec 4.3) */
  getTrace(query: DetailQuery): Promise<TraceDetail | undefined>;
  /** One page of days, newest first (spec 4.4). */
  dailyMetrics(query: DailyQuery): Promise<DailyMetrics>;
  /** The series of one metric by time bucket (spec 4.6). */
  queryMetric(query: MetricQuery): Promise<MetricResult>;
  /** All metric names (spec 4.7). */
  metricNames(): Promise<MetricNames>;
  /** How many records up to these places of a log are not stored yet, over all their partitions. */
  recordsMissing(places: readonly LogPlace[]): Promise<number>;
  /** Resolves when the database answers. */
  check(): Promise<void>;
}
