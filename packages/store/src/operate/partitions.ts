import type { Pool } from 'pg';
import { TRACE_DAY_TABLES } from './torn-days';

/** Tables with day partitions: by the first receipt of a trace, or by the time of a metric point. */
export const DAY_TABLES = [...TRACE_DAY_TABLES, 'metric_points'] as const;

/** Partitions of one UTC day. */
export interface StoredDay {
  /** Day `YYYY-MM-DD`; null: points whose time is before the first day that has partitions. */
  readonly day: string | null;
  /** Estimated rows by Postgres for each table that has a partition; null without an estimate. */
  readonly rows: Readonly<Partial<Record<(typeof DAY_TABLES)[number], number | null>>>;
  /** Size with indexes and TOAST. */
  readonly bytes: number;
  /**
   * Position of the day relative to the retention floor: traces below the floor are absent from answers, and their partitions will be
   * dropped.
   */
  readonly floor: 'above' | 'within' | 'below';
}

/** Lists all days that have partitions, the oldest first. Detached partitions are excluded. */
export async function listDays(pool: Pool): Promise<StoredDay[]> {
  const { rows } = await pool.query<StoredDay>(
    `select to_char(day, 'YYYY-MM-DD') as day, json_object_agg(p.relname, nullif(c.reltuples::float8, -1)) as rows,
       sum(coalesce(pg_total_relation_size(c.oid), 0))::float8 as bytes,
       case when day is null or (day - date '1970-01-01') * 24 >= f.part then 'above'
            when (day - date '1970-01-01' + 1) * 24 > f.part then 'within' else 'below' end as floor
     from pg_inherits i
       join pg_class c on c.oid = i.inhrelid
       join pg_class p on p.oid = i.inhparent
       cross join lateral (select to_date(substring(c.relname from '_([0-9]{8})$'), 'YYYYMMDD') as day) d
       cross join sluice.retention_floor f
     where p.relnamespace = 'sluice'::regnamespace and p.relname = any($1) and c.relkind = 'r' and not i.inhdetachpending
     group by day, f.part
     order by day nulls first`,
    [DAY_TABLES],
  );
  return rows;
}
