import { beginRebuild } from '@sluice/store/operate';
import { Pool } from 'pg';
import type { Fault } from './fault';

/** Not faults, but what has to go on beside them. Another one may cut it off; the next one goes on from there. */

/** Retention drops what is some days older than the rest. */
export const expire: Fault = async ({ aged }) => {
  await aged?.expireSome().catch(() => undefined);
};

/** Rebuilds what fast reads use, as `sluice rebuild-counters` does. */
export const rebuildCounters: Fault = async ({ database }) => {
  const pool = new Pool({ connectionString: database.url, max: 1 });
  pool.on('error', () => undefined);
  try {
    await beginRebuild(pool).catch(() => undefined);
  } finally {
    await pool.end();
  }
};
