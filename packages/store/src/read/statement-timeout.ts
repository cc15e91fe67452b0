import type { Queries, Statement } from './database';
import type { ProjectDatabase, ProjectQueries } from './project';
import { lockTraceIndex } from './trace-index';

/** Milliseconds that an aggregate over traces may last: its time grows with the number of traces that it reads. */
export const AGGREGATE_TIMEOUT_MS = 5000;

/**
 * Runs a statement with a time limit in milliseconds.
 * @throws StoreUnavailableError if it exceeds the limit
 */
export function withTimeout<Row extends object>(
  database: ProjectDatabase,
  milliseconds: number,
  statement: Statement,
): Promise<Row[]> {
  return withinTimeout(database, milliseconds, ({ query }) => query<Row>(statement));
}

/** Runs statements of one snapshot, each with a time limit in milliseconds. Errors as in `withTimeout`. */
export function withinTimeout<T>(
  { snapshot }: ProjectDatabase,
  milliseconds: number,
  work: (queries: ProjectQueries) => Promise<T>,
): Promise<T> {
  return snapshot(async (queries) => {
    await limitStatements(queries, milliseconds);
    await lockTraceIndex(queries);
    return work(queries);
  });
}

/** Limits how long each of the further statements of a snapshot may last. */
export async function limitStatements({ query }: Queries, milliseconds: number): Promise<void> {
  await query({ text: `set local statement_timeout = ${milliseconds}` });
}
