import type { LogOffset } from '@sluice/record';
import type { Queries } from './database';

/**
 * Returns whether records up to these log offsets are stored (`READS_BESIDE`). Only the newest epoch of a topic counts. Offsets count the
 * records of all projects together.
 */
export async function areStored(database: Queries, offsets: readonly LogOffset[]): Promise<boolean> {
  const [row] = await database.query<{ stored: boolean }>({
    text: `select coalesce(bool_and(place."offset" < coalesce(stored.next_offset, 0)), true) as stored
      from unnest($1::text[], $2::integer[], $3::bigint[]) as place (topic, "partition", "offset")
      left join lateral (
        select next_offset from sluice.ingest_offset o
        where o.topic = place.topic and o."partition" = place."partition" order by epoch desc limit 1) stored on true`,
    values: [
      offsets.map(({ topic }) => topic),
      offsets.map(({ partition }) => partition),
      offsets.map(({ offset }) => offset),
    ],
  });
  return row?.stored ?? true;
}
