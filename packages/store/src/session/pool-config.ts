import type { PoolConfig } from 'pg';

/** Plans are made for the values at hand, because the partitions to read are among them; no plan is worth compiling. */
const EVERY_SESSION = { plan_cache_mode: 'force_custom_plan', jit: 'off', timezone: 'UTC', datestyle: 'ISO' } as const;

const READER = {
  ...EVERY_SESSION,
  role: 'sluice_reader',
  default_transaction_read_only: 'on',
  work_mem: '16MB',
  max_parallel_workers_per_gather: '2', // one query takes no more, whatever the server allows
  random_page_cost: '1.1',
} as const;

/** Neither a frozen process nor a lost one can hold locks against its successor for long. */
const CHANGING = {
  ...EVERY_SESSION,
  default_transaction_isolation: 'read committed', // the locks are taken to see what was committed before them
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '10s',
  client_min_messages: 'warning',
} as const;

const WRITER = {
  ...CHANGING,
  role: 'sluice_writer',
  synchronous_commit: 'on',
  lock_timeout: '5s',
  random_page_cost: '1.1', // hundreds of look-ups would look dearer than to read all of a table
} as const;

/**
 * Compresses long texts by LZ4 where the server can, which it may have been built without: a quarter of the processor time of its own
 * way, for a sixth more space.
 */
const COMPRESS_FAST = `
  select set_config(name, 'lz4', false) from pg_settings where name = 'default_toast_compression' and 'lz4' = any(enumvals)`;

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

/** The configuration of a pool that can only read. The user of the URL needs to be a member of `sluice_reader`. */
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

/** The configuration of a pool for `createPostgresStore`. The user of the URL needs to be a member of `sluice_writer`. */
export function writerPoolConfig({ databaseUrl, maxConnections }: WriterPoolOptions): PoolConfig {
  return {
    connectionString: withSession(databaseUrl, WRITER),
    application_name: 'sluice-writer',
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    pipeline: true,
    // Not waited for: it goes before the first statement, and rows are stored without it, too.
    onConnect: (client) => void client.query(COMPRESS_FAST).catch(() => undefined),
  };
}

/**
 * The configuration of a pool for `createRetention`. The user of the URL needs to be a member of `sluice_owner`, because only who owns
 * a table may detach and drop its partitions; where nothing is to be dropped `sluice_writer` will do. Which role it acts as
 * is decided by each run. A lock is waited for as long as a statement may take, and much less where others would wait behind
 * (`inTransaction`); a detachment that is cut off is finished by the next run.
 */
export function retentionPoolConfig(databaseUrl: string): PoolConfig {
  return {
    connectionString: withSession(databaseUrl, CHANGING),
    application_name: 'sluice-retention',
    max: 1,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    pipeline: true,
    query_timeout: 35_000, // after the statement timeout: only a connection that has gone silent meets it
  };
}

/**
 * The configuration of a pool for `createTraceIndexer`. The user of the URL needs to be a member of `sluice_writer`. What a crash of the server
 * takes back is done again: nobody waits for its disk. A frozen process loses its connection, and with it its turn.
 */
export function indexerPoolConfig(databaseUrl: string): PoolConfig {
  const session = {
    ...CHANGING,
    role: 'sluice_writer',
    synchronous_commit: 'off',
    lock_timeout: '5s',
    idle_session_timeout: '30s',
    random_page_cost: '1.1',
    synchronize_seqscans: 'off', // marks are folded in the order in which they came, so that positions are in order of time
  };
  return {
    connectionString: withSession(databaseUrl, session),
    application_name: 'sluice-fold',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    query_timeout: 35_000, // as for retention
  };
}

/**
 * A connection URL whose sessions start with these settings. They go into the URL because options there would replace
 * those given beside it; the URL's own come first, so that ours win.
 */
function withSession(databaseUrl: string, settings: Readonly<Record<string, string | number>>): string {
  const url = new URL(databaseUrl);
  const own = url.searchParams.get('options') ?? '';
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${String(value).replace(/[\\ ]/g, '\\$&')}`);
  url.searchParams.set('options', [own, ...ours].join(' ').trim());
  return url.href;
}
