import { type JsonText, parseJson } from '@sluice/record';
import type { Sized } from './portions';
import { type ProjectQueries, aboveFloor } from './project';
import { removedMeanwhile } from './store-error';
import { complete } from './trace-filter';
import type { LongText, StoredText } from './trace';
import type { ReadTraceRow } from './trace-row';

/** Ids of a trace that are read with those of other traces, and those that are read at a time where it has more. */
const FIRST_IDS = 1000;
const MORE_IDS = 20_000;

/** Of an id in a JSON array. */
const ID_BYTES = 40;

/** What the observation ids of a trace take. */
export function sizeOfIds({ observation_count: count }: ReadTraceRow): Sized {
  const isLong = count >= FIRST_IDS;
  return { bytes: ID_BYTES * Math.min(count, FIRST_IDS), longest: isLong ? ID_BYTES * MORE_IDS : 0 };
}

/** Reads the observation ids of the given traces: JSON arrays in the order of the ids, null where there are none. */
export async function readObservationIds(
  queries: ProjectQueries,
  traces: readonly ReadTraceRow[],
): Promise<readonly (StoredText | null)[]> {
  const rows = await queries.query<{ readonly ids: JsonText | null; readonly count: number }>({
    text: `
      select found.ids, found.count
      from unnest($1::uuid[], $3::integer[]) with ordinality as t(id, part, n)
      cross join lateral (
        select json_agg(i.id order by i.id)::text as ids, count(*) as count
        from (select o.id from sluice.observations o
              where o.part = any($2) and o.part = t.part and o.trace_id = t.id
              order by o.id limit ${FIRST_IDS}) i
      ) found
      where ${aboveFloor(queries.project)}
      order by t.n`,
    values: [
      traces.map(({ key }) => key),
      [...new Set(traces.map(({ part }) => part))],
      traces.map(({ part }) => part),
    ],
  });
  return complete(traces, rows).map(({ ids, count }, index) => {
    const trace = traces[index];
    return ids !== null && trace !== undefined && count === FIRST_IDS ? readMoreIds(queries, trace, ids) : ids;
  });
}

/** The first ids and all further ones, as one JSON array. */
async function* readMoreIds(queries: ProjectQueries, { key, part }: ReadTraceRow, first: JsonText): LongText {
  yield Buffer.from(first.slice(0, -1));
  for (let ids = first; ;) {
    const [row] = await queries.query<{ readonly ids: JsonText | null }>({
      text: `
        select json_agg(i.id order by i.id)::text as ids
        from (select o.id from sluice.observations o
              where o.part = $1 and o.trace_id = $2 and o.id > $3
              order by o.id limit ${MORE_IDS}) i
        having (select ${aboveFloor(queries.project)} from (select $1::integer as part) t)`,
      values: [part, key, (parseJson(ids) as readonly string[]).at(-1)],
    });
    if (row === undefined) throw removedMeanwhile();
    if (row.ids === null) break;
    ids = row.ids;
    yield Buffer.from(`,${ids.slice(1, -1)}`);
  }
  yield Buffer.from(']');
}
