import {
  type CommonStore,
  type FencedBatch,
  type RecordStore,
  type StoreOutcome,
  TryAgainError,
} from '@sluice/store/write';
import { itemCount } from '@sluice/record';

export interface GatherOptions {
  readonly store: CommonStore;
  /** Limit of concurrent transactions. */
  readonly transactions: number;
}

/** Items of a transaction from which on a larger one hardly costs less for each. */
const ENOUGH_ITEMS = 1000;

interface Waiting extends FencedBatch {
  readonly stored: (outcome: StoreOutcome) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Stores the batches of several partitions in common transactions: batches that arrive together, and those that arrive while all
 * transactions are in use. A transaction costs the same for one batch and for twenty. When one fails, all of its batches do, and each is
 * stored alone the next time, so that a faulty batch delays no other partition.
 */
export function groupCommits({ store, transactions }: GatherOptions): RecordStore {
  const waiting: Waiting[] = [];
  /** Partitions whose last batch failed in a common transaction. */
  const alone = new Set<string>();
  let running = 0;

  /** Removes the batch that waits longest, with those of other partitions of its topic that may share its transaction. */
  function take(first: Waiting): Waiting[] {
    if (alone.has(keyOf(first))) return [first];
    const taken = new Map<string, Waiting>();
    let items = 0;
    for (const each of waiting) {
      const key = keyOf(each);
      // A partition that was lost and assigned again may wait twice.
      if (each.batch.topic !== first.batch.topic || alone.has(key) || taken.has(key)) continue;
      taken.set(key, each);
      items += itemsOf(each);
      if (items >= ENOUGH_ITEMS) break;
    }
    return [...taken.values()];
  }

  function begin(): void {
    for (let first = waiting[0]; first !== undefined && running < transactions; first = waiting[0]) {
      const taken = take(first);
      for (const each of taken) waiting.splice(waiting.indexOf(each), 1);
      running += 1;
      void storeTaken(taken).finally(() => {
        running -= 1;
        begin();
      });
    }
  }

  /** Never rejects. */
  async function storeTaken(taken: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await storeOnce(taken);
      taken.forEach((each, index) => each.stored(outcomes[index] as StoreOutcome));
      for (const each of taken) alone.delete(keyOf(each));
    } catch (error) {
      for (const each of taken) each.failed(error);
    }
  }

  async function storeOnce(taken: readonly Waiting[]): Promise<readonly StoreOutcome[]> {
    const [first, second] = taken;
    if (first !== undefined && second === undefined) return [await store.store(first.batch, first.from)];
    try {
      return await store.storeTogether(taken);
    } catch (error) {
      for (const each of taken) alone.add(keyOf(each));
      throw new TryAgainError('it failed together with other partitions and is tried again alone', { cause: error });
    }
  }

  return {
    position: (topic, partition) => store.position(topic, partition),
    store: (batch, from) =>
      new Promise((stored, failed) => {
        waiting.push({ batch, from, stored, failed });
        // The batches of one fetch arrive in one turn: this runs after them, and before anything else.
        setTimeout(begin, 0);
      }),
  };
}

const keyOf = ({ batch }: FencedBatch): string => `${batch.topic}/${batch.partition}`;

function itemsOf({ batch }: FencedBatch): number {
  return batch.deliveries.reduce((sum, { record }) => sum + itemCount(record), batch.undecodable.length);
}
