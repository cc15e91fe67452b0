import type { Publisher, Topic } from '@sluice/bus';
import { itemCount } from '@sluice/record';
import { DecodeLimiter } from './decode-limiter';
import { type Job, type Outcome, destinationOf, readAtOnce } from './read';

/** Outcome of a body that is durable as a whole. Plain data. */
export interface StoredBody {
  readonly outcome: Outcome;
  /** Number of items that the writers count for its records. */
  readonly ledgerItems: number;
}

/** Storage of small, decompressed bodies, from reading to the commit. */
export interface BodyStore {
  /**
   * Stores a body; its bytes may be transferred and unusable afterwards.
   * @throws DecodeError, BusUnavailableError
   */
  store(body: Buffer, job: Job): Promise<StoredBody>;
}

/** Makes the part of `ingest` that runs in another thread: as there, the bus is checked before a body is decoded. */
export function createBodyStore(publisher: Publisher): BodyStore {
  const turns = new DecodeLimiter();
  return {
    store: async (body, job) => {
      const { topic } = destinationOf(job.format);
      const admitAgain = topic && publisher.admit(topic, job.project);
      await turns.take(body.length, job.project);
      admitAgain?.();
      // Not awaited here: this function would hold the body until its records are stored.
      return publishAll(readAtOnce(body, job), topic);
    },
  };

  async function publishAll({ records, outcome }: ReturnType<typeof readAtOnce>, topic: Topic | undefined) {
    if (topic !== undefined) await publisher.publish(topic, records);
    return { outcome, ledgerItems: records.reduce((sum, record) => sum + itemCount(record), 0) };
  }
}
