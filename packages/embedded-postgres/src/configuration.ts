import { EmbeddedPostgresError } from './embedded-postgres-error';

/** Server settings by name; a value is written as text and quoted here. */
export type Settings = Readonly<Record<string, string>>;

const FIXED: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '80', // at most 60 of the product, with 8 ingest threads
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  datestyle: 'iso, mdy',
  max_locks_per_transaction: '256', // a statement may use hundreds of partitions, each with its indexes
  // Its memory is in /dev/shm, of which containers have 64 MB: a large join would fail there as if the disk were full.
  enable_parallel_hash: 'off',
  jit: 'off', // compiling costs more than these short statements

  shared_buffers: '256MB',
  random_page_cost: '1.1', // solid-state storage

  // An acknowledged write is on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Fewer checkpoints write fewer full pages: the price is disk space (see `largestLog`) and a longer recovery. Compressing those pages
  // (wal_compression) saved 8 % of the log and cost half as much processor time again, so it is off.
  checkpoint_timeout: '15min',

  // The start distinguishes failures by the SQLSTATE in each line. Statements can contain users' data: none is logged.
  log_line_prefix: '%m [%p] %e ',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** Settings of databases that exist for one test run: nothing has to survive a power cut. */
const EPHEMERAL: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
};

const MIB = 2 ** 20;

/** Limit of the write-ahead log between checkpoints: 4 GB, but on a small disk an eighth of it. */
function largestLog(diskBytes: number): string {
  const eighth = Math.floor(diskBytes / 8 / MIB);
  return `${Math.min(4096, Math.max(64, eighth))}MB`;
}

/** Text of `postgresql.conf`: the fixed settings, for tests the ephemeral ones, then those of the caller. */
export function renderConfiguration(options: {
  readonly port: number;
  readonly ephemeral: boolean;
  /** Size of the disk that contains the database. */
  readonly diskBytes: number;
  readonly settings: Settings;
}): string {
  const all = {
    ...FIXED,
    max_wal_size: largestLog(options.diskBytes),
    ...(options.ephemeral ? EPHEMERAL : {}),
    ...options.settings,
    port: String(options.port),
  };
  const lines = Object.entries(all).map(([name, value]) => `${checkedName(name)} = ${quoted(name, value)}\n`);
  return `# Written at every start: changes made here are lost.\n${lines.join('')}`;
}

function checkedName(name: string): string {
  if (/^[a-z_][a-z0-9_.]*$/i.test(name)) return name;
  throw new EmbeddedPostgresError(`${JSON.stringify(name)} is not the name of a setting of Postgres`);
}

function quoted(name: string, value: string): string {
  if (/[\n\r\0]/.test(value)) throw new EmbeddedPostgresError(`the setting ${name} has a line break or NUL`);
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
