import type { Queries } from './database';

/** A place in a log that is asked about. */
export interface LogOffset {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

/** See `READS_BESIDE`. Of a topic that was made anew only the newest epoch counts. How many are missing is of all projects together. */
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
