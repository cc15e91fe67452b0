import type { Statement } from './database';
import type { ProjectDatabase } from './project';

/**
 * Runs a statement that may take so many milliseconds.
 * @throws StoreUnavailableError where it takes longer
 */
export function within<Row extends object>(
  { snapshot }: ProjectDatabase,
  milliseconds: number,
  statement: Statement,
): Promise<Row[]> {
  return snapshot(async ({ query }) => {
    await query({ text: `set local statement_timeout = ${milliseconds}` });
    // Before the snapshot: what is emptied after it has no rows in it any more.
    await query({ text: 'lock table sluice.trace_places in access share mode' });
    return query<Row>(statement);
  });
}
