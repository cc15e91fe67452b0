import type { PoolConfig } from 'pg';
import { withSession } from '../session-url';

export interface ReadPoolOptions {
  readonly databaseUrl: string;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Connections at most; further requests wait up to `connectTimeoutMs`. */
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  /** Postgres ends a statement that takes longer. */
  readonly statementTimeoutMs: number;
}

/**
 * Session settings of every connection. Plans are made for the values at hand, because the partitions to read are among
 * them; compilation is decided by a cost that grows with the partitions planned.
 */
const SESSION = {
  role: 'sluice_reader',
  default_transaction_read_only: 'on',
  plan_cache_mode: 'force_custom_plan',
  jit: 'off',
  work_mem: '16MB',
  max_parallel_workers_per_gather: '2', // one query takes no more, whatever the server allows
  random_page_cost: '1.1',
  timezone: 'UTC',
  datestyle: 'ISO',
} as const;

/** Makes the configuration of a pool that can only read. The user of the URL needs to be a member of `sluice_reader`. */
export function readPoolConfig(options: ReadPoolOptions): PoolConfig {
  return {
    connectionString: withSession(options.databaseUrl, { ...SESSION, statement_timeout: options.statementTimeoutMs }),
    application_name: options.applicationName,
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs,
    keepAlive: true,
  };
}
