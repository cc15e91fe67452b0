import type { PoolConfig } from 'pg';

/** Bounds for the writer's connections. */
export interface WriterPoolOptions {
  readonly databaseUrl: string;
  readonly maxConnections: number;
}

/**
 * The configuration of a pool for `createPostgresStore`: it acts as the writer role, commits durably, and no statement
 * or idle transaction can hold locks for ever (a frozen process must not block its successor).
 */
export function writerPoolConfig({ databaseUrl, maxConnections }: WriterPoolOptions): PoolConfig {
  return {
    connectionString: databaseUrl,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    application_name: 'sluice-writer',
    options: [
      '-c role=sluice_writer',
      '-c timezone=UTC',
      '-c synchronous_commit=on',
      '-c statement_timeout=30s',
      '-c lock_timeout=5s',
      '-c idle_in_transaction_session_timeout=10s',
      '-c plan_cache_mode=force_custom_plan',
      '-c client_min_messages=warning',
    ].join(' '),
  };
}
