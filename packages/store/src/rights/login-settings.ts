import type { Role } from './roles';

/** What the sessions of a login begin with, whoever uses it. */
interface LoginSetting {
  readonly setting: string;
  readonly value: string;
  /** Only a superuser may set it, or who was granted to (`grant set on parameter`). */
  readonly isPrivileged?: true;
}

/**
 * Bounds for who reads, also with a program of his own: the services set most of them themselves (`readPoolConfig`). A session may
 * loosen all but the last one; that the reader writes nothing is a matter of its rights.
 */
const READER: readonly LoginSetting[] = [
  { setting: 'default_transaction_read_only', value: 'on' },
  { setting: 'statement_timeout', value: '60s' },
  { setting: 'idle_in_transaction_session_timeout', value: '60s' },
  { setting: 'max_parallel_workers_per_gather', value: '2' },
  { setting: 'temp_file_limit', value: '2GB', isPrivileged: true },
];

export const LOGIN_SETTINGS: Readonly<Record<Role, readonly LoginSetting[]>> = {
  sluice_reader: READER,
  sluice_writer: [],
  sluice_owner: [],
};
