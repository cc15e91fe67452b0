import type { PoolClient } from 'pg';

/** SQLSTATE: somebody holds a lock for longer than it is waited for. */
export const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs the work in a transaction that waits for no lock longer than the given time: everybody who comes later waits
 * behind it. After a failure it is rolled back, and the connection can be used on unless it is lost.
 */
export async function inTransaction<T>(client: PoolClient, lockTimeoutMs: number, work: () => Promise<T>): Promise<T> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // without a connection it is rolled back anyway
    throw error;
  }
}
