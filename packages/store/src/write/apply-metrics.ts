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
      const [oldest] = this.#ids.keys();
      if (this.#ids.size > this.#limit && oldest !== undefined) this.#ids.delete(oldest);
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
  const ids = new Map<string, number>();
  const unknown = new Map<string, SeriesKey>();
  for (const key of points) {
    const id = cache.get(key.hash);
    if (id === undefined) unknown.set(key.hash, key);
    else ids.set(key.hash, id); // kept here: another batch may push it out of the cache meanwhile
  }
  const series = unknown.size === 0 ? new Map<string, number>() : await upsertSeries(client, [...unknown.values()]);
  for (const [hash, id] of series) ids.set(hash, id);
  if (points.length > 0) {
    await insertPoints(
      client,
      points.map(({ point, hash }) => ({ seriesId: knownId(ids, hash), point })),
    );
  }
  return series;
}

function knownId(ids: ReadonlyMap<string, number>, hash: string): number {
  const id = ids.get(hash);
  if (id === undefined) throw new Error(`metric series ${hash} is neither known nor made`);
  return id;
}
