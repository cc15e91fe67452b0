import { WORKLOADS, type WorkloadName } from '../load/workloads';
import { collectorSeconds } from './collector-seconds';
import { type LoadResult, spansPerSecond as perSecond } from './load';
import type { Testbed } from './testbed';
import { compareStored, countStored } from './count-stored-items';
import { type Usage, watchUsage } from './watch-usage';
import { readLog, waitForIndex } from './written-log';

/** What a load took until it was folded: of both processes, and bytes of Postgres's log of changes (WAL). */
export type Cost = Readonly<Record<'product' | 'postgres', Usage>> & {
  readonly logBytes: number;
  /** For which the product collected garbage. */
  readonly collectorSeconds: number;
};

export interface MeasuredLoad {
  readonly load: LoadResult;
  /** Spans that came into the database. */
  readonly stored: number;
  /** When all that came was folded, for fast reads. */
  readonly folded: Cost;
  readonly problems: readonly string[];
}

export interface MeasureOptions {
  readonly workload: WorkloadName;
  readonly connections?: number | undefined;
  readonly seconds: number;
  /** Spans a second, or half of those that are taken; by default as many as are taken. */
  readonly rate?: number | 'half' | undefined;
  /** Whether all sums are computed anew; by default not. */
  readonly sums?: boolean;
}

/** At least, before anything is counted. */
const WARM_UP_MS = 3_000;
/** Until every connection has a request under way all the time. */
const RAMP_MS = 500;

/**
 * Loads a product. What is compiled and cached at first is no part of any figure: a first load warms it up, and when all of that is
 * folded the one begins that is measured. Its costs are those of all of its spans.
 */
export async function measureLoad(
  { product, postgres, sql, load: sendTo }: Testbed,
  { workload, connections, seconds, rate, sums = false }: MeasureOptions,
  signal: AbortSignal,
): Promise<MeasuredLoad> {
  const { table } = WORKLOADS[workload];
  const send = (warmUpMs: number, windowMs: number, spansPerSecond?: number): Promise<LoadResult> =>
    sendTo({ workload, connections, warmUpMs, windowMs, spansPerSecond });
  await send(0, Math.min(WARM_UP_MS, seconds * 500));
  const limit = rate === 'half' ? perSecond(await send(RAMP_MS, seconds * 1000)) : undefined;
  await waitForIndex(sql, signal);

  const before = { stored: await countStored(sql, table), log: await readLog(sql) };
  const collectedBefore = await collectorSeconds(product.adminUrl);
  const watch = await watchUsage({ product: product.pid, postgres });
  const load = await send(
    Math.min(RAMP_MS, seconds * 100),
    seconds * 1000,
    rate === 'half' ? (limit ?? NaN) / 2 : rate,
  );
  await waitForIndex(sql, signal);
  const folded: Cost = {
    ...(await watch.end()),
    logBytes: (await readLog(sql)) - before.log,
    collectorSeconds: (await collectorSeconds(product.adminUrl)) - collectedBefore,
  };

  const spans = { acknowledged: load.spansAcknowledged, sent: load.spansSent };
  const { stored, problems } = await compareStored(sql, spans, { sums, table, before: before.stored });
  return { load, stored, folded, problems };
}
