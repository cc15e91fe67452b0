import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

const POLL_MS = 100;

/** Returns the bytes of WAL that the database has written since its creation. */
export async function readLog(sql: Client): Promise<number> {
  const { rows } = await sql.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
  return Number(rows[0]?.bytes);
}

/** Resolves when no trace is dirty; at once for a schema without a trace index. */
export async function waitForIndex(sql: Client, signal: AbortSignal): Promise<void> {
  const { rows } = await sql.query<{ marks: string | null }>(`select to_regclass('sluice.trace_index_dirty') as marks`);
  if (rows[0]?.marks === null) return;
  for (;;) {
    const left = await sql.query('select from sluice.trace_index_dirty limit 1');
    if (left.rowCount === 0) return;
    await sleep(POLL_MS, undefined, { signal });
  }
}
