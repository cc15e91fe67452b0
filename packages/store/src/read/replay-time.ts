import type { Micros } from '@sluice/record';
import type { Queries } from './database';

/** SQL for a replica only: after a failover the time would stay as it was last. */
const REPLAYED = /* sql */ `
select trunc(extract(epoch from pg_last_xact_replay_timestamp()) * 1000000)::double precision as at
where pg_is_in_recovery()`;

/** See `ReadStore.replayedAt`. */
export async function replayedAt({ query }: Queries): Promise<Micros | undefined> {
  const [row] = await query<{ at: Micros | null }>({ text: REPLAYED });
  return row?.at ?? undefined;
}
