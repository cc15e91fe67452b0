import type { PoolClient } from 'pg';
import type { ExpiringRows } from '../kinds/kind';

/** Pages of one statement: 1 MiB, at most about ten thousand rows and some tens of milliseconds. */
const PAGES = 128;

/** Expired rows of one table. */
export interface ExpiredRows extends Omit<ExpiringRows, 'limit'> {
  readonly limit: string | number;
}

/**
 * Removes rows page after page, and reads each page once: a search from the start for each batch would read the dead rows of all earlier
 * ones. Each statement is a transaction of its own. Rows that are added meanwhile have not expired, or the next run removes them.
 * @returns number of rows
 */
export async function removeInPages(client: PoolClient, { table, condition, limit }: ExpiredRows): Promise<number> {
  // Mostly there are none, which an index may show.
  const { rowCount: any } = await client.query(`select from sluice.${table} where ${condition} limit 1`, [limit]);
  if (any === 0) return 0;
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages`,
    [`sluice.${table}`],
  );
  const pages = rows[0]?.pages ?? 0;
  let removed = 0;
  for (let page = 0; page < pages; page += PAGES) {
    const { rowCount } = await client.query(
      `delete from sluice.${table} where ctid >= $2::tid and ctid < $3::tid and ${condition}`,
      [limit, `(${page},0)`, `(${page + PAGES},0)`],
    );
    removed += rowCount ?? 0;
  }
  return removed;
}
