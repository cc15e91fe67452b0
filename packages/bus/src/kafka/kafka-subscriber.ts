import { setTimeout as sleep } from 'node:timers/promises';
import { type BatchHandler, BusUnavailableError, type Subscriber, type Topic } from '../bus';
import { type KafkaConnection, quiet, topicName } from './connection';
import { describe, isAway } from './failure';
import { type GroupLibrary, createGroupLibrary } from './group-library';
import { GroupSession } from './group-session';
import { type PartitionStatus, statusOf } from './partition';
import { type SubscriberTuning, TUNING } from './tuning';

export interface KafkaSubscriberOptions {
  readonly connection: KafkaConnection;
  /** Consumer group; its subscribers share the partitions. */
  readonly groupId: string;
  /** Number of batches of the largest size that are handled at once, each of another partition; more if they are smaller. */
  readonly concurrency: number;
  /** Largest batch in estimated bytes; it contains at least one record. */
  readonly maxBatchBytes: number;
  readonly tuning?: Partial<SubscriberTuning> | undefined;
  /** Replacement of kafkajs, for a simulation. */
  readonly library?: GroupLibrary | undefined;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Receiving side on Kafka: a member of a consumer group that reads its committed offsets from its handler. While brokers are unreachable it
 * retries by itself. Any other end of the library's consumer resolves `failed`, and the process should end, because its state is undefined.
 */
export class KafkaSubscriber implements Subscriber {
  /** Resolves with the reason when the subscriber has ended by itself and does not recover. Never rejects. */
  readonly failed: Promise<Error>;
  readonly #options: KafkaSubscriberOptions;
  readonly #closing = new AbortController();
  #fail: (reason: Error) => void = () => undefined;
  #session: GroupSession | undefined;
  #running: Promise<void> | undefined;

  constructor(options: KafkaSubscriberOptions) {
    this.#options = { ...options, connection: quiet(options.connection) };
    this.failed = new Promise((resolve) => (this.#fail = resolve));
  }

  /** Resolves at once; the subscriber joins the group as soon as the brokers accept it. */
  subscribe(topics: readonly Topic[], handler: BatchHandler): Promise<void> {
    if (this.#running !== undefined) return Promise.reject(new Error('it has subscribed already'));
    this.#running = this.#run(topics, handler);
    return Promise.resolve();
  }

  /** Rejects while the subscriber does not consume: the group is not joined, or a batch does not end. */
  check(): Promise<void> {
    const problem = this.#session === undefined ? 'the consumer does not run' : this.#session.problem();
    return problem === undefined ? Promise.resolve() : Promise.reject(new BusUnavailableError(problem));
  }

  /** State of the partitions that are assigned now. */
  partitions(): PartitionStatus[] {
    return this.#session?.partitions.map(statusOf) ?? [];
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(topics: readonly Topic[], handler: BatchHandler): Promise<void> {
    const { connection, tuning, library = createGroupLibrary(connection), ...options } = this.#options;
    const names = new Map(topics.map((topic) => [topicName(connection, topic), topic]));
    const closing = new Promise<undefined>((resolve) => {
      this.#closing.signal.addEventListener('abort', () => resolve(undefined));
    });
    for (let pause = FIRST_PAUSE_MS; !this.#closing.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const session = new GroupSession({
        ...options,
        connection,
        library,
        handler,
        topics: names,
        tuning: { ...TUNING, ...tuning },
      });
      this.#session = session;
      const begun = performance.now();
      session.start();
      const reason = await Promise.race([session.ended, closing]);
      await session.close();
      this.#session = undefined;
      if (reason === undefined) return;
      if (!isAway(reason)) {
        connection.log('error', 'the consumer has failed', { reason: describe(reason) });
        this.#fail(reason);
        return;
      }
      if (performance.now() - begun > LONGEST_PAUSE_MS) pause = FIRST_PAUSE_MS;
      connection.log('warn', 'the consumer was disconnected and connects again', { reason: describe(reason) });
      await sleep(pause, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    }
  }
}
