import { withDeadline } from '@sluice/runtime';
import type { Pool, PoolClient } from 'pg';
import { withClient } from '../session/with-client';
import { TookTooLongError, leavesConnection } from './sqlstate';

/** A rollback has nothing to wait for: a connection that does not answer it has gone silent. */
const ROLLBACK_MS = 5_000;

/**
 * Works on a connection of the pool. A failure that ends the transaction only, as contention does, leaves the connection to
 * the next one, rolled back: to make another costs a process of the server and all that its caches have learnt, just when
 * it is busy. After any other failure the connection is ended, and with it the transaction.
 * @throws TookTooLongError after `deadlineMs`; what the work throws
 */
export function withConnection<T>(
  pool: Pool,
  deadlineMs: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return withClient(
    pool.connect(),
    (client) => answered(deadlineMs, work(client)),
    // Nothing is sent any more on one that may be dead.
    { isClean: async (client, error) => leavesConnection(error) && (await rollBack(client)) },
  );
}

/** @returns whether the connection is as it was before its transaction */
async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await answered(ROLLBACK_MS, client.query('rollback'));
  } catch {
    return false; // it was lost meanwhile
  }
  return client.getTransactionStatus() === 'I';
}

const answered = <T>(milliseconds: number, work: Promise<T>): Promise<T> =>
  withDeadline(milliseconds, work, () => new TookTooLongError(`the database did not answer within ${milliseconds} ms`));
