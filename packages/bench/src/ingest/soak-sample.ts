import { usageOfGroup, usageOfProcess } from '../product/process-usage';
import type { LoadResult } from './load';
import type { Bound } from './judge-soak';
import { spansPerSecond } from './load';
import { readTableSizes } from './table-sizes';
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

/** Measures a product after a load; counts spans by their acknowledgements, so that no table is read. */
export async function takeSample(testbed: Testbed, load: LoadResult, spans: number): Promise<SoakSample> {
  const { product, postgres, sql } = testbed;
  const { stored, moment } = await readTableSizes(sql);
  const { rows } = await sql.query<{ dirty: number }>('select count(*)::float8 as dirty from sluice.trace_index_dirty');
  return {
    load,
    productBytes: (await usageOfProcess(product.pid)).bytes,
    postgresBytes: (await usageOfGroup(postgres)).bytes,
    dirtyTraces: rows[0]?.dirty ?? NaN,
    storedBytes: stored,
    momentBytes: moment,
    spans,
  };
}
