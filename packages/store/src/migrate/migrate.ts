import { Client } from 'pg';
import { askDatabase } from '../ask-database';
import { initial } from './0001-initial';
import { retention } from './0002-retention';
import type { Migration } from './migration';

/** All steps, in order. The last one's version is the schema version that this program needs. */
export const MIGRATIONS: readonly Migration[] = [initial, retention];

/** The schema version that this program reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The database has a schema that this program does not know, because a newer release made it. */
export class SchemaTooNewError extends Error {
  override readonly name = 'SchemaTooNewError';
}

/** The roles of an installation, which its users act as. */
export const ROLES = ['sluice_owner', 'sluice_writer', 'sluice_reader'] as const;

/**
 * Makes the three group roles where they are missing and lets the migrating user act as each of them. Since Postgres 16
 * who made a role is a member that may grant it, but not yet one that may act as it.
 */
const CREATE_ROLES = ROLES.map(
  (role) => /* sql */ `
do $$
declare
  acting text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  begin
    if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
  exception when duplicate_object or unique_violation then null; -- roles are the cluster's: another database was faster
  end;
  if not pg_has_role(current_user, '${role}', acting) then execute format('grant ${role} to %I', current_user); end if;
end $$;`,
).join('');

const CREATE_LEDGER = /* sql */ `
create table if not exists public.sluice_migration (
  version integer primary key, name text not null, applied_at timestamptz not null default now());
grant select on public.sluice_migration to sluice_owner, sluice_writer, sluice_reader;`;

/**
 * Brings the database to `SCHEMA_VERSION`. Concurrent callers wait for each other (a session advisory lock on a
 * connection of its own, so the URL must not lead through a transaction pooler). Needs a user who may create roles.
 * @returns the versions applied now
 * @throws SchemaTooNewError where the database is newer than this program
 */
export async function migrate(databaseUrl: string): Promise<number[]> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'sluice-migrate' });
  client.on('error', () => undefined); // the failing query reports it
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtextextended('sluice.migrate', 0))");
    await client.query(CREATE_ROLES);
    await client.query(CREATE_LEDGER);
    const current = await appliedVersion(client);
    if (current > SCHEMA_VERSION) {
      throw new SchemaTooNewError(
        `the database has schema version ${current}, this program knows ${SCHEMA_VERSION}: start a newer release`,
      );
    }
    const pending = MIGRATIONS.slice(current);
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.version);
  } finally {
    await client.end();
  }
}

/** The schema version of a database, 0 where it has none. Rejects when it does not answer within some seconds. */
export function schemaVersion(databaseUrl: string): Promise<number> {
  return askDatabase(databaseUrl, 'sluice-schema-version', async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass('public.sluice_migration') is not null as exists",
    );
    return rows[0]?.exists === true ? appliedVersion(client) : 0;
  });
}

/** The version of a schema whose ledger is there and may be read. */
export async function appliedVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from public.sluice_migration',
  );
  return rows[0]?.version ?? 0;
}

async function apply(client: Client, migration: Migration): Promise<void> {
  const record = 'insert into public.sluice_migration (version, name) values ($1, $2)';
  if (!migration.transactional) {
    await client.query(migration.sql);
    await client.query(record, [migration.version, migration.name]);
    return;
  }
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query(record, [migration.version, migration.name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
