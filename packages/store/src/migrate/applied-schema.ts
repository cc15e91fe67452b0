import type { Client } from 'pg';
import { LEDGER } from '../rights/rights';
import { hashOf } from './migration';
import { MIGRATIONS } from './migrations';

/** The schema that a database has, by its ledger. */
export interface AppliedSchema {
  /** 0 where there is none. */
  readonly version: number;
  /** The oldest program that works on it, by the version that it knows. */
  readonly oldestProgram: number;
  /** The first version whose text is another one than that of this program's migration. */
  readonly differing?: number;
}

/** Schema of a database without a ledger, or with one that the user may not read. */
export const NO_SCHEMA: AppliedSchema = { version: 0, oldestProgram: 0 };

/** Row of the ledger. Its table is public, so columns may be missing. */
interface Applied {
  readonly version: number;
  readonly oldest_program?: number;
  readonly hash?: string;
}

/** Reads the schema of a database whose ledger exists and may be read. */
export async function appliedSchema(client: Client, migrations = MIGRATIONS): Promise<AppliedSchema> {
  const { rows } = await client.query<{ applied: Applied }>(
    `select to_jsonb(l) as applied from ${LEDGER} l order by l.version`,
  );
  const steps = rows.map(({ applied }) => applied);
  const hashes = new Map(migrations.map((migration) => [migration.version, hashOf(migration)]));
  const differing = steps.find(({ version, hash }) => hashes.has(version) && hashes.get(version) !== hash)?.version;
  return {
    version: steps.at(-1)?.version ?? 0,
    oldestProgram: Math.max(0, ...steps.map(({ version, oldest_program: oldest }) => oldest ?? version)),
    ...(differing !== undefined && { differing }),
  };
}

/** Why a program cannot work on a schema, and what to do. */
export interface SchemaProblem {
  readonly found: string;
  readonly change: string;
}

/**
 * Judges a schema before a program works on it or migrates it.
 * @param known the version that the program knows
 * @returns undefined where the schema is the program's own, or one of before or after on which it works
 */
export function schemaProblem(schema: AppliedSchema, known: number): SchemaProblem | undefined {
  const { version, oldestProgram, differing } = schema;
  if (differing !== undefined) {
    return {
      found: `the database has another schema: its migration ${differing} differs from that of this program, and a schema of before 0.1.0 is not upgraded`,
      change:
        'begin with a new database; for the data of this one use the programs of the commit that made it (sluice partitions export)',
    };
  }
  if (oldestProgram <= known) return undefined;
  return {
    found: `the database has schema version ${version}, this program knows ${known}`,
    change: 'start a newer release',
  };
}
