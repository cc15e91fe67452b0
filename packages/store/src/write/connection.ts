import { withDeadline } from '@sluice/runtime';
import type { Pool, PoolClient } from 'pg';
import { withClient } from '../session/with-client';
import { TookTooLongError, leavesConnection } from './sqlstate';

/** Time limit of a rollback, which waits for no lock: a connection that does not answer in time is dead. */
const ROLLBACK_MS = 5_000;

/**
 * Runs work on a connection of the pool. A failure that ends only the transaction, such as contention, rolls back and leaves the connection
 * to the next user: a new connection costs a server process and its caches, at a time when the server is busy. Any other failure ends the
 * connection, and with it the transaction.
 * @throws TookTooLongError after `deadlineMs`; the errors of the work
 */
export function withConnection<T>(
  pool: Pool,
  deadlineMs: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return withClient(
    pool.connect(),
    (client) => answered(deadlineMs, work(client)),
    // Nothing more is sent on a connection that may be dead.
    { isClean: async (client, error) => leavesConnection(error) && (await rollBack(client)) },
  );
}

/** Rolls back. @returns whether the connection is as it was before its transaction */
async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await answered(ROLLBACK_MS, client.query('rollback'));
  } catch {
    return false; // the connection was lost
  }
  return client.getTransactionStatus() === 'I';
}

const answered = <T>(milliseconds: number, work: Promise<T>): Promise<T> =>
  withDeadline(milliseconds, work, () => new TookTooLongError(`the database did not answer within ${milliseconds} ms`));
