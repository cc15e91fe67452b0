import { BusUnavailableError, TOPICS, type Topic } from '../bus';
import { AdminClient } from './admin-client';
import { type KafkaConnection, topicName } from './connection';
import { protocolError } from './failure';

const REFRESH_MS = 30_000;
const AGAIN_MS = 1_000;

/**
 * Partition counts and leaders of the topics, refreshed at an interval because a topic may get more partitions. The refresh also detects
 * whether the brokers answer, because no other request is sent while nothing is published.
 */
export class PartitionCounts {
  readonly #connection: KafkaConnection;
  readonly #counts = new Map<Topic, number>();
  /** Broker ids by topic's name and partition. */
  readonly #leaders = new Map<string, number>();
  readonly #admin: AdminClient;
  #refreshing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failure: BusUnavailableError | undefined;
  #closed = false;

  constructor(connection: KafkaConnection) {
    this.#connection = connection;
    this.#admin = new AdminClient(connection);
    this.refresh().catch(() => undefined);
  }

  /**
   * Returns the number of the topic's partitions; waits for the brokers' first response.
   * @throws BusUnavailableError while they do not answer, or do not know the topic
   */
  async of(topic: Topic): Promise<number> {
    if (!this.#counts.has(topic) && this.#failure === undefined) await this.#refreshing?.catch(() => undefined);
    const count = this.#counts.get(topic);
    if (count === undefined) throw this.#failure ?? new BusUnavailableError('the bus is closed');
    return count;
  }

  /**
   * Returns the same number without waiting: undefined until the brokers have answered.
   * @throws BusUnavailableError when they have never answered, or do not know the topic
   */
  known(topic: Topic): number | undefined {
    const count = this.#counts.get(topic);
    if (count === undefined && this.#failure !== undefined) throw this.#failure;
    return count;
  }

  /** Returns the broker that led a partition at the last refresh. */
  leaderOf(name: string, partition: number): number | undefined {
    return this.#leaders.get(`${name}/${partition}`);
  }

  /** Refreshes now; concurrent callers share the request. Rejects when the brokers do not answer. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#admin.close();
  }

  async #refresh(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      for (const topic of TOPICS) this.#counts.set(topic, await this.#ask(topic));
      this.#failure = undefined;
    } catch (error) {
      this.#failure = error as BusUnavailableError;
      throw error;
    } finally {
      if (!this.#closed) {
        const after = this.#failure === undefined ? REFRESH_MS : AGAIN_MS;
        this.#timer = setTimeout(() => void this.refresh().catch(() => undefined), after).unref();
      }
    }
  }

  async #ask(topic: Topic): Promise<number> {
    const name = topicName(this.#connection, topic);
    try {
      const { topics } = await this.#admin.ask((admin) => admin.fetchTopicMetadata({ topics: [name] }));
      const partitions = topics.find((found) => found.name === name)?.partitions ?? [];
      for (const { partitionId, leader } of partitions) this.#leaders.set(`${name}/${partitionId}`, leader);
      return partitions.length;
    } catch (cause) {
      throw protocolError(cause) === 'UNKNOWN_TOPIC_OR_PARTITION'
        ? new BusUnavailableError(`the topic ${name} does not exist`, { cause })
        : new BusUnavailableError('the brokers do not answer', { cause });
    }
  }
}
