import type { Database } from './database';

/** Reads the names in their order, one index look-up a name: there are many series to a name. */
export async function metricNames(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string }>({
    text: `
      with recursive names as (
        (select name from sluice.metric_series order by name limit 1)
        union all
        select (select s.name from sluice.metric_series s where s.name > n.name order by s.name limit 1)
        from names n where n.name is not null
      )
      select name from names where name is not null order by name`,
  });
  return rows.map(({ name }) => name);
}
