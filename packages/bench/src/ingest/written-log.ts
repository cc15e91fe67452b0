import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';

const POLL_MS = 100;

/** Write-ahead log of some time, in bytes. */
export interface WrittenLog {
  readonly bytes: number;
  /** Part of it: copies of whole pages, at the first change of each after a checkpoint. NaN where that log is removed already. */
  readonly fullPageBytes: number;
}

/** Returns the end of the write-ahead log. */
export async function logPosition(sql: Client): Promise<string> {
  const { rows } = await sql.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn');
  return rows[0]?.lsn ?? '';
}

/** SQLSTATE of a file that does not exist. */
const REMOVED = '58P01';

/** Measures the write-ahead log since a position, by the extension `pg_walinspect`. */
export async function readLogSince(sql: Client, begin: string): Promise<WrittenLog> {
  const end = await logPosition(sql);
  const { rows: sizes } = await sql.query<{ bytes: number }>('select ($2::pg_lsn - $1::pg_lsn)::float8 as bytes', [
    begin,
    end,
  ]);
  await sql.query('create extension if not exists pg_walinspect');
  const { rows: pages } = await sql
    .query<{ bytes: number }>('select sum(fpi_size)::float8 as bytes from pg_get_wal_stats($1, $2)', [begin, end])
    .catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === REMOVED) return { rows: [] };
      throw error;
    });
  return { bytes: sizes[0]?.bytes ?? NaN, fullPageBytes: pages[0]?.bytes ?? NaN };
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
