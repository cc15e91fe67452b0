/** URL of another database with the same server and user. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** URL of the same database with the rights of one of its roles: every session begins with `set role`. */
export function asRole(url: string, role: 'sluice_owner' | 'sluice_writer' | 'sluice_reader'): string {
  const changed = new URL(url);
  changed.searchParams.set('options', `-c role=${role}`);
  return changed.href;
}
