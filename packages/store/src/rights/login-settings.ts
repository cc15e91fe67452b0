import type { Role } from './roles';

/** Setting with which all sessions of a login begin. */
interface LoginSetting {
  readonly setting: string;
  readonly value: string;
  /** Only a superuser may set it, or a role with `grant set on parameter`. */
  readonly isPrivileged?: true;
}

/**
 * Limits of the reader's sessions, also with other programs: the services set most of them themselves (`readPoolConfig`). A session may
 * relax all but the last one; the rights of the reader prevent that it writes.
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
