import { patience } from '@sluice/testbed/machine';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { readPoolConfig } from '../session/pool-config';
import { createDatabase } from './database';
import { type ProjectDatabase, inProject } from './project';
import { type ProjectStore, type ReadStore, createReadStore } from './postgres-store';

/** The database of the test file: `owner` may do everything, on one connection; `reads` and `store` read as the reader does. */
export interface TestReader {
  readonly owner: Pool;
  /** The store's connections. */
  readonly pool: Pool;
  readonly reads: ReadStore;
  /** The reads of the default project. */
  readonly store: ProjectStore;
  /** Ends all connections. */
  readonly close: () => Promise<void>;
}

export function openReader({ maxConnections = 2 }: { readonly maxConnections?: number } = {}): TestReader {
  const databaseUrl = testDatabaseUrl();
  const owner = new Pool({ connectionString: databaseUrl, max: 1 });
  const limits = { maxConnections, connectTimeoutMs: patience(20_000), statementTimeoutMs: patience(60_000) };
  const pool = new Pool(readPoolConfig({ databaseUrl, applicationName: 'test', ...limits }));
  const reads = createReadStore({ pool, probe: pool, timeoutMs: limits.statementTimeoutMs });
  return {
    owner,
    pool,
    reads,
    store: reads.of(undefined),
    close: async () => {
      await pool.end();
      await owner.end();
    },
  };
}

/** Reads the default project while every statement on traces waits. */
export async function whileTracesAreLocked<Read>(
  { owner, pool }: TestReader,
  read: (database: ProjectDatabase) => Promise<Read>,
): Promise<Read> {
  const database = await inProject(createDatabase(pool), undefined);
  const lock = await owner.connect();
  try {
    await lock.query('begin; lock table sluice.traces');
    return await read(database);
  } finally {
    await lock.query('rollback');
    lock.release();
  }
}
