import type { Client } from 'pg';

/** Sizes in bytes, with indexes and TOAST. */
export interface TableSizes {
  /** All tables. */
  readonly stored: number;
  /** Tables with transient rows, or one row a day: they do not grow with stored data. */
  readonly moment: number;
}

const MOMENT_TABLES = [
  ...['trace_index_dirty', 'trace_index_dirty_backlog', 'metric_rollup_dirty', 'ingest_offset'],
  ...['trace_index_state', 'metric_rollup_state', 'daily_traces'],
];

const SIZES = `
  select sum(pg_total_relation_size(oid))::float8 as stored,
    coalesce(sum(pg_total_relation_size(oid)) filter (where relname = any ($1)), 0)::float8 as moment
  from pg_class where relnamespace = 'sluice'::regnamespace and relkind = 'r'`;

/** Measures the tables of any revision: their names are those of the schema. */
export async function readTableSizes(sql: Client): Promise<TableSizes> {
  const { rows } = await sql.query<TableSizes>(SIZES, [MOMENT_TABLES]);
  const [sizes] = rows;
  if (sizes === undefined) throw new Error('the sizes of the tables are not known');
  return sizes;
}
