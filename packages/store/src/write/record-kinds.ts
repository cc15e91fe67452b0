import type { PriceTable } from '@sluice/pricing';
import { type Kind, type Micros, type RecordOf, type SluiceRecord, keyHash, ofKind } from '@sluice/record';
import type { PoolClient } from 'pg';
import { SeriesCache, applyMetrics } from './apply-metrics';
import { applyTraces } from './apply-traces';
import { MetricPartitions, TracePartitions, holdFirstOpenPart } from './partitions';
import type { DailyChanges } from './state/daily';
import { dayOf } from './state/usage';

/** What applying records did; of no effect where the caller rolls back. */
export interface Applied {
  /** Items that changed nothing. */
  readonly duplicates: number;
  /** What is left to be done with `applyDaily`. */
  readonly daily?: DailyChanges;
  /** To be called after the commit. */
  readonly committed?: () => void;
}

type Apply<R extends SluiceRecord> = (records: readonly R[]) => Promise<Applied>;

/** What the store does with the records of one kind. */
interface KindStore<R extends SluiceRecord> {
  /** Makes the partitions that are missing. Outside the transaction of the rows: DDL would hold its locks until the commit. */
  readonly ensurePartitions: (client: PoolClient, records: readonly R[]) => Promise<void>;
  /** Begins with a transaction: takes the locks that come before all others, so that nobody waits for us while we wait. */
  readonly begin: (client: PoolClient) => Promise<Apply<R>>;
}

export interface KindStoreOptions {
  readonly prices: PriceTable;
  /** Microseconds since the epoch. */
  readonly now: () => Micros;
}

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

function metricStore({ now }: KindStoreOptions): KindStore<RecordOf<'metric'>> {
  const partitions = new MetricPartitions();
  const cache = new SeriesCache();
  // A gateway whose clock runs ahead has received it by now, too.
  const receivedOn = (receivedAt: Micros) => dayOf(Math.min(receivedAt, now()));
  return {
    ensurePartitions: (client, records) => partitions.ensure(client, records),
    begin: (client) =>
      Promise.resolve(async (records) => {
        const series = await applyMetrics(client, records, { cache, receivedOn });
        return { duplicates: 0, committed: () => cache.addAll(series) };
      }),
  };
}

/** The stores of all kinds. A record of a kind that has none fails its batch. */
export class KindStores {
  readonly #stores: { readonly [K in Kind]: KindStore<RecordOf<K>> };

  constructor(options: KindStoreOptions) {
    this.#stores = { trace: traceStore(options), metric: metricStore(options) };
  }

  async ensurePartitions(client: PoolClient, records: readonly SluiceRecord[]): Promise<void> {
    for (const [kind, some] of byKind(records)) await this.#storeOf(kind).ensurePartitions(client, some);
  }

  /** Begins with a transaction. @returns what applies these records, or parts of them, within it */
  async begin(client: PoolClient, records: readonly SluiceRecord[]) {
    const begun = new Map<Kind, Apply<SluiceRecord>>();
    for (const [kind] of byKind(records)) begun.set(kind, await this.#storeOf(kind).begin(client));
    return async (parts: readonly SluiceRecord[]): Promise<Applied[]> => {
      const applied: Applied[] = [];
      for (const [kind, some] of byKind(parts)) applied.push(await (begun.get(kind) as Apply<SluiceRecord>)(some));
      return applied;
    };
  }

  #storeOf(kind: Kind): KindStore<SluiceRecord> {
    const store = this.#stores[kind] as KindStore<SluiceRecord> | undefined;
    if (store === undefined) throw new Error(`there is no store for records of the kind ${kind}`);
    return store;
  }
}

/** In the same order in all transactions, so that no two wait for each other. */
function byKind(records: readonly SluiceRecord[]): [Kind, SluiceRecord[]][] {
  const kinds = [...new Set(records.map(({ kind }) => kind))].sort();
  return kinds.map((kind) => [kind, ofKind(records, kind)]);
}
