import type { PoolConfig } from 'pg';
import { withSession } from '../session-url';

/** Bounds for the writer's connections. */
export interface WriterPoolOptions {
  readonly databaseUrl: string;
  readonly maxConnections: number;
}

/** Commits are durable, and neither a frozen process nor a lost one can hold locks against its successor for long. */
const SESSION = {
  role: 'sluice_writer',
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed', // the locks are taken to see what was committed before them
  statement_timeout: '30s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '10s',
  plan_cache_mode: 'force_custom_plan',
  client_min_messages: 'warning',
  jit: 'off',
  timezone: 'UTC',
  datestyle: 'ISO',
} as const;

/** The configuration of a pool for `createPostgresStore`. The user of the URL needs to be a member of `sluice_writer`. */
export function writerPoolConfig({ databaseUrl, maxConnections }: WriterPoolOptions): PoolConfig {
  return {
    connectionString: withSession(databaseUrl, SESSION),
    application_name: 'sluice-writer',
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  };
}
