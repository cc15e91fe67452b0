import type { Queries, Statement } from './database';
import type { ProjectDatabase } from './project';

/** Milliseconds that an aggregate over traces may last: its time grows with the number of traces that it reads. */
export const AGGREGATE_TIMEOUT_MS = 5000;

/**
 * Runs a statement with a time limit in milliseconds.
 * @throws StoreUnavailableError if it exceeds the limit
 */
export function withTimeout<Row extends object>(
  { snapshot }: ProjectDatabase,
  milliseconds: number,
  statement: Statement,
): Promise<Row[]> {
  return snapshot(async ({ query }) => {
    await limitStatements({ query }, milliseconds);
    await lockTraceIndex({ query });
    return query<Row>(statement);
  });
}

/** Limits how long each of the further statements of a snapshot may last. */
export async function limitStatements({ query }: Queries, milliseconds: number): Promise<void> {
  await query({ text: `set local statement_timeout = ${milliseconds}` });
}

/**
 * Prevents that the trace index is emptied during a snapshot, before its first statement: a snapshot does not keep the rows of a truncated
 * table.
 */
export async function lockTraceIndex({ query }: Queries): Promise<void> {
  await query({ text: 'lock table sluice.trace_index_entries in access share mode' });
}
