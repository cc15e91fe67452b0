import { type SluiceRecord, keyHash, plainLength } from '@sluice/record';
import { withDeadline } from '@sluice/runtime';
import { Outage, admission } from '../admission';
import { BusUnavailableError, type Publisher, type Receipt, RecordTooLargeError, type Topic } from '../bus';
import { PendingPublish, projectOf } from '../pending-publish';
import { PendingBudget } from '../pending-budget';
import { type KafkaConnection, quiet, topicName } from './connection';
import { Lane, type LaneOptions } from './lane';
import { FRAME_BYTES, type Outgoing, toMessage } from './message';
import { PartitionCounts } from './partition-counts';
import { ProduceRequests } from './produce-requests';
import { Producers } from './producers';
import { MAX_MESSAGE_BYTES } from './topics';

export interface KafkaPublisherOptions {
  readonly connection: KafkaConnection;
  /**
   * Time after which a publish without a newly safe record is refused; some of its records may be stored all the same. Each safe record
   * extends the time.
   */
  readonly deadlineMs: number;
  /** Limit of the encoded records that wait or are in flight, in bytes; above it a publish is refused at once. */
  readonly maxPendingBytes: number;
  /** Largest message of the topics (`max.message.bytes`); a larger record is refused before anything is sent. */
  readonly maxMessageBytes?: number | undefined;
  readonly compression?: 'none' | 'gzip' | undefined;
  /** Details that seldom need another value. */
  readonly batching?: Partial<Batching> | undefined;
}

export interface Batching extends LaneOptions {
  /** Publishes within this time share requests. */
  readonly lingerMs: number;
}

const BATCHING: Batching = { lingerMs: 5, maxBatchBytes: 512 * 1024, maxInFlight: 3, probeAfterMs: 500 };

/** Time limit for disconnecting at the end from brokers that do not answer. */
const LEAVE_MS = 2_000;

interface Share {
  readonly lane: Lane;
  readonly messages: Outgoing[];
}

/**
 * Sending side on Kafka. Concurrent publishes share produce requests, one for each partition; a record is safe when all in-sync replicas of
 * its partition have it. The publisher connects by itself, at start and after every failure.
 */
export class KafkaPublisher implements Publisher {
  readonly maxRecordBytes: number;
  readonly #options: KafkaPublisherOptions;
  readonly #counts: PartitionCounts;
  readonly #producers: Producers;
  readonly #requests: ProduceRequests;
  readonly #batching: Batching;
  readonly #budget: PendingBudget;
  readonly #outage: Outage;
  #linger: NodeJS.Timeout | undefined;
  readonly #lanes = new Map<string, Lane>();
  readonly #publishing = new Set<Promise<Receipt>>();
  #closed = false;
  #toldLetDown = false;

