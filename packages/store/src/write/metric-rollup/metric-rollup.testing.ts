import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool, type PoolClient } from 'pg';
import type { MetricAggregation, MetricQuery } from '../../read/metric';
import { queryMetric } from '../../read/query-metric';
import { ANSWERED, rowsOf } from '../../session/column-types';
import { writerPoolConfig } from '../../session/pool-config';
import { THE_DEFAULT } from '../../projects';
import { type MetricRollup, type MetricRollupOutcome, createMetricRollup } from './metric-rollup';

export const HOUR = 3_600_000_000;
export const DAY = 24 * HOUR;
/** Three days before today, at midnight UTC: all hours of two days from here on are over. */
export const T0 = (Math.floor(Date.now() / 86_400_000) - 3) * DAY;

/** Metrics of this test read no points of before. */
const NAME = 'm';
export const HOSTS = ['a', 'b', 'c'] as const;

export interface Point {
  readonly host: string;
  /** Microseconds after `T0`. */
  readonly at: number;
  readonly value: number;
}

/** SQL: the figures of buckets, from points alone: as [label, bucket, value, newest]. Integers make sums that have no order. */
const PLAIN: Readonly<Partial<Record<MetricAggregation, string>>> = {
  avg: 'sum(p.value) / count(*)',
  sum: 'sum(p.value)',
  min: 'min(p.value)',
  max: 'max(p.value)',
  last: '(array_agg(p.value order by p.ts desc, p.received desc, p.seq desc))[1]',
  p50: 'percentile_cont(0.5) within group (order by p.value)',
  p90: 'percentile_cont(0.9) within group (order by p.value)',
  p99: 'percentile_cont(0.99) within group (order by p.value)',
};

