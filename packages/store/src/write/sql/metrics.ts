import type { MetricPoint, Micros } from '@sluice/record';
import type { PoolClient } from 'pg';
import type { Pipeline } from '../../session/pipeline';
import { metricPoints } from '../../schema/metrics';
import { CopyTarget } from './copy';

const POINTS = new CopyTarget<NewPoint>(metricPoints, {
  seriesId: ({ seriesId }) => seriesId,
  ts: ({ point }) => point.timestamp,
  value: ({ point }) => point.value,
  receivedOn: ({ receivedOn }) => receivedOn,
  received: ({ received }) => received,
});

interface NewPoint {
  readonly seriesId: number;
  readonly point: MetricPoint;
  readonly receivedOn: string;
  /** Receipt time of its record, in microseconds since the epoch. */
  readonly received: Micros;
}

/** A series to be read or inserted. */
export interface SeriesKey {
  /** UUID derived from name, labels and project. */
  readonly hash: string;
  readonly project: number;
  readonly point: MetricPoint;
  /** Latest UTC day on which the batch has a point of the series. */
  readonly receivedOn: string;
}

/** A series as stored. */
export interface KnownSeries {
  readonly id: number;
  /** UTC day of the last receipt of a point; may be later by now. */
  readonly lastReceivedOn: string;
}

/** Returns the series by hash; inserts missing ones in order of hash, and updates the last day of all. */
export async function upsertSeries(
  client: PoolClient,
  keys: readonly SeriesKey[],
): Promise<ReadonlyMap<string, KnownSeries>> {
  const sorted = [...keys].sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const hashes = sorted.map((key) => key.hash);
  await client.query(
    `insert into sluice.metric_series as s (hash, name, labels, last_received_on, project)
     select * from unnest($1::uuid[], $2::text[], $3::jsonb[], $4::date[], $5::integer[])
     on conflict (hash) do update set last_received_on = excluded.last_received_on
     where s.last_received_on < excluded.last_received_on`,
    [
      hashes,
      sorted.map((key) => key.point.name),
      sorted.map((key) => JSON.stringify(Object.fromEntries(key.point.labels))),
      sorted.map((key) => key.receivedOn),
      sorted.map((key) => key.project),
    ],
  );
  const { rows } = await client.query<{ hash: string; id: string; last: string }>(
    'select hash, id, last_received_on::text as last from sluice.metric_series where hash = any($1::uuid[])',
    [hashes],
  );
  return new Map(rows.map((row) => [row.hash, { id: Number(row.id), lastReceivedOn: row.last }]));
}

/** Appends points; their sequence numbers follow the given order. */
export function insertPoints(pipeline: Pipeline, points: readonly NewPoint[]): Promise<void> {
  return POINTS.send(pipeline, points);
}
