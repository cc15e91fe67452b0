import { askDatabase } from '../session/with-client';

/** How much is stored, and since when. */
export interface FoundStorage {
  /** The whole database, without the log of changes; `null` where the user may not ask. */
  readonly bytes: number | null;
  /** How long ago the oldest trace was first received, in days, to the hour; `null` where there is none. */
  readonly oldestDays: number | null;
}

/** A part of traces is the hour of their receipt since the epoch. */
const STORAGE = /* sql */ `
select case when has_database_privilege(current_database(), 'connect')
    then pg_database_size(current_database())::float8 end as bytes,
  (select (extract(epoch from now()) / 3600 - min(part)) / 24 from sluice.traces)::float8 as "oldestDays"`;

/**
 * Measures what a database holds.
 * @throws the driver's error where it cannot be reached, refuses the user, or has no schema
 */
export function measureStorage(databaseUrl: string): Promise<FoundStorage> {
  return askDatabase(databaseUrl, 'sluice-doctor', async (client) => {
    const { rows } = await client.query<FoundStorage>(STORAGE);
    return rows[0] ?? { bytes: null, oldestDays: null };
  });
}
