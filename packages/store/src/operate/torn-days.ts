import type { ClientBase } from 'pg';
import { BELOW_TRACES } from '../schema/tables';
import { askDatabase } from '../session/with-client';

/** Day of which some tables have an attached partition and others have none; its traces cannot be read or stored whole. */
export interface TornDay {
  /** Day `YYYY-MM-DD`. */
  readonly day: string;
  readonly found: string;
  /** Advice to the operator. */
  readonly change: string;
}

interface Row {
  readonly day: string;
  /** First receipt hour of the day. */
  readonly part: number;
  readonly attached: readonly string[];
  readonly detached: readonly string[];
}

/** Partitions of days below the retention floor are excluded: retention drops them one after the other. */
const TORN_DAYS = /* sql */ `
select to_char(d.day, 'YYYY-MM-DD') as day, (d.day - date '1970-01-01') * 24 as part,
  coalesce(array_agg(d.name order by d.n) filter (where d.is_attached), '{}') as attached,
  coalesce(array_agg(d.name order by d.n) filter (where not d.is_attached), '{}') as detached
from (
  select t.name, t.n, to_date(right(c.relname, 8), 'YYYYMMDD') as day, coalesce(not i.inhdetachpending, false) as is_attached
  from unnest($1::text[]) with ordinality t (name, n)
    join pg_class c on c.relname ~ ('^' || t.name || '_[0-9]{8}$')
    left join pg_inherits i on i.inhrelid = c.oid
  where c.relnamespace = 'sluice'::regnamespace and c.relkind = 'r'
) d cross join sluice.retention_floor f
where (d.day - date '1970-01-01' + 1) * 24 > f.part
group by d.day
having count(*) filter (where d.is_attached) between 1 and cardinality($1::text[]) - 1
order by d.day`;

/** Lists the torn days, the oldest first. */
export async function selectTornDays(client: ClientBase): Promise<TornDay[]> {
  const { rows } = await client.query<Row>(TORN_DAYS, [BELOW_TRACES]);
  return rows.map(problemOf);
}

/**
 * Does the same on a connection of its own.
 * @throws the driver's error if the database cannot be reached, refuses the user, or has no schema
 */
export const listTornDays = (databaseUrl: string): Promise<TornDay[]> =>
  askDatabase(databaseUrl, 'sluice-doctor', selectTornDays);

function problemOf({ day, part, attached, detached }: Row): TornDay {
  const missing = BELOW_TRACES.filter((table) => !attached.includes(table) && !detached.includes(table));
  const partition = (table: string): string => `sluice.${table}_${day.replaceAll('-', '')}`;
  const states = [...detached.map((table) => `${table} is detached`), ...missing.map((table) => `${table} is missing`)];
  const ways = [
    ...missing.map((table) => `restore ${partition(table)} from a backup`),
    ...[...detached, ...missing].map(
      (table) =>
        `alter table sluice.${table} attach partition ${partition(table)} for values from (${part}) to (${part + 24})`,
    ),
  ];
  const detach = attached.map(
    (table) => `alter table sluice.${table} detach partition ${partition(table)} concurrently`,
  );
  return {
    day,
    found: `${states.join(', ')} and ${attached.join(', ')} of the same day ${attached.length === 1 ? 'is' : 'are'} not`,
    change: `${ways.join('; ')}; or, to have nothing of the day, ${detach.join('; ')}`,
  };
}