/** Database of the test file: writers as any release has them, the rollup, and readers of one snapshot. */
export function openRollup() {
  const databaseUrl = testDatabaseUrl();
  const owner = new Pool({ connectionString: databaseUrl, max: 6, options: '-c timezone=UTC' });
  const pool = new Pool(writerPoolConfig({ databaseUrl, maxConnections: 2 }));
  for (const each of [owner, pool]) each.on('error', () => undefined);
  const newRollup = (most?: number): MetricRollup => createMetricRollup({ pool, ...(most !== undefined && { most }) });
  const rollup = newRollup();
  const { signal } = new AbortController();

  async function rolledBack<T>(
    begin: string,
    work: (snapshot: Snapshot, run: (sql: string) => Promise<unknown>) => Promise<T>,
  ): Promise<T> {
    const client = await owner.connect();
    try {
      await client.query(begin);
      return await work(snapshotOf(client), (sql) => client.query(sql));
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  /** Steps until there is nothing to do; other databases of the server have transactions, too. */
  async function rollUpAll(): Promise<MetricRollupOutcome> {
    for (;;) {
      const outcome = await rollup.run(signal);
      if (outcome?.left === 'nothing') return outcome;
    }
  }

  return {
    owner,
    newRollup,
    rollUpAll,
    step: () => rollup.run(signal),
    clear: async (): Promise<void> => {
      await owner.query(`truncate sluice.metric_series, sluice.metric_points, sluice.metric_hours, sluice.metric_values,
          sluice.metric_rollup_dirty;
        update sluice.metric_rollup_state set closed_before = '-infinity', closed_by = null, rolled_up_before = '-infinity',
          next_series = 0, partitions = null`);
      await owner.query(
        `select sluice.ensure_metric_partitions(d, d + 6) from (select (timestamptz 'epoch' + $1::bigint * interval '1 microsecond')::date - 2 as d) x`,
        [T0],
      );
      for (const host of HOSTS) {
        await owner.query(
          `insert into sluice.metric_series (hash, name, labels) values (gen_random_uuid(), $1, jsonb_build_object('host', $2::text))`,
          [NAME, host],
        );
      }
    },
    /** Inserts points as any writer does, including one that knows nothing of rollups. */
    insert: (points: readonly Point[], on: Pick<Pool, 'query'> = owner) =>
      on.query(
        `insert into sluice.metric_points (series_id, ts, value)
         select s.id, timestamptz 'epoch' + p.t * interval '1 microsecond', p.v
         from unnest($1::text[], $2::bigint[], $3::double precision[]) with ordinality as p (host, t, v, n)
           join sluice.metric_series s on s.labels ->> 'host' = p.host
         order by n`,
        [points.map(({ host }) => host), points.map(({ at }) => T0 + at), points.map(({ value }) => value)],
      ),
    /** Does work with reads of one snapshot. */
    inSnapshot: <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
      rolledBack('begin isolation level repeatable read read only', work),
    /** Does work that changes what is read, and takes it back. */
    undone: <T>(work: (snapshot: Snapshot, run: (sql: string) => Promise<unknown>) => Promise<T>): Promise<T> =>
      rolledBack('begin', work),
    rows: async (sql: string, values: unknown[] = []): Promise<unknown[][]> =>
      (await owner.query<unknown[]>({ text: sql, values, rowMode: 'array' })).rows,
    close: async (): Promise<void> => {
      await owner.end();
      await pool.end();
    },
  };
}

export type TestRollup = ReturnType<typeof openRollup>;

/** Buckets of an answer: label, time and value of each, and the newest point of all. */
interface Buckets {
  readonly buckets: readonly (readonly [string | null, number, number])[];
  readonly latest: number | undefined;
}

interface Snapshot {
  /** Answers a query by the store. */
  readonly answer: (query: MetricQuery) => Promise<Buckets>;
  /** Answers a query from the points alone. */
  readonly plain: (query: MetricQuery) => Promise<Buckets>;
}

export const queryOf = (fields: Partial<MetricQuery>): MetricQuery => ({
  name: NAME,
  from: T0,
  before: T0 + 2 * DAY,
  labels: new Map(),
  step: '1h',
  aggregation: 'sum',
  ...fields,
});

function snapshotOf(client: PoolClient): Snapshot {
  const query = <Row extends object>({ text, values = [] }: { text: string; values?: readonly unknown[] }) =>
    rowsOf<Row>(client, text, values, ANSWERED);
  return {
    answer: async (asked) => {
      const database = {
        project: THE_DEFAULT,
        query,
        snapshot: () => Promise.reject(new Error('one statement is enough')),
      };
      const { series, latest } = await queryMetric(database, asked);
      const buckets = series.flatMap(({ group, values }) =>
        values.map(({ timestamp, value }) => [group, timestamp, value] as const),
      );
      return { buckets, latest };
    },
    plain: async ({ from, before, step, aggregation, groupBy, labels }) => {
      const { rows } = await client.query<{ host: string | null; at: string; value: number; latest: string }>(
        `select ${groupBy === undefined ? 'null::text' : `s.labels ->> 'host'`} as host,
           extract(epoch from date_bin($1::interval, p.ts, 'epoch')) * 1000000 as at, ${PLAIN[aggregation] ?? ''} as value,
           extract(epoch from max(p.ts)) * 1000000 as latest
         from sluice.metric_points p join sluice.metric_series s on s.id = p.series_id
         where p.ts >= timestamptz 'epoch' + $2 * interval '1 microsecond' and p.ts < timestamptz 'epoch' + $3 * interval '1 microsecond'
           and s.labels @> $4
         group by 1, 2 order by 1, 2`,
        [
          { '1m': '1 minute', '5m': '5 minutes', '1h': '1 hour', '1d': '24 hours' }[step],
          from,
          before,
          Object.fromEntries(labels),
        ],
      );
      const latest = rows.length === 0 ? undefined : Math.max(...rows.map((row) => Number(row.latest)));
      return { buckets: rows.map(({ host, at, value }) => [host, Number(at), value] as const), latest };
    },
  };
}
