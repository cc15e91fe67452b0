import type { Outgoing } from './message';

/** Messages for one partition. */
export interface PartitionMessages {
  readonly topic: string;
  readonly partition: number;
  readonly messages: readonly Outgoing[];
}

export interface ProduceRequestsDependencies {
  /** Sends one request; resolves with the first offset of each part when all in-sync replicas have all its messages. */
  readonly send: (parts: readonly PartitionMessages[]) => Promise<readonly number[]>;
  /** Returns the broker that leads a partition; undefined if it is not known. */
  readonly leaderOf: (topic: string, partition: number) => number | undefined;
}

interface Attempt extends PartitionMessages {
  readonly resolve: (firstOffset: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Attempts that wait for one broker. */
interface Leader {
  readonly waiting: Attempt[];
  inFlight: number;
  scheduled: boolean;
}

/** Limit of requests in flight to one broker; while it is reached, new messages are combined. */
const MAX_IN_FLIGHT = 5;
const MAX_REQUEST_BYTES = 2 * 1024 * 1024;

/**
 * Combines the messages for partitions of one broker into common requests, because a request costs far more than its messages. Brokers have
 * separate requests, so a slow broker delays no other. When a common request fails, each partition is sent alone, so that only the faulty
 * partition fails.
 */
export class ProduceRequests {
  readonly #dependencies: ProduceRequestsDependencies;
  readonly #leaders = new Map<number | undefined, Leader>();

  constructor(dependencies: ProduceRequestsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Tries once to append messages to a partition; resolves with the offset of the first. */
  produce(topic: string, partition: number, messages: readonly Outgoing[]): Promise<number> {
    const id = this.#dependencies.leaderOf(topic, partition);
    let leader = this.#leaders.get(id);
    if (leader === undefined) this.#leaders.set(id, (leader = { waiting: [], inFlight: 0, scheduled: false }));
    const { waiting } = leader;
    const outcome = new Promise<number>((resolve, reject) => {
      waiting.push({ topic, partition, messages, resolve, reject });
    });
    this.#schedule(leader);
    return outcome;
  }

  /** Starts the requests after all partitions that are ready now have added their records. */
  #schedule(leader: Leader): void {
    if (leader.scheduled) return;
    leader.scheduled = true;
    setImmediate(() => {
      leader.scheduled = false;
      while (leader.inFlight < MAX_IN_FLIGHT && leader.waiting.length > 0) {
        leader.inFlight += 1;
        void this.#send(take(leader.waiting)).finally(() => {
          leader.inFlight -= 1;
          this.#schedule(leader);
        });
      }
    });
  }

  /** Never rejects. */
  async #send(attempts: readonly Attempt[]): Promise<void> {
    try {
      const firstOffsets = await this.#dependencies.send(attempts);
      for (const [index, { resolve }] of attempts.entries()) resolve(firstOffsets[index] ?? NaN);
    } catch (error) {
      if (attempts.length === 1) for (const { reject } of attempts) reject(error);
      else await Promise.all(attempts.map((attempt) => this.#send([attempt])));
    }
  }
}

/** Removes the first attempts, up to the bytes of a request; each partition at most once, because its batches have their own size limit. */
function take(waiting: Attempt[]): Attempt[] {
  const taken: Attempt[] = [];
  const seen = new Set<string>();
  let left = MAX_REQUEST_BYTES;
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    const logPartition = `${next.topic}/${next.partition}`;
    const bytes = next.messages.reduce((sum, message) => sum + message.bytes, 0);
    if (taken.length > 0 && (bytes > left || seen.has(logPartition))) break;
    left -= bytes;
    seen.add(logPartition);
    taken.push(next);
    waiting.shift();
  }
  return taken;
}
