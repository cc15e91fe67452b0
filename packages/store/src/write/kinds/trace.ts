import { type RecordOf, keyHash } from '@sluice/record';
import { applyTraces } from '../apply-traces';
import { TracePartitions, holdFirstOpenPart } from '../partitions';
import type { KindStore, KindStoreOptions, StoredKind } from './kind';

/** Traces expire by whole parts (`retention/traces.ts`). */
export const trace: StoredKind<RecordOf<'trace'>> = { open: traceStore, expiring: {} };

/** Rows of one trace in the daily tables are spread over so many, so that writers seldom wait for the same row. */
const DAILY_SHARDS = 8;

function traceStore({ prices, now }: KindStoreOptions): KindStore<RecordOf<'trace'>> {
  const partitions = new TracePartitions(now);
  const shardOf = (traceId: string) => keyHash(traceId) % DAILY_SHARDS;
  /** As the last transaction found it: what was dropped is not made again. */
  let firstOpenPart = 0;
  return {
    ensurePartitions: (client, records) => partitions.ensure(client, records, firstOpenPart),
    async begin(client) {
      firstOpenPart = await holdFirstOpenPart(client);
      const partOf = partitions.partsFrom(firstOpenPart);
      return async (records) => {
        // Nothing else of it: it has the rows too, which are written by now and need not be held until the commit.
        const { duplicates, daily } = await applyTraces(client, records, { prices, partOf, shardOf });
        return { duplicates, daily };
      };
    },
  };
}
