import type { PoolClient } from 'pg';
import type { ActiveTrace, ActiveTraces } from './active-traces';
import { type StoredTrace, type TraceRow, fromTraceRow } from './sql/trace-row';
import { lockTraces, selectExisting, selectTraces } from './sql/traces';
import type { Transaction } from './sql/transaction';

/** A trace that this transaction has locked, as it is stored. */
export interface LockedTrace {
  /** The trace without texts of its own. */
  readonly stored: StoredTrace;
  /** Row of a trace that has texts of its own. */
  readonly row: TraceRow | undefined;
  /** See `ActiveTrace`. */
  readonly ids: ActiveTrace['ids'];
  readonly used: ActiveTrace['used'];
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
  const remembered = keys.map((key) => active.get(server, key));
  const unknown = keys.filter((key, n) => !inserting.has(key) && remembered[n]?.stored === undefined);
  const versions = remembered.map((trace) => trace?.version ?? null);
  const [{ current, others }, rows] = await Promise.all([
    lockTraces(client, keys, versions),
    selectTraces(client, unknown),
  ]);
  const expected = versions.filter((version, n) => version !== null && !others.has(keys[n] as string)).length;
  // Some are missing: retention has removed them.
  const existing = current < expected ? await selectExisting(client, keys) : undefined;
  const read = new Map(rows.map((row) => [row.id, row]));
  const locked = keys.flatMap((id, n) => {
    const trace = others.has(id) ? undefined : remembered[n];
    const isLocked = others.has(id) || (trace !== undefined && existing?.has(id) !== false);
    return isLocked ? [{ id, trace }] : [];
  });
  const changed = locked.filter(({ id, trace }) => trace?.stored === undefined && !read.has(id));
  for (const row of await selectTraces(
    client,
    changed.map(({ id }) => id),
  )) {
    read.set(row.id, row);
  }
  return locked.map(({ id, trace }) => {
    const row = read.get(id);
    return {
      stored: row === undefined ? (trace?.stored as StoredTrace) : fromTraceRow(row, undefined),
      row: row?.has_io === true ? row : undefined,
      ids: trace?.ids,
      used: trace?.used,
    };
  });
}
