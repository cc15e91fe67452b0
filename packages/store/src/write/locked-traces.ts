import type { PoolClient } from 'pg';
import type { ActiveTraces } from './active-traces';
import { type StoredTrace, type TraceRow, fromTraceRow } from './sql/trace-row';
import { lockTraces, selectTraces } from './sql/traces';
import type { Transaction } from './sql/transaction';

/** A trace that this transaction has locked, as it is stored. */
export interface LockedTrace {
  /** The trace without texts of its own. */
  readonly stored: StoredTrace;
  /** Row of a trace that has texts of its own. */
  readonly row: TraceRow | undefined;
  /** See `ActiveTrace`. */
  readonly ids: string | undefined;
}

/** Remembered traces, and the transaction that locks some of them. */
export interface Memory {
  readonly active: ActiveTraces;
  readonly transaction: Transaction;
}

/**
 * Locks traces, and reads the rows of those that are not remembered, or have changed since.
 * @param inserting keys of traces that this transaction is inserting; their rows are read only if they exist already
 * @returns those that exist, in order of their keys; traces that this transaction has inserted are missing, except within a savepoint
 */
export async function lockAndRead(
  client: PoolClient,
  keys: readonly string[],
  { active, transaction: { server } }: Memory,
  inserting: ReadonlySet<string> = new Set(),
): Promise<readonly LockedTrace[]> {
  const unknown = keys.filter((key) => !inserting.has(key) && active.get(server, key)?.stored === undefined);
  const [versions, rows] = await Promise.all([lockTraces(client, keys), selectTraces(client, unknown)]);
  const read = new Map(rows.map((row) => [row.id, row]));
  const locked = versions.map(({ id, version }) => {
    const trace = active.get(server, id);
    return { id, current: trace?.version === version ? trace : undefined };
  });
  const changed = locked.filter(({ id, current }) => !read.has(id) && current?.stored === undefined);
  for (const row of await selectTraces(
    client,
    changed.map(({ id }) => id),
  )) {
    read.set(row.id, row);
  }
  return locked.map(({ id, current }) => {
    const row = read.get(id);
    return {
      stored: row === undefined ? (current?.stored as StoredTrace) : fromTraceRow(row, undefined),
      row: row?.has_io === true ? row : undefined,
      ids: current?.ids,
    };
  });
}
