import { DAY_MICROS, type Micros } from '@sluice/record';
import { getTableName } from 'drizzle-orm';
import type { Pool, PoolClient } from 'pg';
import { TABLES } from '../schema/tables';
import { withClient } from '../session/with-client';
import { dayOf } from './state/usage';

/** Size of the database and its growth a day, in bytes. */
export interface DatabaseSize {
  /** Size of the whole database, including what is not of Sluice. Undefined if the role may not read it. */
  readonly database: number | undefined;
  /**
   * Size of each table with its partitions, indexes and TOAST. `other`: partitions that an operator has detached, and tables of the
   * operator.
   */
  readonly tables: ReadonlyMap<string, number>;
  /** Bytes of one day of receipt, as a mean of the last full UTC days; for tables that retention empties. */
  readonly days: ReadonlyMap<string, number>;
}

/** Limit of the full days in the mean: a week contains each weekday. */
const DAYS = 7;

const TABLE_NAMES: ReadonlySet<string> = new Set(TABLES.map(getTableName));

interface Row {
  readonly table: string;
  readonly bytes: number;
  /** Size of the partitions of these days. */
  readonly recent: number;
  /** Days from the first of these that has a partition to the end of yesterday; null if there is none. */
  readonly days: number | null;
}

/** Reads file sizes and no rows: a fifth of a second for the 1,100 partitions of a year. */
const SIZES = /* sql */ `
select coalesce(parent.relname, c.relname)::text as "table", sum(size.bytes)::float8 as bytes,
  coalesce(sum(size.bytes) filter (where day >= $1::date and day < $2::date), 0)::float8 as recent,
  case when min(day) < $2::date then $2::date - greatest(min(day), $1::date) end as days
from pg_class c
  left join pg_inherits i on i.inhrelid = c.oid
  left join pg_class parent on parent.oid = i.inhparent
  cross join lateral (select coalesce(pg_total_relation_size(c.oid), 0) as bytes) as size
  cross join lateral (select to_date(substring(c.relname from '_([0-9]{8})$'), 'YYYYMMDD') as day) as partition
where c.relnamespace = 'sluice'::regnamespace and c.relkind = 'r'
group by 1`;

/** Tables of traces and of the trace index, which have no partitions by day: their size is divided by the day of the traces' timestamps. */
const OF_TRACES = [
  'traces',
  ...['entries', 'sort_keys', 'bitmaps', 'observations'].map((name) => `trace_index_${name}`),
];
const RECENT_TRACES = /* sql */ `
select coalesce(sum(traces) filter (where day >= $1::date and day < $2::date) / nullif(sum(traces), 0), 0)::float8 as share
from sluice.daily_traces`;

/**
 * Measures the database. Any role that may read `daily_traces` can do it.
 * @param now microseconds since the epoch
 * @param signal aborted: the call is cancelled and rejects
 */
export function measureDatabase(pool: Pool, now: Micros, signal?: AbortSignal): Promise<DatabaseSize> {
  return withClient(pool.connect(), (client) => measure(client, now), { ...(signal && { signal }) });
}

async function measure(client: PoolClient, now: Micros): Promise<DatabaseSize> {
  const days = [dayOf(now - DAYS * DAY_MICROS), dayOf(now)];
  const { rows } = await client.query<Row>(SIZES, days);
  const { rows: shares } = await client.query<{ share: number }>(RECENT_TRACES, days);
  const { rows: whole } = await client.query<{ bytes: number | null }>(
    `select case when has_database_privilege(current_database(), 'connect')
       then pg_database_size(current_database())::float8 end as bytes`,
  );
  const tables = new Map<string, number>();
  const perDay = new Map<string, number>();
  for (const { table, bytes, recent, days: counted } of rows) {
    const name = TABLE_NAMES.has(table) ? table : 'other';
    tables.set(name, (tables.get(name) ?? 0) + bytes);
    if (name !== 'other' && counted !== null) perDay.set(name, recent / counted);
  }
  const traceDays = rows.find(({ table }) => table === 'observations')?.days ?? null;
  for (const name of traceDays === null ? [] : OF_TRACES) {
    perDay.set(name, ((tables.get(name) ?? 0) * (shares[0]?.share ?? 0)) / (traceDays ?? 1));
  }
  return { database: whole[0]?.bytes ?? undefined, tables, days: perDay };
}
