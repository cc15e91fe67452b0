import type { PoolClient } from 'pg';
import { inTransaction } from '../../session/transaction';
import { errorCode } from '../sqlstate';
import { removeInPages } from './pages';

/** SQLSTATE of a lock that was not granted within the lock time-out. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Limit of the time that readers and writers of a day long past wait behind this lock. */
const LOCK_TIMEOUT_MS = 1000;

/** Result of removing points. */
export interface EmptiedDays {
  /** Partitions that were truncated. */
  readonly days: number;
  /** Points that were deleted from partitions that contain others. */
  readonly points: number;
  /** False: a lock on a day was not granted in time; the next run retries. */
  readonly complete: boolean;
}

/**
 * Removes points received before a UTC day from the partitions of days that ended at least one day earlier. By then nearly all points of
 * such a day have expired and are truncated at once. From a partition that received points later the expired ones are deleted.
 *
 * Emptied partitions stay, because a point with an old time may be stored at any moment. Partitions that an operator has detached, or is
 * detaching, are skipped.
 */
export async function emptyMetricDays(client: PoolClient, before: string): Promise<EmptiedDays> {
  let days = 0;
  let points = 0;
  let complete = true;
  for (const name of await daysBefore(client, before)) {
    try {
      if (await emptyAtOnce(client, name, before)) days += 1;
      else points += await removeInPages(client, { table: name, condition: 'received_on < $1', limit: before });
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
      complete = false;
    }
  }
  return { days, points, complete };
}

/** Removes the points of some projects that were received before a UTC day, from the same partitions. @returns number of points */
export async function removePointsOf(client: PoolClient, projects: readonly number[], before: string): Promise<number> {
  const ofProject = `series_id in (select id from sluice.metric_series where project = any('{${projects.join()}}'::integer[]))`;
  let points = 0;
  for (const table of await daysBefore(client, before)) {
    points += await removeInPages(client, { table, condition: `received_on < $1 and ${ofProject}`, limit: before });
  }
  return points;
}

/** Returns the non-empty partitions of days that ended at least one day before this one. */
async function daysBefore(client: PoolClient, before: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'sluice.metric_points'::regclass and not i.inhdetachpending and pg_relation_size(c.oid) > 0
       and (c.relname = 'metric_points_old'
            or c.relname ~ '^metric_points_[0-9]{8}$' and right(c.relname, 8) < to_char($1::date - 1, 'YYYYMMDD'))
     order by c.relname`,
    [before],
  );
  return rows.map(({ name }) => name);
}

/** Truncates a partition unless it contains points that have not expired. Locks the partition, not the table. */
async function emptyAtOnce(client: PoolClient, name: string, before: string): Promise<boolean> {
  const holdsOthers = async (): Promise<boolean> => {
    const { rowCount } = await client.query(`select from sluice.${name} where received_on >= $1 limit 1`, [before]);
    return rowCount !== 0;
  };
  if (await holdsOthers()) return false;
  return inTransaction(client, { lockTimeoutMs: LOCK_TIMEOUT_MS }, async () => {
    await client.query(`lock table sluice.${name} in access exclusive mode`);
    if (await holdsOthers()) return false;
    await client.query(`truncate sluice.${name}`);
    return true;
  });
}
