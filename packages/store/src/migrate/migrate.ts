import type { Client } from 'pg';
import { inTransaction } from '../session/transaction';
import { askDatabase } from '../session/with-client';
import { rightsDifferences } from '../rights/differences';
import { LEDGER } from '../rights/rights';
import { type AppliedSchema, NO_SCHEMA, appliedSchema, schemaProblem } from './applied-schema';
import { type Migration, hashOf } from './migration';
import { MIGRATIONS } from './migrations';
import { MissingRightsError } from './missing-rights';
import { onlyMigration } from './only-migration';
import { makeLedger, repairRights, repairsOf } from './repair-rights';
import { assertMayMigrate, makeRoles } from './roles';

/** The database has a schema that this program cannot work on: that of a newer release, or of another commit before 0.1.0. */
export class UnusableSchemaError extends Error {
  override readonly name = 'UnusableSchemaError';
}

/** Result of a migration. */
export interface Migrated {
  /** Versions of the schema that were applied now. */
  readonly versions: readonly number[];
  /** Statements that it took to put owners and rights right; those of a new schema count too. */
  readonly repaired: number;
}

/**
 * Brings the database to the version of the last migration, and makes the roles of an installation, the owner of its objects and the
 * rights on them what they should be. Concurrent callers wait for each other. Where nothing is to be done, any user will do.
 * @param migrations those of this program
 * @throws UnusableSchemaError where the database has a newer schema than this program works on, or one of other migrations
 * @throws MissingRightsError where there is something to do that the user may not do
 */
export function migrate(databaseUrl: string, migrations = MIGRATIONS): Promise<Migrated> {
  return onlyMigration(databaseUrl, async (client) => {
    await makeRoles(client);
    const schema = await schemaOf(client, migrations);
    const problem = schemaProblem(schema, migrations.length);
    if (problem !== undefined) throw new UnusableSchemaError(`${problem.found}: ${problem.change}`);
    // The rights of what a newer release has made are not known here.
    if (schema.version > migrations.length) return { versions: [], repaired: 0 };
    const pending = migrations.slice(schema.version);
    if (pending.length > 0) {
      await assertMayMigrate(client);
      await makeLedger(client);
    }
    for (const migration of pending) await apply(client, migration);
    return { versions: pending.map((migration) => migration.version), repaired: await repairRights(client) };
  });
}

/** Version of the schema of a database, compared with that of this program. */
export interface SchemaState {
  /** 0 where there is none. */
  readonly version: number;
  /** Why this program cannot work on it, and what to do; undefined: it can, or can after a migration. */
  readonly problem: string | undefined;
  /** Owners and rights that are missing, as the SQL that repairs them; empty where the schema is another one than this program's. */
  readonly repairs: readonly string[];
}

/** Reads the schema of a database. Rejects when it does not answer within some seconds. */
export function schemaState(databaseUrl: string, migrations = MIGRATIONS): Promise<SchemaState> {
  return askDatabase(databaseUrl, 'sluice-schema', async (client) => {
    const schema = await schemaOf(client, migrations);
    const { version } = schema;
    const problem = schemaProblem(schema, migrations.length);
    if (problem !== undefined) return { version, problem: `${problem.found}: ${problem.change}`, repairs: [] };
    if (version !== migrations.length) return { version, problem: undefined, repairs: [] };
    // Rights beyond what a role needs keep no process from its work.
    return { version, problem: undefined, repairs: repairsOf({ ...(await rightsDifferences(client)), surplus: [] }) };
  });
}

async function schemaOf(client: Client, migrations: readonly Migration[]): Promise<AppliedSchema> {
  const { rows } = await client.query<{ readable: boolean | null; user: string }>(
    `select has_table_privilege(to_regclass('${LEDGER}'), 'select') as readable, quote_ident(current_user) as "user"`,
  );
  const { readable = null, user = '' } = rows[0] ?? {};
  if (readable === null) return NO_SCHEMA;
  if (readable) return appliedSchema(client, migrations);
  throw new MissingRightsError(`user ${user} may not read ${LEDGER}`, [`grant sluice_owner to ${user};`]);
}

/** The owner of the schema writes the ledger: the next migration may run as another user. */
async function apply(client: Client, migration: Migration): Promise<void> {
  const { version, name, oldestProgram, transactional, sql } = migration;
  if (!transactional) {
    await client.query('set role sluice_owner');
    for (const statement of sql) await client.query(statement);
    await client.query('reset role');
  }
  await inTransaction(client, {}, async () => {
    // The first one sets the role itself: the owner of the schema may not create it.
    if (transactional) await client.query(sql);
    await client.query('set local role sluice_owner');
    await client.query(`insert into ${LEDGER} (version, name, oldest_program, hash) values ($1, $2, $3, $4)`, [
      version,
      name,
      oldestProgram,
      hashOf(migration),
    ]);
  });
}
