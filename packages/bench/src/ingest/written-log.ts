import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

const POLL_MS = 100;

/** Bytes that the database has written to its log of changes (WAL), since it was made. */
export async function readLog(sql: Client): Promise<number> {
  const { rows } = await sql.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
  return Number(rows[0]?.bytes);
}

/** Resolves when no trace is left that was changed since it was folded. Of a schema that folds nothing, at once. */
export async function waitForIndex(sql: Client, signal: AbortSignal): Promise<void> {
  const { rows } = await sql.query<{ marks: string | null }>(`select to_regclass('sluice.trace_changes') as marks`);
  if (rows[0]?.marks === null) return;
  for (;;) {
    const left = await sql.query('select from sluice.trace_changes limit 1');
    if (left.rowCount === 0) return;
    await sleep(POLL_MS, undefined, { signal });
  }
}
