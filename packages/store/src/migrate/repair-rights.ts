import type { Client } from 'pg';
import { type RightsDifferences, rightsDifferences } from '../rights/differences';
import { LEDGER, type Right } from '../rights/rights';
import { inTransaction } from '../session/transaction';
import { MissingRightsError } from './missing-rights';
import { onlyMigration } from './only-migration';

const FORBIDDEN = '42501';
/** Objects of one transaction: each takes some locks, of which a server has some thousand. */
const OBJECTS_AT_ONCE = 100;

/**
 * Gives every object of the schema to `sluice_owner` and everybody the rights that he should have: those of a new schema, and
 * those that a restored backup has lost, because a dump holds no roles.
 * @returns how many statements it took; 0: all was as it should be
 * @throws MissingRightsError where the user may not
 */
export async function repairRights(client: Client): Promise<number> {
  const differences = await rightsDifferences(client);
  const { owners, ofOwner, ofOthers } = statementsFor(differences);
  const all = repairsOf(differences);
  if (differences.roles.length > 0)
    throw new MissingRightsError('roles are missing, and the user may not make them', all);
  try {
    for (let first = 0; first < owners.length; first += OBJECTS_AT_ONCE) {
      await together(client, owners.slice(first, first + OBJECTS_AT_ONCE));
    }
    if (ofOwner.length > 0) await together(client, ['set local role sluice_owner;', ...ofOwner]);
    if (ofOthers.length > 0) await together(client, ofOthers);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === FORBIDDEN)) throw error;
    throw new MissingRightsError(`owners and rights in the database are not as they should be: ${error.message}`, all);
  }
  return all.length;
}

/** SQL that makes owners and rights what they should be, in the order in which it has to be run. */
export function repairsOf(differences: RightsDifferences): string[] {
  const { owners, ofOwner, ofOthers } = statementsFor(differences);
  return [...differences.roles.map((role) => `create role ${role} nologin;`), ...owners, ...ofOwner, ...ofOthers];
}

/** By who may run them: the present owners, the owner of the schema, the owners of what is outside of it. */
function statementsFor(differences: RightsDifferences) {
  const isOfSchema = ({ object }: Right): boolean => object === 'sluice' || object.startsWith('sluice.');
  return {
    owners: ownerStatements(differences),
    ofOwner: [...revokes(differences), ...grants(differences, isOfSchema)],
    ofOthers: grants(differences, (right) => !isOfSchema(right)),
  };
}

/** The schema first: who is given a table must be allowed to create in it. */
function ownerStatements({ foreign }: RightsDifferences): string[] {
  const first = foreign.filter(({ kind }) => kind === 'schema');
  const others = foreign.filter(({ kind }) => kind !== 'schema');
  return [...first, ...others].map(({ kind, object }) => `alter ${kind} ${object} owner to sluice_owner;`);
}

function grants({ missing }: RightsDifferences, isMeant: (right: Right) => boolean): string[] {
  return missing
    .filter(isMeant)
    .map(({ kind, object, grantee, privilege }) => `grant ${privilege} on ${kind} ${object} to ${grantee};`);
}

function revokes({ surplus }: RightsDifferences): string[] {
  return surplus.map(
    ({ kind, object, grantee, privilege }) => `revoke ${privilege} on ${kind} ${object} from ${grantee};`,
  );
}

const together = (client: Client, statements: readonly string[]): Promise<void> =>
  inTransaction(client, {}, async () => {
    for (const statement of statements) await client.query(statement);
  });

/** Makes the ledger where it is missing, and lets the owner of the schema write to it: steps are recorded by him. */
export async function makeLedger(client: Client): Promise<void> {
  await client.query(/* sql */ `
    do $$ begin
      if to_regclass('${LEDGER}') is null then
        create table ${LEDGER} (
          version integer primary key, name text not null, applied_at timestamptz not null default now(),
          oldest_program integer not null, hash text not null);
      end if;
      if not has_table_privilege('sluice_owner', '${LEDGER}', 'insert') then
        grant select, insert on ${LEDGER} to sluice_owner;
      end if;
    end $$`);
}

/**
 * Takes from everybody what Postgres lets everybody do in a new database: tables that end with the session, and large objects. For
 * a database that holds nothing but Sluice; who owns the schema is not in need of them either.
 */
export function closeDatabase(databaseUrl: string): Promise<void> {
  return onlyMigration(databaseUrl, async (client) => {
    await client.query(/* sql */ `
      do $$ begin
        execute format('revoke temporary on database %I from public', current_database());
      end $$;
      revoke execute on function lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) from public;`);
  });
}
