import type { Publisher, Topic } from '@sluice/bus';
import { itemCount } from '@sluice/record';
import { DecodeLimiter } from './decode-limiter';
import { type Job, type Outcome, destinationOf, readAtOnce } from './read';

/** What became of a body of which all is durable. Plain data. */
export interface StoredBody {
  readonly outcome: Outcome;
  /** What the writers count for its records. */
  readonly ledgerItems: number;
}

/** Takes small bodies, without their encoding, from reading to the commit. */
export interface BodyStore {
  /**
   * The bytes of the body may be gone then.
   * @throws DecodeError, BusUnavailableError
   */
  store(body: Buffer, job: Job): Promise<StoredBody>;
}

/** What another thread does of `ingest`: the bus is asked before a body is decoded, as there. */
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
