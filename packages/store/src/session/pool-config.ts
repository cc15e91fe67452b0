import type { PoolConfig } from 'pg';

/**
 * Settings of all sessions. Statements are planned for their values, because these select the partitions to read; no plan is worth
 * compiling.
 */
const EVERY_SESSION = { plan_cache_mode: 'force_custom_plan', jit: 'off', timezone: 'UTC', datestyle: 'ISO' } as const;

const READER = {
  ...EVERY_SESSION,
  role: 'sluice_reader',
  default_transaction_read_only: 'on',
  work_mem: '16MB',
  max_parallel_workers_per_gather: '2', // limit for one query, whatever the server allows
  random_page_cost: '1.1',
} as const;

/** Settings of sessions that write: neither a frozen process nor a lost one can hold locks against its successor for long. */
const CHANGING = {
  ...EVERY_SESSION,
  default_transaction_isolation: 'read committed', // locks are taken to see what was committed before them
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '10s',
  client_min_messages: 'warning',
} as const;

const WRITER = {
  ...CHANGING,
  role: 'sluice_writer',
  synchronous_commit: 'on',
  lock_timeout: '5s',
  random_page_cost: '1.1', // otherwise the planner prefers reading a whole table to hundreds of look-ups
} as const;

/**
 * SQL: compresses long texts by LZ4 if the server supports it, which is an option of its build: a quarter of the processor time of pglz,
 * for a sixth more space.
 */
const COMPRESS_FAST = `
  select set_config(name, 'lz4', false) from pg_settings where name = 'default_toast_compression' and 'lz4' = any(enumvals)`;

export interface ReadPoolOptions {
  readonly databaseUrl: string;
  /** Name in pg_stat_activity. */
  readonly applicationName: string;
  /** Limit of the connections; further requests wait up to `connectTimeoutMs`. */
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  /** Milliseconds after which Postgres cancels a statement. */
  readonly statementTimeoutMs: number;
}

/** Returns the configuration of a pool that can only read. The user of the URL must be a member of `sluice_reader`. */
export function readPoolConfig(options: ReadPoolOptions): PoolConfig {
  return {
    connectionString: withSession(options.databaseUrl, { ...READER, statement_timeout: options.statementTimeoutMs }),
    application_name: options.applicationName,
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs,
    keepAlive: true,
  };
}

export interface WriterPoolOptions {
  readonly databaseUrl: string;
  readonly maxConnections: number;
}

/** Returns the configuration of a pool for `createPostgresStore`. The user of the URL must be a member of `sluice_writer`. */
export function writerPoolConfig({ databaseUrl, maxConnections }: WriterPoolOptions): PoolConfig {
  return {
    connectionString: withSession(databaseUrl, WRITER),
    application_name: 'sluice-writer',
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    pipeline: true,
    // Not awaited: it precedes the first statement, and rows are stored without it, too.
    onConnect: (client) => void client.query(COMPRESS_FAST).catch(() => undefined),
  };
}

/**
 * Returns the configuration of a pool for `createRetention`. The user of the URL must be a member of `sluice_owner`, because only the owner
 * of a table may detach and drop its partitions; `sluice_writer` is enough if nothing is to be dropped. Each run decides in which role it
 * acts. A run waits for a lock as long as a statement may last, and much less if others would wait behind it (`inTransaction`); the next
 * run completes an interrupted detachment.
 */
export function retentionPoolConfig(databaseUrl: string): PoolConfig {
  return {
    connectionString: withSession(databaseUrl, CHANGING),
    application_name: 'sluice-retention',
    max: 1,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    pipeline: true,
    query_timeout: 35_000, // after the statement timeout: only a dead connection exceeds it
  };
}

/**
 * Returns the configuration of a pool for `createTraceIndexer`. The user of the URL must be a member of `sluice_writer`. Commits do not
 * wait for the disk: work that a crash of the server undoes is repeated. A frozen process loses its connection, and with it its lock.
 */
export function indexerPoolConfig(databaseUrl: string): PoolConfig {
  const session = {
    ...CHANGING,
    role: 'sluice_writer',
    synchronous_commit: 'off',
    lock_timeout: '5s',
    idle_session_timeout: '30s',
    random_page_cost: '1.1',
    synchronize_seqscans: 'off', // dirty traces are indexed in the order in which they changed, so that index positions are in order of time
  };
  return {
    connectionString: withSession(databaseUrl, session),
    application_name: 'sluice-index',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    query_timeout: 35_000, // as for retention
  };
}

/**
 * Returns a URL whose sessions start with these settings. They are part of the URL because its `options` would replace separate ones; those
 * of the URL precede ours, so that ours win.
 */
function withSession(databaseUrl: string, settings: Readonly<Record<string, string | number>>): string {
  const url = new URL(databaseUrl);
  const own = url.searchParams.get('options') ?? '';
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${String(value).replace(/[\\ ]/g, '\\$&')}`);
  url.searchParams.set('options', [own, ...ours].join(' ').trim());
  return url.href;
}
