import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { withOwnClient } from '../session/with-client';

const LOCK = "hashtextextended('sluice.migrate', 0)";
const PAUSE_MS = 100;

/**
 * Does work that must not be done twice at the same time in one database: others wait (a session advisory lock on a connection of
 * its own, so the URL must not lead through a transaction pooler). They ask again and again: an index that is built beside its
 * readers waits for every statement that runs, also for one that waits for the lock of who builds it.
 */
export function onlyMigration<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  return withOwnClient({ connectionString: databaseUrl, application_name: 'sluice-migrate' }, async (client) => {
    while (!(await tryLock(client))) await sleep(PAUSE_MS);
    return work(client);
  });
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`);
  return rows[0]?.locked === true;
}
