import { createHash } from 'node:crypto';
import { type MetricPoint, type MetricRecord, type Micros, dashed } from '@sluice/record';
import type { Pipeline } from '../../session/pipeline';
import { DEFAULT_PROJECT, type StoredProject } from '../../projects';
import { MetricPartitions } from '../partitions';
import type { ProjectOf } from '../projects';
import { type KnownSeries, type SeriesKey, insertPoints, upsertSeries } from '../sql/metrics';
import { TryAgainError } from '../sqlstate';
import { dayOf } from '../state/usage';
import type { KindStore, KindStoreDependencies, StoredKind } from './kind';

/** Store of metric points, which expire by whole days (`retention/metric-days.ts`). */
export const metric: StoredKind<MetricRecord> = {
  open: metricStore,
  expiring: {
    // A writer of a later point raises the day of its series in the same transaction; the condition is tested again after the wait for its
    // lock.
    series: { table: 'metric_series', condition: 'last_received_on < $1', limit: dayOf },
  },
};

function metricStore({ now, projects }: KindStoreDependencies): KindStore<MetricRecord> {
  const partitions = new MetricPartitions();
  const cache = new SeriesCache();
  // A gateway whose clock is ahead has received the point by now.
  const receivedOn = (receivedAt: Micros) => dayOf(Math.min(receivedAt, now()));
  return {
    ensurePartitions: (client, records) => partitions.ensure(client, records),
    async begin(client, records) {
      const projectOf = await projects.of(client, records);
      return async (pipeline, parts) => {
        const series = await applyMetrics(pipeline, parts, { cache, receivedOn, projectOf });
        return { duplicates: [], committed: () => cache.addAll(series) };
      };
    },
  };
}

/**
 * Cache of committed series, so that a point needs no look-up. Bounded: the oldest entry is evicted.
 *
 * An entry serves points received up to its last day. A point that was received later looks the series up and thereby keeps it from
 * retention, which removes series whose last day has expired. An earlier point would have expired with the series.
 */
class SeriesCache {
  readonly #series = new Map<string, KnownSeries>();
  readonly #limit: number;

  constructor(limit = 100_000) {
    this.#limit = limit;
  }

  /** Returns the id for a point received on this day; undefined if the series has to be looked up. */
  get(hash: string, receivedOn: string): number | undefined {
    const known = this.#series.get(hash);
    return known === undefined || known.lastReceivedOn < receivedOn ? undefined : known.id;
  }

  /** Adds series; to be called after the commit of the transaction that inserted or read them. */
  addAll(found: ReadonlyMap<string, KnownSeries>): void {
    for (const [hash, series] of found) {
      this.#series.set(hash, series);
      const [oldest] = this.#series.keys();
      if (this.#series.size > this.#limit && oldest !== undefined) this.#series.delete(oldest);
    }
  }
}

/** Returns the identity of a series: a hash of project, name and labels, independent of the order of labels. */
function seriesHash({ id, salt }: StoredProject, point: MetricPoint): string {
  const labels = [...point.labels].sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash('sha256')
    .update(JSON.stringify([point.name, labels, ...(id === DEFAULT_PROJECT ? [] : [salt])]))
    .digest('hex');
  return dashed(digest.slice(0, 32));
}

interface ApplyMetricsOptions {
  readonly cache: SeriesCache;
  readonly receivedOn: (receivedAt: Micros) => string;
  readonly projectOf: ProjectOf<StoredProject>;
}

/** Appends the points of records. @returns the stored series, for the cache after the commit */
async function applyMetrics(
  pipeline: Pipeline,
  records: readonly MetricRecord[],
  { cache, receivedOn, projectOf }: ApplyMetricsOptions,
): Promise<ReadonlyMap<string, KnownSeries>> {
  const points = records.flatMap((record) => {
    const day = receivedOn(record.receivedAt);
    const project = projectOf(record);
    return record.points.map((point) => ({
      point,
      project: project.id,
      hash: seriesHash(project, point),
      receivedOn: day,
      received: record.receivedAt,
    }));
  });
  const ids = new Map<string, number>();
  const unknown = new Map<string, SeriesKey>();
  for (const key of points) {
    const id = cache.get(key.hash, key.receivedOn);
    if (id !== undefined)
      ids.set(key.hash, id); // kept here: another batch may evict it from the cache meanwhile
    else if (key.receivedOn > (unknown.get(key.hash)?.receivedOn ?? '')) unknown.set(key.hash, key);
  }
  const series =
    unknown.size === 0 ? new Map<string, KnownSeries>() : await upsertSeries(pipeline.client, [...unknown.values()]);
  for (const [hash, { id }] of series) ids.set(hash, id);
  if (points.length > 0) {
    await insertPoints(
      pipeline,
      points.map(({ hash, ...point }) => ({ ...point, seriesId: knownId(ids, hash) })),
    );
  }
  return series;
}

function knownId(ids: ReadonlyMap<string, number>, hash: string): number {
  const id = ids.get(hash);
  // Missing only if retention removed the series between the two statements; the batch is retried.
  if (id === undefined) throw new TryAgainError(`metric series ${hash} was removed while it was being written`);
  return id;
}
