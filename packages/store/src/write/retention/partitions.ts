import type { PoolClient } from 'pg';

/** A partition of what lies below traces. */
export interface TracePartition {
  readonly name: string;
  /** Null where it is detached already, by a run that was cut off. */
  readonly parent: string | null;
  /** Its detachment was begun by a run that was cut off. */
  readonly pending: boolean;
}

/** The partitions of days wholly below the floor, the oldest first. No trace has rows in them, and none can get any. */
export async function partitionsBelowFloor(client: PoolClient): Promise<TracePartition[]> {
  const { rows } = await client.query<TracePartition>(
    `select c.relname as name, p.relname as parent, coalesce(i.inhdetachpending, false) as pending
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relnamespace = 'sluice'::regnamespace and c.relkind = 'r'
       and c.relname ~ '^(observations|trace_io|trace_usage)_[0-9]{8}$'
       and right(c.relname, 8) < (select to_char(date '1970-01-01' + part / 24, 'YYYYMMDD') from sluice.retention_floor)
     order by right(c.relname, 8), c.relname`,
  );
  return rows;
}

/**
 * Drops a partition without a lock that anybody meets: the detachment lets everybody read and write the table, and waits
 * for the transactions that may still see the partition. Postgres refuses it in a transaction, so also in a function.
 */
export async function dropPartition(client: PoolClient, { name, parent, pending }: TracePartition): Promise<void> {
  const how = pending ? 'finalize' : 'concurrently';
  if (parent !== null) await client.query(`alter table sluice.${parent} detach partition sluice.${name} ${how}`);
  await client.query(`drop table sluice.${name}`);
}
