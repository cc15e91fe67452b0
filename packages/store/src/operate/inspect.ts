import type { Client } from 'pg';
import { askDatabase } from '../session/with-client';
import {
  type AppliedSchema,
  NO_SCHEMA,
  type SchemaProblem,
  appliedSchema,
  schemaProblem,
} from '../migrate/applied-schema';
import { SCHEMA_VERSION } from '../migrate/migrations';
import { repairsOf } from '../migrate/repair-rights';
import { rightsDifferences } from '../rights/differences';
import { ACTING, ROLES, type Role } from '../rights/roles';
import { writerPoolConfig } from '../session/pool-config';

/** Present state of a database, as its user sees it, without judgement or change. */
export interface FoundDatabase {
  readonly user: string;
  /** Version as the server reports it, such as `17.2`. */
  readonly version: string;
  /** Number such as 170002. */
  readonly versionNumber: number;
  /** A replica, which accepts no writes. */
  readonly isReplica: boolean;
  /** Version of its schema; 0: none that the user can read. */
  readonly schemaVersion: number;
  /** Reason why this program cannot use the schema, even after a migration. */
  readonly schemaProblem: SchemaProblem | undefined;
  /** Version that this program reads and writes. */
  readonly neededSchema: number;
  readonly isSuperuser: boolean;
  /** Roles that the user can act as. */
  readonly roles: ReadonlySet<Role>;
  /** SQL that corrects owners and rights which differ from those of this release; empty without such a schema. */
  readonly repairs: readonly string[];
  /** Limit of the temporary files of the user's sessions, as the server reports it; `-1`: none. */
  readonly temporaryFiles: string;
  /** Settings of the server by name, as the server reports them. */
  readonly server: ReadonlyMap<string, string>;
  /** `synchronous_commit` and `lock_timeout` in a session of the writer; undefined without its role. */
  readonly writerSession: ReadonlyMap<string, string> | undefined;
  readonly deadlockTimeoutMs: number;
  /** Connections of the server for ordinary users, and how many of them are in use now. */
  readonly connections: { readonly limit: number; readonly taken: number };
  /** Milliseconds by which the server's clock is ahead of this machine's, and the error of the measurement. */
  readonly clock: { readonly aheadMs: number; readonly toleranceMs: number };
}

const APPLICATION = 'sluice-doctor';
const SETTINGS = ['fsync', 'full_page_writes', 'deadlock_timeout', 'max_connections'];

interface Answer {
  readonly user: string;
  readonly superuser: boolean;
  readonly temporary: string;
  readonly version: string;
  readonly number: number;
  readonly replica: boolean;
  readonly ledger: boolean;
  readonly roles: Role[];
  readonly settings: Readonly<Record<string, string>>;
  readonly deadlock: number;
  readonly limit: number;
  readonly taken: number;
}

/** SQL: one round trip. Only a superuser sees the kind and the state of other users' sessions. */
const QUESTION = /* sql */ `
select current_user::text as "user", (select rolsuper from pg_roles where rolname = current_user) as superuser,
  current_setting('temp_file_limit') as temporary, current_setting('server_version') as version,
  current_setting('server_version_num')::int as number, pg_is_in_recovery() as replica,
  to_regclass('public.sluice_migration') is not null as ledger,
  array(select r.rolname::text from pg_roles r where r.rolname = any($1) and pg_has_role(r.oid, ${ACTING})) as roles,
  (select json_object_agg(name, current_setting(name)) from unnest($2::text[]) as name) as settings,
  (select setting::int from pg_settings where name = 'deadlock_timeout') as deadlock,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "limit",
  (select count(*)::int from pg_stat_activity where coalesce(backend_type, 'client backend') = 'client backend'
   and datid is not null and usesysid is not null and pid <> pg_backend_pid()) as taken`;

/**
 * Inspects a database without changing anything.
 * @param now this machine's time in milliseconds since the epoch
 * @throws the driver's error if the database cannot be reached within some seconds, or refuses the user
 */
export async function inspectDatabase(databaseUrl: string, now: () => number): Promise<FoundDatabase> {
  return askDatabase(databaseUrl, APPLICATION, async (client) => {
    const { rows } = await client.query<Answer>(QUESTION, [ROLES, SETTINGS]);
    const found = rows[0];
    if (found === undefined) throw new Error('Postgres gave no answer');
    const roles = new Set(found.roles);
    const schema = found.ledger ? await schemaOf(client) : NO_SCHEMA;
    const problem = schemaProblem(schema, SCHEMA_VERSION);
    const isOwn = schema.version === SCHEMA_VERSION && problem === undefined;
    return {
      user: found.user,
      version: found.version,
      versionNumber: found.number,
      isReplica: found.replica,
      schemaVersion: schema.version,
      schemaProblem: problem,
      neededSchema: SCHEMA_VERSION,
      isSuperuser: found.superuser,
      roles,
      repairs: isOwn ? repairsOf(await rightsDifferences(client)) : [],
      temporaryFiles: found.temporary,
      server: new Map(Object.entries(found.settings)),
      writerSession: roles.has('sluice_writer') ? await writerSession(databaseUrl) : undefined,
      deadlockTimeoutMs: found.deadlock,
      connections: { limit: found.limit, taken: found.taken },
      clock: await clockOf(client, now),
    };
  });
}

/** Reads the schema. A user without any of the roles may be unable to read the ledger, and then nothing of the schema either. */
async function schemaOf(client: Client): Promise<AppliedSchema> {
  const { rows } = await client.query<{ readonly readable: boolean }>(
    "select has_table_privilege('public.sluice_migration', 'select') as readable",
  );
  return rows[0]?.readable === true ? appliedSchema(client) : NO_SCHEMA;
}

/** Reads the settings of a writer's session: poolers may drop those that the writer sends with its connection. */
async function writerSession(databaseUrl: string): Promise<ReadonlyMap<string, string>> {
  const { connectionString = databaseUrl } = writerPoolConfig({ databaseUrl, maxConnections: 1 });
  return askDatabase(connectionString, APPLICATION, async (client) => {
    const { rows } = await client.query<Readonly<Record<string, string>>>(
      `select current_user::text as role, current_setting('synchronous_commit') as synchronous_commit,
       current_setting('lock_timeout') as lock_timeout`,
    );
    return new Map(Object.entries(rows[0] ?? {}));
  });
}

const LOOKS_AT_CLOCK = 3;

/** Measures the clock: the quickest of several answers is the most exact one. */
async function clockOf(client: Client, now: () => number): Promise<FoundDatabase['clock']> {
  let best: FoundDatabase['clock'] | undefined;
  for (let look = 0; look < LOOKS_AT_CLOCK; look += 1) {
    const begun = now();
    const { rows } = await client.query<{ readonly ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    );
    const toleranceMs = (now() - begun) / 2;
    const here = begun + toleranceMs;
    if (best === undefined || toleranceMs < best.toleranceMs)
      best = { aheadMs: (rows[0]?.ms ?? NaN) - here, toleranceMs };
  }
  return best ?? { aheadMs: NaN, toleranceMs: Infinity };
}
