import { type Kind, type RecordOf, type SluiceRecord, ofKind } from '@sluice/record';
import type { PoolClient } from 'pg';
import type { Pipeline } from '../session/pipeline';
import type { Applied, Apply, KindStore, KindStoreOptions, StoredKind } from './kinds/kind';
import { metric } from './kinds/metric';
import { score } from './kinds/score';
import { trace } from './kinds/trace';
import { WriterProjects } from './projects';

const KINDS: { readonly [K in Kind]: StoredKind<RecordOf<K>> } = { trace, metric, score };

/** Rows of the tables of all kinds that retention removes one by one, by name. */
export const EXPIRING = Object.values(KINDS).flatMap(({ expiring }) => Object.entries(expiring));

/** Stores of all kinds. A record of a kind without a store fails its batch. */
export class KindStores {
  readonly #projects = new WriterProjects();
  readonly #stores: ReadonlyMap<string, KindStore<SluiceRecord>>;

  constructor(options: KindStoreOptions) {
    const parts = { ...options, projects: this.#projects };
    this.#stores = new Map(
      Object.entries(KINDS).map(([kind, { open }]) => [kind, open(parts) as KindStore<SluiceRecord>]),
    );
  }

  /** Makes the projects and the partitions of records. Runs outside the transaction of the rows. */
  async prepare(client: PoolClient, records: readonly SluiceRecord[]): Promise<void> {
    await this.#projects.ensure(client, records);
    for (const [kind, some] of byKind(records)) await this.#storeOf(kind).ensurePartitions?.(client, some);
  }

  /** Begins a transaction. @returns a function that applies these records, or sub-records of them, within it */
  async begin(client: PoolClient, records: readonly SluiceRecord[]) {
    const begun = new Map<Kind, Apply<SluiceRecord>>();
    for (const [kind, some] of byKind(records)) begun.set(kind, await this.#storeOf(kind).begin(client, some));
    return async (pipeline: Pipeline, parts: readonly SluiceRecord[]): Promise<Applied[]> => {
      const applied: Applied[] = [];
      for (const [kind, some] of byKind(parts)) {
        applied.push(await (begun.get(kind) as Apply<SluiceRecord>)(pipeline, some));
      }
      return applied;
    };
  }

  /** Forgets what is remembered of stored rows (`KindStore`). */
  forget(): void {
    for (const store of this.#stores.values()) store.forget?.();
  }

  #storeOf(kind: Kind): KindStore<SluiceRecord> {
    const store = this.#stores.get(kind);
    if (store === undefined) throw new Error(`there is no store for records of the kind ${kind}`);
    return store;
  }
}

/** Groups records by kind, in the same order in all transactions, so that no two deadlock. */
function byKind(records: readonly SluiceRecord[]): [Kind, SluiceRecord[]][] {
  const kinds = [...new Set(records.map(({ kind }) => kind))].sort();
  return kinds.map((kind) => [kind, ofKind(records, kind)]);
}
