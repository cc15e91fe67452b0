import { WORKLOADS, type WorkloadName } from '../load/workloads';
import { collectorSeconds } from './collector-seconds';
import { type LoadResult, spansPerSecond as perSecond } from './load';
import { readTableSizes } from './table-sizes';
import type { Testbed } from './testbed';
import { compareStored, countStored } from './count-stored-items';
import { type Usage, watchUsage } from './watch-usage';
import { type WrittenLog, logPosition, readLogSince, waitForIndex } from './written-log';

/** Cost of a load until all its traces are indexed: usage of both processes, WAL, and growth of all tables. */
export type Cost = Readonly<Record<'product' | 'postgres', Usage>> & {
  readonly log: WrittenLog;
  /** Growth of all tables with indexes and TOAST, in bytes. */
  readonly storedBytes: number;
  /** Seconds of garbage collection of the product. */
  readonly collectorSeconds: number;
};

export interface MeasuredLoad {
  readonly load: LoadResult;
  /** Spans that the load stored. */
  readonly stored: number;
  /** Cost until all traces are indexed. */
  readonly indexing: Cost;
  readonly problems: readonly string[];
}

export interface MeasureOptions {
  readonly workload: WorkloadName;
  readonly connections?: number | undefined;
  readonly seconds: number;
  /** Spans a second, or half of the limit; default: as many as possible. */
  readonly rate?: number | 'half' | undefined;
  /** Protocol of the load; default: HTTP. */
  readonly protocol?: 'http' | 'grpc';
  /** Whether all sums are recomputed; default: false. */
  readonly sums?: boolean;
}

/** Maximum duration of the first load, before anything is counted. */
const WARM_UP_MS = 3_000;
/** Time until every connection has a request in flight. */
const RAMP_MS = 500;

/**
 * Loads a product. A first load warms up compiled code and caches; the measured load begins when all traces of the first are indexed. Its
 * costs include all of its spans.
 */
export async function measureLoad(
  { product, postgres, sql, load: sendTo }: Testbed,
  { workload, connections, seconds, rate, protocol, sums = false }: MeasureOptions,
  signal: AbortSignal,
): Promise<MeasuredLoad> {
  const { table } = WORKLOADS[workload];
  const grpcAddress = protocol === 'grpc' ? product.grpcAddress : undefined;
  const send = (warmUpMs: number, windowMs: number, spansPerSecond?: number): Promise<LoadResult> =>
    sendTo({ workload, connections, grpcAddress, warmUpMs, windowMs, spansPerSecond });
  await send(0, Math.min(WARM_UP_MS, seconds * 500));
  const limit = rate === 'half' ? perSecond(await send(RAMP_MS, seconds * 1000)) : undefined;
  await waitForIndex(sql, signal);

  await sql.query('checkpoint');
  const sizes = await readTableSizes(sql);
  const before = { stored: await countStored(sql, table), log: await logPosition(sql) };
  const collectedBefore = await collectorSeconds(product.adminUrl);
  const watch = await watchUsage({ product: product.pid, postgres });
  const load = await send(
    Math.min(RAMP_MS, seconds * 100),
    seconds * 1000,
    rate === 'half' ? (limit ?? NaN) / 2 : rate,
  );
  await waitForIndex(sql, signal);
  const usage = await watch.end();
  const log = await readLogSince(sql, before.log);
  await sql.query('checkpoint');
  const indexing: Cost = {
    ...usage,
    log,
    storedBytes: (await readTableSizes(sql)).stored - sizes.stored,
    collectorSeconds: (await collectorSeconds(product.adminUrl)) - collectedBefore,
  };

  const spans = { acknowledged: load.spansAcknowledged, sent: load.spansSent };
  const { stored, problems } = await compareStored(sql, spans, { sums, table, before: before.stored });
  return { load, stored, indexing, problems };
}
