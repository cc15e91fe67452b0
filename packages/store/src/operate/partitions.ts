import type { Pool } from 'pg';
import { BELOW_TRACES } from '../schema/tables';
import { withClient } from '../session/with-client';

/** Tables with day partitions: by the first receipt of a trace, or by the time of a metric point. */
export const DAY_TABLES = [...BELOW_TRACES, 'metric_points'] as const;

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

/** Bytes of the packs of traces that were first received on one UTC day. */
export interface PackedDay {
  /** Day `YYYY-MM-DD`. */
  readonly day: string;
  /** Bytes of all packs, before compression. */
  readonly packedBytes: number;
  /** Bytes of these to which no text refers any more, at most. */
  readonly deadBytes: number;
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

/** Sums the packs of each day that has some. Reads the row of each pack, but no text, and the row of each trace. */
export function sumPacks(pool: Pool): Promise<PackedDay[]> {
  return withClient(pool.connect(), async (client) => {
    await client.query('begin read only; set local statement_timeout = 0');
    const { rows } = await client.query<PackedDay>(
      `select to_char(date '1970-01-01' + p.day, 'YYYY-MM-DD') as day, p.bytes::float8 as "packedBytes",
         coalesce(t.bytes, 0)::float8 as "deadBytes"
       from (select part / 24 as day, sum(octet_length(body)) as bytes from sluice.text_packs group by 1) p
         left join (select part / 24 as day, sum(dead_bytes) as bytes from sluice.traces where dead_bytes > 0 group by 1) t
           on t.day = p.day
       order by p.day`,
    );
    await client.query('commit');
    return rows;
  });
}
