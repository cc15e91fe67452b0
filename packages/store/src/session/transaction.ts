import type { ClientBase } from 'pg';

/**
 * Runs the work in a transaction. After a failure it is rolled back, and the connection can be used again unless it is lost.
 * @param lockTimeoutMs limit of the wait for a lock: all later sessions wait behind it
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
    await client.query('rollback').catch(() => undefined); // without a connection the server rolls back anyway
    throw error;
  }
}
