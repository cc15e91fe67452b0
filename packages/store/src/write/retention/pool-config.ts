import type { PoolConfig } from 'pg';
import { withSession } from '../../session-url';

/**
 * Nobody is waited for any longer than a statement may take, and much less where others would wait behind (`inTransaction`); a
 * detachment that is cut off is finished by the next run. Which role it acts as is decided by each run.
 */
const SESSION = {
  default_transaction_isolation: 'read committed', // the locks are taken to see what was committed before them
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '10s',
  plan_cache_mode: 'force_custom_plan',
  client_min_messages: 'warning',
  jit: 'off',
  timezone: 'UTC',
  datestyle: 'ISO',
} as const;

/**
 * The configuration of a pool for `createRetention`. The user of the URL needs to be a member of `sluice_owner`, because only who owns
 * a table may detach and drop its partitions; where nothing is to be dropped `sluice_writer` will do.
 */
export function retentionPoolConfig(databaseUrl: string): PoolConfig {
  return {
    connectionString: withSession(databaseUrl, SESSION),
    application_name: 'sluice-retention',
    max: 1,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    query_timeout: 35_000, // after the statement timeout: only a connection that has gone silent meets it
  };
}
