import { createHash } from 'node:crypto';
import { formatMicros } from '@sluice/record';
import type { Micros } from '@sluice/record';
import type { Client } from 'pg';
import type { Random } from '../random-source';
import { openCopy } from './copy-stream';
import { METRICS, MODELS, REGIONS } from './seed-shape';

interface SeedSeries {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Latency by model and region, and a queue depth by region. */
const SERIES: readonly SeedSeries[] = [
  ...MODELS.flatMap(({ name: model }) => REGIONS.map((region) => ({ name: METRICS[0], labels: { model, region } }))),
  ...REGIONS.map((region) => ({ name: METRICS[1], labels: { region } })),
];

const POINTS_A_PIECE = 500;

/**
 * Writes points of every series, evenly over the time, each series in its partitions by day.
 * @returns number of points
 */
export async function seedMetrics(
  client: Client,
  options: {
    readonly databaseUrl: string;
    readonly random: Random;
    readonly from: Micros;
    readonly to: Micros;
    readonly pointsPerSeries: number;
  },
): Promise<number> {
  const { databaseUrl, random, from, to, pointsPerSeries } = options;
  await startPartitionsAt(client, from, to);
  const ids = await insertSeries(client);
  const copy = await openCopy(databaseUrl, 'sluice.metric_points (series_id, ts, value, received_on)');
  const step = (to - from) / pointsPerSeries;
  let lines = '';
  for (let point = 0; point < pointsPerSeries; point += 1) {
    const time = formatMicros(Math.floor(from + point * step));
    const day = time.slice(0, 10);
    for (const id of ids) lines += `${id}\t${time}\t${Math.round(random.fraction() ** 4 * 5e6) / 1e3}\t${day}\n`;
    if (point % POINTS_A_PIECE !== 0) continue;
    await copy.write(lines);
    lines = '';
  }
  await copy.write(lines);
  await copy.end();
  return ids.length * pointsPerSeries;
}

/** Makes partitions for the past days, as in an installation that has existed since then. */
async function startPartitionsAt(client: Client, from: Micros, to: Micros): Promise<void> {
  const day = (micros: Micros): string => formatMicros(micros).slice(0, 10);
  await client.query('begin');
  await client.query('alter table sluice.metric_points detach partition sluice.metric_points_old');
  await client.query('update sluice.metric_points_start set first_day = $1::date', [day(from)]);
  await client.query(
    `alter table sluice.metric_points attach partition sluice.metric_points_old
     for values from (minvalue) to ('${day(from)} 00:00:00+00')`,
  );
  await client.query('select sluice.ensure_metric_partitions($1::date, $2::date)', [day(from), day(to)]);
  await client.query('commit');
}

async function insertSeries(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into sluice.metric_series (hash, name, labels)
     select * from unnest($1::uuid[], $2::text[], $3::jsonb[]) returning id`,
    [
      SERIES.map(({ name, labels }) => hashOf(name, labels)),
      SERIES.map(({ name }) => name),
      SERIES.map(({ labels }) => JSON.stringify(labels)),
    ],
  );
  return rows.map(({ id }) => id);
}

/** Returns the writer's hash of a series: from its name and its sorted labels. */
function hashOf(name: string, labels: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([name, sorted]))
    .digest('hex')
    .slice(0, 32);
}
