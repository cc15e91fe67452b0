import type { Pool, PoolClient } from 'pg';
import { TookTooLongError, leavesConnection } from './sqlstate';

/** A rollback has nothing to wait for: a connection that does not answer it has gone silent. */
const ROLLBACK_MS = 5_000;

/**
 * Works on a connection of the pool. A failure that ends the transaction only, as contention does, leaves the connection to
 * the next one, rolled back: to make another costs a process of the server and all that its caches have learnt, just when
 * it is busy. After any other failure the connection is ended, and with it the transaction.
 * @throws TookTooLongError after `deadlineMs`; what the work throws
 */
export async function withConnection<T>(
  pool: Pool,
  deadlineMs: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A checked-out client that loses its connection emits `error` besides failing its query; unheard it ends the process.
  const heard = (error: Error) => (broken = error);
  client.on('error', heard);
  try {
    return await withinDeadline(deadlineMs, work(client));
  } catch (error) {
    const isClean = leavesConnection(error) && (await rollBack(client));
    // Nothing is sent any more on one that is not: it may be dead.
    if (!isClean) broken ??= error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.off('error', heard);
    client.release(broken);
  }
}

/** @returns whether the connection is as it was before its transaction */
async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await withinDeadline(ROLLBACK_MS, client.query('rollback'));
  } catch {
    return false; // it was lost meanwhile
  }
  return client.getTransactionStatus() === 'I';
}

async function withinDeadline<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new TookTooLongError(`the database did not answer within ${milliseconds} ms`));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
