import type { PoolClient } from 'pg';
import { BELOW_TRACES } from '../../schema/tables';
import { inTransaction } from '../../session/transaction';

/** A partition of the tables below traces. */
export interface TracePartition {
  readonly name: string;
  /** Table of the partition. Null: an interrupted run has detached it already. */
  readonly parent: string | null;
  /** An interrupted run has begun to detach it. */
  readonly pending: boolean;
}

/** Comment on a partition that a run is about to detach; an operator has detached partitions without it. */
const MARK = 'sluice: expired, detached only to be dropped';
const LOCK_TIMEOUT_MS = 5000;

/**
 * Lists the partitions of days wholly below the floor, the oldest first. No trace has rows in them, and none can get any. Partitions that
 * an operator has detached, or is detaching, are excluded: the operator wants to keep them.
 */
export async function partitionsBelowFloor(client: PoolClient): Promise<TracePartition[]> {
  const { rows } = await client.query<TracePartition>(
    `select c.relname as name, p.relname as parent, coalesce(i.inhdetachpending, false) as pending
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relnamespace = 'sluice'::regnamespace and c.relkind = 'r'
       and c.relname ~ '^(${BELOW_TRACES.join('|')})_[0-9]{8}$'
       and right(c.relname, 8) < (select to_char(date '1970-01-01' + part / 24, 'YYYYMMDD') from sluice.retention_floor)
       and (i.inhdetachpending is false or obj_description(c.oid, 'pg_class') is not distinct from $1)
     order by right(c.relname, 8), c.relname`,
    [MARK],
  );
  return rows;
}

/**
 * Drops a partition without a lock that blocks others: the detachment lets them read and write the table, and waits for the transactions
 * that may still see the partition. Postgres refuses it in a transaction, and thus in a function.
 */
export async function dropPartition(client: PoolClient, { name, parent, pending }: TracePartition): Promise<void> {
  if (parent !== null) {
    if (!pending && !(await mark(client, name))) return;
    const how = pending ? 'finalize' : 'concurrently';
    await client.query(`alter table sluice.${parent} detach partition sluice.${name} ${how}`);
  }
  await client.query(`drop table sluice.${name}`);
}

/** Sets the comment. @returns false: an operator has detached the partition since it was listed */
function mark(client: PoolClient, name: string): Promise<boolean> {
  return inTransaction(client, { lockTimeoutMs: LOCK_TIMEOUT_MS }, async () => {
    await client.query(`lock table sluice.${name} in share update exclusive mode`); // prevents a detachment meanwhile
    const { rowCount: attached } = await client.query(
      `select from pg_inherits where inhrelid = $1::regclass and not inhdetachpending`,
      [`sluice.${name}`],
    );
    if (attached === 0) return false;
    await client.query(`comment on table sluice.${name} is '${MARK}'`);
    return true;
  });
}