  constructor(options: KafkaPublisherOptions) {
    const { deadlineMs, compression = 'none', maxMessageBytes = MAX_MESSAGE_BYTES } = options;
    this.maxRecordBytes = maxMessageBytes - FRAME_BYTES;
    const connection = quiet(options.connection);
    this.#options = { ...options, connection };
    this.#counts = new PartitionCounts(connection);
    this.#batching = { ...BATCHING, ...options.batching };
    this.#budget = new PendingBudget({
      limit: options.maxPendingBytes,
      refusal: 'too much is waiting to be taken by the brokers',
    });
    this.#outage = new Outage({ probeMs: this.#batching.probeAfterMs, deadlineMs });
    this.#producers = new Producers({ connection, compression, acknowledgeWithinMs: deadlineMs });
    this.#requests = new ProduceRequests({
      send: (parts) => this.#producers.send(parts),
      leaderOf: (topic, partition) => this.#counts.leaderOf(topic, partition),
    });
  }

  /** Encoded records that wait or are in flight, in bytes. */
  get pendingBytes(): number {
    return this.#budget.held;
  }

  admit(topic: Topic, project = ''): () => void {
    if (this.#closed) throw new BusUnavailableError('the bus is closed');
    return admission({
      admits: () => this.#budget.admit(project),
      outage: this.#outage,
      isDown: () => this.#isDown(topic),
      refusal: 'no partition takes records now',
    });
  }

  async publish(topic: Topic, records: readonly SluiceRecord[]): Promise<Receipt> {
    if (records.length === 0) return [];
    if (this.#closed) throw new BusUnavailableError('the bus is closed');
    const publishing = this.#publish(topic, records).finally(() => this.#publishing.delete(publishing));
    this.#publishing.add(publishing);
    return publishing;
  }

  async check(): Promise<void> {
    if (this.#closed) throw new BusUnavailableError('the bus is closed');
    await this.#answeredInTime(this.#counts.refresh());
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#flush();
    await Promise.allSettled(this.#publishing);
    const disconnected = Promise.all([this.#counts.close(), this.#producers.close()]);
    await withDeadline(LEAVE_MS, disconnected, () => new BusUnavailableError('the brokers do not answer')).catch(
      () => undefined,
    );
  }

  async #publish(topic: Topic, records: readonly SluiceRecord[]): Promise<Receipt> {
    const begun = performance.now();
    const project = projectOf(records);
    this.#budget.check(project, 1);
    const partitions = await this.#answeredInTime(this.#counts.of(topic));
    const messages = records.map((record) => this.#toMessage(record));
    const bytes = messages.reduce((sum, message) => sum + message.bytes, 0);
    const shares = this.#share(topic, partitions, messages);
    if (!shares.every(({ lane }) => lane.admits())) {
      throw new BusUnavailableError('a partition does not take records now');
    }
    this.#budget.take(project, bytes);
    const publish = new PendingPublish({ records: messages.length, deadlineMs: this.#options.deadlineMs, project });
    for (const share of shares) share.lane.add(publish, share.messages);
    if (this.#closed) this.#flush();
    else this.#linger ??= setTimeout(() => this.#flush(), this.#batching.lingerMs);
    try {
      await publish.settled;
      const name = topicName(this.#options.connection, topic);
      return Array.from(publish.offsets, ([partition, offset]) => ({ topic: name, partition, offset }));
    } catch (error) {
      if (publish.isLate) for (const { lane } of shares) lane.letDown(begun);
      if (shares.some(({ lane }) => lane.hasLetDown)) this.#outage.failed();
      throw error;
    } finally {
      this.#tellLetDown();
    }
  }

  /** Flushes all partitions at once, so that partitions of one broker share a request. */
  #flush(): void {
    clearTimeout(this.#linger);
    this.#linger = undefined;
    for (const lane of this.#lanes.values()) lane.flush();
  }

  /**
   * Whether every partition of a topic has failed a publish. The partitions of a body are not known before it is read.
   * @throws BusUnavailableError when the brokers have never answered, or do not know the topic
   */
  #isDown(topic: Topic): boolean {
    const partitions = this.#counts.known(topic);
    if (partitions === undefined) return false; // `publish` waits for the first answer
    const name = topicName(this.#options.connection, topic);
    for (let partition = 0; partition < partitions; partition += 1) {
      if (this.#lanes.get(`${name}/${partition}`)?.hasLetDown !== true) return false;
    }
    return true;
  }

  #answeredInTime<T>(answer: Promise<T>): Promise<T> {
    const { deadlineMs } = this.#options;
    return withDeadline(
      deadlineMs,
      answer,
      () => new BusUnavailableError(`the brokers do not answer within ${deadlineMs} ms`),
    );
  }

  #toMessage(record: SluiceRecord): Outgoing {
    const message = toMessage(record);
    // Whether a record fits does not depend on how much of it repeats.
    const length = plainLength(message.value);
    if (length > this.maxRecordBytes) {
      throw new RecordTooLargeError(`a record of ${length} bytes is too large, ${this.maxRecordBytes} are taken`);
    }
    return message;
  }

  /** Groups messages by the partition of their key, as Kafka's default partitioner does. */
  #share(topic: Topic, partitions: number, messages: readonly Outgoing[]): Share[] {
    const shares = new Map<number, Share>();
    for (const message of messages) {
      const partition = keyHash(message.key) % partitions;
      let share = shares.get(partition);
      if (share === undefined) shares.set(partition, (share = { lane: this.#lane(topic, partition), messages: [] }));
      share.messages.push(message);
    }
    return [...shares.values()];
  }

  #lane(topic: Topic, partition: number): Lane {
    const name = topicName(this.#options.connection, topic);
    const key = `${name}/${partition}`;
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = new Lane({
        options: this.#batching,
        partition,
        produce: (messages) => this.#requests.produce(name, partition, messages),
        released: ({ project: owner }, bytes) => this.#budget.give(owner, bytes),
      });
      this.#lanes.set(key, lane);
    }
    return lane;
  }

  /** Logs the start and the end of a failure of partitions, once each. */
  #tellLetDown(): void {
    const { log } = this.#options.connection;
    const letDown = [...this.#lanes].filter(([, lane]) => lane.hasLetDown).map(([key]) => key);
    if (letDown.length > 0 && !this.#toldLetDown) {
      log('warn', 'partitions do not take records: publishing to them is refused until a try succeeds', {
        partitions: letDown,
      });
    } else if (letDown.length === 0 && this.#toldLetDown) {
      log('info', 'all partitions take records again', {});
    }
    this.#toldLetDown = letDown.length > 0;
  }
}
