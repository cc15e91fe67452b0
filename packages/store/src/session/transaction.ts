import type { ClientBase } from 'pg';

/**
 * Runs the work in a transaction. After a failure it is rolled back, and the connection can be used on unless it is lost.
 * @param lockTimeoutMs how long it waits for a lock at most: everybody who comes later waits behind it
 */
export async function inTransaction<T>(
  client: ClientBase,
  { lockTimeoutMs }: { readonly lockTimeoutMs?: number },
  work: () => Promise<T>,
): Promise<T> {
  await client.query(lockTimeoutMs === undefined ? 'begin' : `begin; set local lock_timeout = ${lockTimeoutMs}`);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // without a connection it is rolled back anyway
    throw error;
  }
}
