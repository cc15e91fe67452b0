import { patiently } from './database';
import type { MetricNames } from './metric';
import { TEXT_BYTES, heldByTexts, heldBytes } from './portions';
import type { ProjectDatabase } from './project';
import type { Portions } from './trace';

/** Names of one portion. */
const PORTION = 2000;

/** Bytes of the largest answer: a name has up to 255 characters. */
const MAX_HELD_BYTES = heldBytes([{ bytes: PORTION * (TEXT_BYTES + 2 * 255), longest: 0 }]);

/** Reads the names in their order. The first portion is read at once; nearly always it is the whole answer. */
export async function metricNames(database: ProjectDatabase): Promise<MetricNames> {
  const first = await readPortion(database);
  return {
    heldBytes: first.length < PORTION ? heldByTexts(first) : MAX_HELD_BYTES,
    names: readPortions(patiently(database), first),
  };
}

async function* readPortions(database: ProjectDatabase, first: readonly string[]): Portions<string> {
  for (let names = first; names.length > 0; names = await readPortion(database, names.at(-1))) {
    yield names;
    if (names.length < PORTION) return;
  }
}

/** Reads a portion with one index look-up a name, because there are many series to a name. */
async function readPortion({ query, project }: ProjectDatabase, after?: string): Promise<readonly string[]> {
  const series = `select s.name from sluice.metric_series s where s.project = ${project.id}`;
  const rows = await query<{ readonly name: string }>({
    text: `
      with recursive names as (
        (select name, 1 as n from (${series} ${after === undefined ? '' : 'and s.name > $1'} order by s.name limit 1) f)
        union all
        select (${series} and s.name > p.name order by s.name limit 1), p.n + 1
        from names p where p.name is not null and p.n < ${PORTION}
      )
      select name from names where name is not null order by name`,
    values: after === undefined ? [] : [after],
  });
  return rows.map(({ name }) => name);
}
