import { askDatabase } from '../session/with-client';

/** Size of the stored data, and the age of the oldest. */
export interface FoundStorage {
  /** Bytes of the whole database, without the log of changes; `null` if the user may not read it. */
  readonly bytes: number | null;
  /** Days since the oldest trace was first received, to the hour; `null` without traces. */
  readonly oldestDays: number | null;
}

/** SQL; `part` is the receipt hour of a trace, in hours since the epoch. */
const STORAGE = /* sql */ `
select case when has_database_privilege(current_database(), 'connect')
    then pg_database_size(current_database())::float8 end as bytes,
  (select (extract(epoch from now()) / 3600 - min(part)) / 24 from sluice.traces)::float8 as "oldestDays"`;

/**
 * Measures the storage of a database.
 * @throws the driver's error if the database cannot be reached, refuses the user, or has no schema
 */
export function measureStorage(databaseUrl: string): Promise<FoundStorage> {
  return askDatabase(databaseUrl, 'sluice-doctor', async (client) => {
    const { rows } = await client.query<FoundStorage>(STORAGE);
    return rows[0] ?? { bytes: null, oldestDays: null };
  });
}
