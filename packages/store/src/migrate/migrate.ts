import type { Client } from 'pg';
import { inTransaction } from '../session/transaction';
import { askDatabase } from '../session/with-client';
import { rightsDifferences } from '../rights/differences';
import { LEDGER } from '../rights/rights';
import { initial } from './0001-initial';
import { retention } from './0002-retention';
import { views } from './0003-views';
import { projects } from './0004-projects';
import { projectIndexes } from './0005-project-indexes';
import { levelIndex } from './0006-level-index';
import { metricHours } from './0007-metric-hours';
import { tracePlaces } from './0008-trace-places';
import { bucketUsage } from './0009-bucket-usage';
import { fieldIndexes } from './0010-field-indexes';
import { positionUsage } from './0011-position-usage';
import { tagsIndex } from './0012-tags-index';
import { usageBits } from './0013-usage-bits';
import { levelCounts } from './0014-level-counts';
import { replacedTraces } from './0015-replaced-traces';
import { pointsReceived } from './0016-points-received';
import { traceBacklog } from './0017-trace-backlog';
import { usageWithoutModel } from './0018-usage-without-model';
import { callScopes } from './0019-call-scopes';
import { metricMarksIndex } from './0020-metric-marks-index';
import { promptsOfCalls } from './0021-prompts-of-calls';
import { viewOfCalls } from './0022-view-of-calls';
import type { Migration, StatementsOf } from './migration';
import { MissingRightsError } from './missing-rights';
import { onlyMigration } from './only-migration';
import { makeLedger, repairRights, repairsOf } from './repair-rights';
import { assertMayMigrate, makeRoles } from './roles';

/** All steps, in order. The last one's version is the schema version that this program needs. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  retention,
  views,
  projects,
  projectIndexes,
  levelIndex,
  metricHours,
  tracePlaces,
  bucketUsage,
  fieldIndexes,
  positionUsage,
  tagsIndex,
  usageBits,
  levelCounts,
  replacedTraces,
  pointsReceived,
  traceBacklog,
  usageWithoutModel,
  callScopes,
  metricMarksIndex,
  promptsOfCalls,
  viewOfCalls,
];

/** The schema version that this program reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The database has a schema of a newer release, which this one cannot work on. */
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
    const { version, oldestProgram } = await schemaOf(client);
    if (oldestProgram > SCHEMA_VERSION) {
      throw new SchemaTooNewError(
        `the database has schema version ${version}, this program knows ${SCHEMA_VERSION}: start a newer release`,
      );
    }
    // The rights of what a newer release has made are not known here.
    if (version > SCHEMA_VERSION) return { versions: [], repaired: 0 };
    const pending = MIGRATIONS.slice(version);
    if (pending.length > 0) {
      await assertMayMigrate(client);
      await makeLedger(client);
    }
    for (const migration of pending) await apply(client, migration);
    return { versions: pending.map((migration) => migration.version), repaired: await repairRights(client) };
  });
}

/** The schema that a database has. */
export interface AppliedSchema {
  /** 0 where there is none. */
  readonly version: number;
  /** The oldest program that works on it, by the version that it knows. */
  readonly oldestProgram: number;
}

/** What a database has of what this program needs. */
export interface SchemaState extends AppliedSchema {
  /** Owners and rights that are missing, as the SQL that mends them; empty where the schema is another one than this program's. */
  readonly repairs: readonly string[];
}

/** Looks at the schema of a database. Rejects when it does not answer within some seconds. */
export function schemaState(databaseUrl: string): Promise<SchemaState> {
  return askDatabase(databaseUrl, 'sluice-schema', async (client) => {
    const schema = await schemaOf(client);
    if (schema.version !== SCHEMA_VERSION) return { ...schema, repairs: [] };
    // What somebody may do beyond his need keeps nobody from work.
    return { ...schema, repairs: repairsOf({ ...(await rightsDifferences(client)), surplus: [] }) };
  });
}

async function schemaOf(client: Client): Promise<AppliedSchema> {
  const { rows } = await client.query<{ readable: boolean | null; user: string }>(
    `select has_table_privilege(to_regclass('${LEDGER}'), 'select') as readable, quote_ident(current_user) as "user"`,
  );
  const { readable = null, user = '' } = rows[0] ?? {};
  if (readable === null) return { version: 0, oldestProgram: 0 };
  if (readable) return appliedSchema(client);
  throw new MissingRightsError(`user ${user} may not read ${LEDGER}`, [`grant sluice_owner to ${user};`]);
}

/** The schema of a database whose ledger is there and may be read. */
export async function appliedSchema(client: Client): Promise<AppliedSchema> {
  // A ledger of before has no such column: then nothing older than the schema itself works on it.
  const { rows } = await client.query<AppliedSchema>(
    `select coalesce(max(version), 0) as version,
       coalesce(max(coalesce((to_jsonb(l) ->> 'oldest_program')::integer, version)), 0) as "oldestProgram"
     from ${LEDGER} l`,
  );
  return rows[0] ?? { version: 0, oldestProgram: 0 };
}

/** As the owner of the schema; each statement is a transaction of its own. */
export async function applyEach(client: Client, statements: readonly (string | StatementsOf)[]): Promise<void> {
  await client.query('set role sluice_owner');
  for (const each of statements) {
    for (const statement of typeof each === 'string' ? [each] : await each(client)) await client.query(statement);
  }
  await client.query('reset role');
}

/** The owner of the schema records it: who migrates next need not be who migrates now. */
async function apply(client: Client, migration: Migration): Promise<void> {
  if (!migration.transactional) await applyEach(client, migration.sql);
  await inTransaction(client, {}, async () => {
    if (migration.transactional) await client.query(migration.sql);
    await client.query('set local role sluice_owner');
    const { version, name, oldestProgram } = migration;
    await client.query(`insert into ${LEDGER} (version, name, oldest_program) values ($1, $2, $3)`, [
      version,
      name,
      oldestProgram,
    ]);
  });
}
