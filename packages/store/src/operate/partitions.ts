import type { Pool } from 'pg';

/** What goes by days: of the first receipt of a trace, and of the time of a metric point. */
export const DAY_TABLES = ['observations', 'trace_io', 'trace_usage', 'metric_points'] as const;

/** The partitions of one UTC day. */
export interface StoredDay {
  /** `YYYY-MM-DD`; null: points whose time is before the first day that has partitions. */
  readonly day: string | null;
  /** The estimate of Postgres for each table that has a partition; null where it has never looked. */
  readonly rows: Readonly<Partial<Record<(typeof DAY_TABLES)[number], number | null>>>;
  /** With indexes and TOAST. */
  readonly bytes: number;
  /** Where the day lies to the retention floor: traces below it are absent from answers, and their partitions are about to go. */
  readonly floor: 'above' | 'within' | 'below';
}

/** All days that have partitions, the oldest first. Partitions that somebody has detached are not among them. */
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
