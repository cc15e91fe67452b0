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
 * Resolves where all that answers are made of can be read. A restored backup has its tables and not its rights.
 * @throws StoreUnavailableError that names what cannot be read
 */
export async function checkRights({ query }: Queries): Promise<void> {
  const [row] = await query<{ missing: string | null }>({ text: CHECK, values: [NEEDED] });
  if (row === undefined || row.missing === null) return;
  throw new StoreUnavailableError(
    `sluice_reader may not read ${row.missing}: put its rights right by \`sluice migrate\``,
  );
}
