import type { Queries, Statement } from './database';
import type { ProjectDatabase } from './project';

/** What sums up traces may take so many milliseconds: the time follows those that are read, and more is not waited for. */
export const AGGREGATE_TIMEOUT_MS = 5000;

/**
 * Runs a statement that may take so many milliseconds.
 * @throws StoreUnavailableError where it takes longer
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

/** Limits how long each of the further statements of a snapshot may take. */
export async function limitStatements({ query }: Queries, milliseconds: number): Promise<void> {
  await query({ text: `set local statement_timeout = ${milliseconds}` });
}

/** Has places stay as they are for a snapshot, before its first statement: what is emptied after it has no rows in it any more. */
export async function lockTraceIndex({ query }: Queries): Promise<void> {
  await query({ text: 'lock table sluice.trace_places in access share mode' });
}
