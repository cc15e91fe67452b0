import type { Client } from 'pg';
import { usageOfGroup, usageOfProcess } from '../product/process-usage';
import type { LoadResult } from './load';
import type { Bound } from './judge-soak';
import { spansPerSecond } from './load';
import type { Testbed } from './testbed';

/** Measurements of a soak at the end of an interval. */
export interface SoakSample {
  readonly load: LoadResult;
  readonly productBytes: number;
  readonly postgresBytes: number;
  /** Dirty traces. */
  readonly dirtyTraces: number;
  /** Size of all tables and indexes. */
  readonly storedBytes: number;
  /** Spans in the database. */
  readonly spans: number;
  /** Size of tables with transient rows, or one row a day: they do not grow with stored data. */
  readonly momentBytes: number;
}

/** Column of the report; with a bound it may not grow. */
export interface SoakFigure {
  readonly name: string;
  readonly of: (sample: SoakSample, first: SoakSample) => number;
  readonly bound?: Bound;
}

const MB = 1e6;

export const SOAK_FIGURES: readonly SoakFigure[] = [
  { name: 'spans/s', of: ({ load }) => spansPerSecond(load) },
  { name: 'p50 ms', of: ({ load }) => load.acknowledgement.quantile(0.5), bound: { factor: 1.5, floor: 20 } },
  { name: 'p99 ms', of: ({ load }) => load.acknowledgement.quantile(0.99), bound: { factor: 1.5, floor: 100 } },
  { name: 'product MB', of: ({ productBytes }) => productBytes / MB, bound: { factor: 1.15, floor: 150 } },
  { name: 'Postgres MB', of: ({ postgresBytes }) => postgresBytes / MB, bound: { factor: 1.25, floor: 400 } },
  { name: 'unfolded', of: ({ dirtyTraces }) => dirtyTraces, bound: { factor: 2, floor: 20_000 } },
  {
    name: 'B a span',
    of: (sample, first) => (sample.storedBytes - first.storedBytes) / (sample.spans - first.spans),
    bound: { factor: 1.1, floor: 0 },
  },
  { name: 'of the moment MB', of: ({ momentBytes }) => momentBytes / MB, bound: { factor: 1.5, floor: 32 } },
];

const MOMENT_TABLES = [
  ...['trace_index_dirty', 'trace_index_dirty_backlog', 'metric_rollup_dirty', 'ingest_offset'],
  ...['trace_index_state', 'metric_rollup_state', 'daily_traces'],
];

const SIZES = `
  select sum(pg_total_relation_size(oid))::float8 as stored,
    sum(pg_total_relation_size(oid)) filter (where relname = any ($1))::float8 as moment
  from pg_class where relnamespace = 'sluice'::regnamespace and relkind = 'r'`;

/** Measures a product after a load; counts spans by their acknowledgements, so that no table is read. */
export async function takeSample(testbed: Testbed, load: LoadResult, spans: number): Promise<SoakSample> {
  const { product, postgres, sql } = testbed;
  const { stored, moment } = await one<{ stored: number; moment: number }>(sql, SIZES, [MOMENT_TABLES]);
  const { dirtyTraces } = await one<{ dirtyTraces: number }>(
    sql,
    'select count(*)::float8 as "dirtyTraces" from sluice.trace_index_dirty',
  );
  return {
    load,
    productBytes: (await usageOfProcess(product.pid)).bytes,
    postgresBytes: (await usageOfGroup(postgres)).bytes,
    dirtyTraces,
    storedBytes: stored,
    momentBytes: moment,
    spans,
  };
}

async function one<T extends object>(sql: Client, text: string, values: readonly unknown[] = []): Promise<T> {
  const { rows } = await sql.query<T>(text, [...values]);
  const [row] = rows;
  if (row === undefined) throw new Error(`no row: ${text}`);
  return row;
}
