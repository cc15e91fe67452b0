import { createHash } from 'node:crypto';
import { type MetricPoint, type MetricRecord, dashed } from '@sluice/record';
import type { PoolClient } from 'pg';
import { type SeriesKey, insertPoints, insertReceipts, upsertSeries } from './sql/metrics';

/** Ids of series that are known to be committed, so that a point costs no look-up. Bounded: the oldest entry goes. */
export class SeriesCache {
  readonly #ids = new Map<string, number>();
  readonly #limit: number;

  constructor(limit = 100_000) {
    this.#limit = limit;
  }

  get(hash: string): number | undefined {
    return this.#ids.get(hash);
  }

  /** To be called after the commit of the transaction that made or found them. */
  addAll(ids: ReadonlyMap<string, number>): void {
    for (const [hash, id] of ids) {
      this.#ids.set(hash, id);
      if (this.#ids.size <= this.#limit) continue;
      for (const oldest of this.#ids.keys()) {
        this.#ids.delete(oldest);
        break;
      }
    }
  }
}

/** The identity of a series: name and labels, whatever the order of the labels. */
function seriesHash(point: MetricPoint): string {
  const labels = [...point.labels].sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash('sha256')
    .update(JSON.stringify([point.name, labels]))
    .digest('hex');
  return dashed(digest.slice(0, 32));
}

/**
 * The records whose receipt was not known yet; receipts are written within the caller's transaction. Apart from the
 * points, because a record that is taken apart keeps one receipt for all its parts.
 */
export async function unseenRecords(
  client: PoolClient,
  records: readonly MetricRecord[],
): Promise<ReadonlySet<MetricRecord>> {
  const first = new Map<string, MetricRecord>();
  for (const record of records) if (!first.has(record.recordId)) first.set(record.recordId, record);
  const fresh = await insertReceipts(client, [...first.values()]);
  return new Set([...first.values()].filter((record) => fresh.has(record.recordId)));
}

/** Appends the points of unseen records. @returns the series found or made, for the cache after the commit */
export async function applyMetrics(
  client: PoolClient,
  records: readonly MetricRecord[],
  cache: SeriesCache,
): Promise<ReadonlyMap<string, number>> {
  const points = records.flatMap((record) => record.points.map((point) => ({ point, hash: seriesHash(point) })));
  const unknown = new Map<string, SeriesKey>();
  for (const key of points) if (cache.get(key.hash) === undefined) unknown.set(key.hash, key);
  const series = unknown.size === 0 ? new Map<string, number>() : await upsertSeries(client, [...unknown.values()]);
  if (points.length > 0) {
    await insertPoints(
      client,
      points.map(({ point, hash }) => ({ seriesId: seriesId(hash, cache, series), point })),
    );
  }
  return series;
}

function seriesId(hash: string, cache: SeriesCache, found: ReadonlyMap<string, number>): number {
  const id = cache.get(hash) ?? found.get(hash);
  if (id === undefined) throw new Error(`metric series ${hash} is neither known nor made`);
  return id;
}
