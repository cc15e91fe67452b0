import type { Client } from 'pg';
import { inTransaction } from '../session/transaction';
import { askDatabase } from '../session/with-client';
import { rightsDifferences } from '../rights/differences';
import { LEDGER } from '../rights/rights';
import { initial } from './0001-initial';
import { retention } from './0002-retention';
import { views } from './0003-views';
import type { Migration } from './migration';
import { MissingRightsError } from './missing-rights';
import { onlyMigration } from './only-migration';
import { makeLedger, repairRights, repairsOf } from './repair-rights';
import { assertMayMigrate, makeRoles } from './roles';

/** All steps, in order. The last one's version is the schema version that this program needs. */
export const MIGRATIONS: readonly Migration[] = [initial, retention, views];

/** The schema version that this program reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The database has a schema of a newer release. */
export class SchemaTooNewError extends Error {
  override readonly name = 'SchemaTooNewError';
}

/** What a migration has done. */
export interface Migrated {
  /** Versions of the schema that were applied now. */
  readonly versions: readonly number[];
  /** Statements that it took to put owners and rights right; those of a new schema count too. */
  readonly repaired: number;
}

/**
 * Brings the database to `SCHEMA_VERSION`, and makes the roles of an installation, the owner of its objects and the rights on
 * them what they should be, whatever has become of them. Concurrent callers wait for each other. Where all is as it should be,
 * any user will do.
 * @throws SchemaTooNewError where the database is newer than this program
 * @throws MissingRightsError where there is something to do that the user may not do
 */
export function migrate(databaseUrl: string): Promise<Migrated> {
  return onlyMigration(databaseUrl, async (client) => {
    await makeRoles(client);
    const current = await versionOf(client);
    if (current > SCHEMA_VERSION) {
      throw new SchemaTooNewError(
        `the database has schema version ${current}, this program knows ${SCHEMA_VERSION}: start a newer release`,
      );
    }
    const pending = MIGRATIONS.slice(current);
    if (pending.length > 0) {
      await assertMayMigrate(client);
      await makeLedger(client);
    }
    for (const migration of pending) await apply(client, migration);
    return { versions: pending.map(({ version }) => version), repaired: await repairRights(client) };
  });
}

/** What a database has of what this program needs. */
export interface SchemaState {
  /** Of the schema; 0 where there is none. */
  readonly version: number;
  /** Owners and rights that are missing, as the SQL that mends them; empty where the schema is another one than this program's. */
  readonly repairs: readonly string[];
}

/** Looks at the schema of a database. Rejects when it does not answer within some seconds. */
export function schemaState(databaseUrl: string): Promise<SchemaState> {
  return askDatabase(databaseUrl, 'sluice-schema', async (client) => {
    const version = await versionOf(client);
    if (version !== SCHEMA_VERSION) return { version, repairs: [] };
    // What somebody may do beyond his need keeps nobody from work.
    return { version, repairs: repairsOf({ ...(await rightsDifferences(client)), surplus: [] }) };
  });
}

async function versionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ readable: boolean | null; user: string }>(
    `select has_table_privilege(to_regclass('${LEDGER}'), 'select') as readable, quote_ident(current_user) as "user"`,
  );
  const { readable = null, user = '' } = rows[0] ?? {};
  if (readable === null) return 0;
  if (readable) return appliedVersion(client);
  throw new MissingRightsError(`user ${user} may not read ${LEDGER}`, [`grant sluice_owner to ${user};`]);
}

/** The version of a schema whose ledger is there and may be read. */
export async function appliedVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select coalesce(max(version), 0) as version from ${LEDGER}`,
  );
  return rows[0]?.version ?? 0;
}

/** The owner of the schema records it: who migrates next need not be who migrates now. */
async function apply(client: Client, migration: Migration): Promise<void> {
  if (!migration.transactional) await client.query(migration.sql);
  await inTransaction(client, {}, async () => {
    if (migration.transactional) await client.query(migration.sql);
    await client.query('set local role sluice_owner');
    await client.query(`insert into ${LEDGER} (version, name) values ($1, $2)`, [migration.version, migration.name]);
  });
}
