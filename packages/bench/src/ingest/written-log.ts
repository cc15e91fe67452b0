import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

const POLL_MS = 100;

/** Returns the bytes of WAL that the database has written since its creation. */
export async function readLog(sql: Client): Promise<number> {
  const { rows } = await sql.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
  return Number(rows[0]?.bytes);
}

/** SQL: name of the dirty queue; `trace_changes` in revisions before 0.1.0, which `--against` measures. Null: there is no trace index. */
const DIRTY_QUEUE = `select coalesce(to_regclass('sluice.trace_index_dirty'), to_regclass('sluice.trace_changes'))::text as queue`;

/** Resolves when no trace is dirty; at once for a schema without a trace index. */
export async function waitForIndex(sql: Client, signal: AbortSignal): Promise<void> {
  const { rows } = await sql.query<{ queue: string | null }>(DIRTY_QUEUE);
  const queue = rows[0]?.queue ?? null;
  if (queue === null) return;
  for (;;) {
    const left = await sql.query(`select from ${queue} limit 1`);
    if (left.rowCount === 0) return;
    await sleep(POLL_MS, undefined, { signal });
  }
}
