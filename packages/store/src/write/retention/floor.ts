import { HOUR_MICROS, type Micros } from '@sluice/record';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../session/transaction';
import { dayOf } from '../state/usage';

/** Time limits of the wait for the lock on `closed_below`; the limit grows after each wait that has failed. */
export interface Patience {
  readonly firstMs: number;
  readonly mostMs: number;
}

/**
 * Default limits. While retention waits, new batches wait behind it: at first much less than their deadline, and at most as long as they
 * may.
 */
export const PATIENCE: Patience = { firstMs: 1000, mostMs: 5000 };

/**
 * Returns whether anything stored was received at a time (microseconds since the epoch) or later, to the hour for traces and to the day for
 * points and scores. If not, either nothing was sent since then, or the clock is wrong; this function cannot distinguish the two.
 */
export async function receivedLast(client: PoolClient, time: Micros): Promise<'before' | 'after' | 'nothing'> {
  const { rows } = await client.query<{ later: boolean; any: boolean }>(
    `select exists (select from sluice.traces where part >= $1)
         or exists (select from sluice.metric_series where last_received_on >= $2::date)
         or exists (select from sluice.scores where received_on >= $2::date) as later,
       exists (select from sluice.traces) or exists (select from sluice.metric_series)
         or exists (select from sluice.scores) as any`,
    [Math.floor(time / HOUR_MICROS), dayOf(time)],
  );
  if (rows[0]?.later === true) return 'after';
  return rows[0]?.any === true ? 'before' : 'nothing';
}

/**
 * Closes the receipt hours below a limit: they get no new trace. Waits for the transactions that may be making one. Closed hours stay
 * closed.
 * @param below first receipt hour that stays open
 * @param lockTimeoutMs see `Patience`
 */
export async function closeParts(client: PoolClient, below: number, lockTimeoutMs: number): Promise<void> {
  const { rowCount: open } = await client.query('select from sluice.retention_floor where closed_below < $1', [below]);
  if (open === 0) return;
  await inTransaction(client, { lockTimeoutMs }, async () => {
    await holdPinFrom(client);
    await client.query('update sluice.retention_floor set closed_below = $1 where closed_below < $1', [below]);
  });
}

/** Waits for the transactions that may be making traces; others wait until the end of this one. */
export async function holdPinFrom(client: PoolClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('sluice.retention_floor', 0))`);
}

/** Raises the floor to the first receipt hour that has a trace, at most to the given one, which is closed. @returns the floor */
export async function raiseFloor(client: PoolClient, atMost: number): Promise<number> {
  const { rows } = await client.query<{ part: number }>(
    `update sluice.retention_floor f
     set part = greatest(f.part, coalesce(
       (select min(t.part) from sluice.traces t where t.part >= f.part and t.part < $1), $1))
     returning part`,
    [atMost],
  );
  return rows[0]?.part ?? 0;
}
