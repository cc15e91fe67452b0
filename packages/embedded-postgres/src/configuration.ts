import { EmbeddedPostgresError } from './embedded-postgres-error';

/** Server settings by name; a value is written as text and quoted here. */
export type Settings = Readonly<Record<string, string>>;

const FIXED: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '50',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  datestyle: 'iso, mdy',
  max_locks_per_transaction: '256', // a statement may touch hundreds of partitions, each with its indexes
  jit: 'off', // compiling costs more than these short statements take

  shared_buffers: '256MB',
  random_page_cost: '1.1', // solid-state storage

  // An acknowledged write is on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Fewer checkpoints write fewer full pages: the price is disk space and a longer recovery. Compressing those pages
  // (wal_compression) saved 8 % of the log and cost half as much processor time again, so it stays off.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',

  // The SQLSTATE in every line lets the start tell failures apart. Statements can hold users' data: none is logged.
  log_line_prefix: '%m [%p] %e ',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** For databases that live as long as a test run: nothing has to survive a power cut. */
const EPHEMERAL: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
};

/** The text of `postgresql.conf`: the fixed settings, for tests the ephemeral ones, then those of the caller. */
export function renderConfiguration(options: {
  readonly port: number;
  readonly ephemeral: boolean;
  readonly settings: Settings;
}): string {
  const all = {
    ...FIXED,
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
