import { TABLE_RIGHTS } from '../rights/rights';
import type { Queries } from './database';
import { StoreUnavailableError } from './store-error';

const NEEDED = Object.entries(TABLE_RIGHTS).flatMap(([table, { sluice_reader: rights }]) =>
  rights.length === 0 ? [] : [`sluice.${table}`],
);

const CHECK = /* sql */ `
select string_agg(needed, ', ' order by needed) as missing from unnest($1::text[]) as needed
where not coalesce(has_table_privilege(to_regclass(needed), 'select'), false)`;

/**
 * Resolves if the reader may read all tables of answers, and no lock prevents that. A restored backup has its tables and not its rights.
 * @throws StoreUnavailableError that names what cannot be read
 */
export async function checkRights({ query }: Queries): Promise<void> {
  const [row] = await query<{ missing: string | null }>({ text: CHECK, values: [NEEDED] });
  const missing = row?.missing ?? null;
  if (missing !== null) {
    throw new StoreUnavailableError(
      `sluice_reader may not read ${missing}: put its rights right by \`sluice migrate\``,
    );
  }
  // Rights do not show a lock on a table: every answer reads this table.
  await query({ text: 'select from sluice.retention_floor' });
}
