import { type Micros, parseJson } from '@sluice/record';
import { type Statement, addTime, collectValues, microsOf, microsOfSpan } from './database';
import { HAS_FAILED } from '../trace-outcome';
import { candidateTraces } from './trace-index';
import { type ProjectDatabase, isVisible } from './project';
import type { Held, TraceSelection } from './trace';
import { selectionConditions } from './trace-conditions';
import { where } from './trace-filter';
import { LATENCY } from './trace-row';
import { AGGREGATE_TIMEOUT_MS, withTimeout } from './statement-timeout';

export interface TraceHistogramQuery extends TraceSelection {
  /** Start of the first bucket; the filter selects no earlier trace. */
  readonly from: Micros;
  /** Width of a bucket, in microseconds. */
  readonly width: Micros;
  /** Number of buckets; the last one also contains all later traces. */
  readonly length: number;
  /** Bounds in microseconds, ascending, for counts by latency: below each bound, and at or above the last one. Absent: no such counts. */
  readonly latencyBounds?: readonly Micros[];
}

/** Traces of a time range. */
export interface TraceBucket {
  readonly timestamp: Micros;
  readonly count: number;
  /** Number of them with an observation of the level ERROR. */
  readonly errors: number;
  /** Numbers of them with these outcomes. */
  readonly failed: number;
  readonly recovered: number;
  /** Exact percentiles of latency in microseconds, linearly interpolated; null without traces. */
  readonly p50: Micros | null;
  readonly p95: Micros | null;
  /** USD. */
  readonly totalCost: number;
  /** Counts by latency; one more than there are bounds. */
  readonly byLatency?: readonly number[];
}

export interface TraceHistogram extends Held {
  /** Buckets by time, without gaps. */
  readonly buckets: readonly TraceBucket[];
}

const NO_TRACES = { count: 0, errors: 0, failed: 0, recovered: 0, p50: null, p95: null, totalCost: 0 } as const;

/** Bytes of a bucket, and of a count in it. */
const BUCKET_BYTES = 300;
const COUNT_BYTES = 10;

/**
 * Reads the traces of a selection by time.
 * @throws StoreUnavailableError if the read exceeds its time limit
 */
export async function traceHistogram(
  database: ProjectDatabase,
  query: TraceHistogramQuery,
  statementMs = AGGREGATE_TIMEOUT_MS,
): Promise<TraceHistogram> {
  const rows = await withTimeout<BucketRow>(database, statementMs, await statementOf(database, query));
  const found = new Map(rows.map((row) => [row.bucket, row]));
  const { from, width, length, latencyBounds } = query;
  const none = latencyBounds && { byLatency: Array<number>(latencyBounds.length + 1).fill(0) };
  const buckets = Array.from({ length }, (_, bucket): TraceBucket => {
    const timestamp = from + bucket * width;
    const row = found.get(bucket);
    if (row === undefined) return { timestamp, ...NO_TRACES, ...none };
    const { count, errors, failed, recovered, p50, p95, total_cost, by_latency } = row;
    const byLatency = latencyBounds && { byLatency: parseJson(by_latency) as number[] };
    return { timestamp, count, errors, failed, recovered, p50, p95, totalCost: total_cost, ...byLatency };
  });
  const perBucket = BUCKET_BYTES + COUNT_BYTES * (latencyBounds?.length ?? 0);
  return { buckets, heldBytes: buckets.length * perBucket };
}

interface BucketRow {
  readonly bucket: number;
  readonly count: number;
  readonly errors: number;
  readonly failed: number;
  readonly recovered: number;
  readonly p50: number;
  readonly p95: number;
  readonly total_cost: number;
  /** Text of a JSON array. */
  readonly by_latency: string;
}

async function statementOf(database: ProjectDatabase, query: TraceHistogramQuery): Promise<Statement> {
  const { project } = database;
  const { from, width, length, latencyBounds = [] } = query;
  const source = await candidateTraces(database, query);
  const { values, add } = collectValues();
  const traces = source({ values, add });
  const matches = where([...selectionConditions(project, query, { values, add }), isVisible(project)]);
  const isByLatency = latencyBounds.length > 0;
  const band = isByLatency ? `width_bucket(${microsOfSpan(LATENCY)}, ${add(latencyBounds)}::bigint[])` : '0';
  const counts = Array.from({ length: latencyBounds.length + 1 }, (_, n) => `count(*) filter (where f.band = ${n})`);
  const bin = `date_bin(interval '1 microsecond' * ${add(width)}::bigint, t."timestamp", ${addTime({ add }, from)})`;
  const text = `
    with ${traces.parts} found as materialized (
      select t.error_count, ${HAS_FAILED} as has_failed, t.total_cost, ${microsOfSpan(LATENCY)} as latency, ${band} as band,
             least(${bin}, ${addTime({ add }, from + width * (length - 1))}) as begin
      from ${traces.from} ${matches}
    )
    select (${microsOf('f.begin')} - ${add(from)}::bigint) / ${add(width)}::bigint as bucket,
           count(*) as count, count(*) filter (where f.error_count > 0) as errors,
           count(*) filter (where f.has_failed) as failed, count(*) filter (where f.error_count > 0 and not f.has_failed) as recovered, sum(f.total_cost) as total_cost,
           (percentile_cont(array[0.5, 0.95]) within group (order by f.latency))[1] as p50,
           (percentile_cont(array[0.5, 0.95]) within group (order by f.latency))[2] as p95,
           to_json(array[${counts.join(', ')}])::text as by_latency
    from found f
    group by f.begin`;
  return { text, values };
}
