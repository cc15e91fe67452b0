import { CompressionTypes, type ICustomPartitioner, type Message, type Producer, type TopicMessages } from 'kafkajs';
import { type KafkaConnection, createClient } from './connection';
import { isExplained } from './failure';
import type { PartitionMessages } from './produce-requests';

export interface ProducersOptions {
  readonly connection: KafkaConnection;
  readonly compression: 'none' | 'gzip';
  /** Time after which the brokers stop waiting for their replicas. */
  readonly acknowledgeWithinMs: number;
}

/**
 * Provider of the library's producer; it creates a new producer after an unexplained failure. Never `idempotent`: the library can then
 * acknowledge a record that was not stored (RATIONALE.md).
 */
export class Producers {
  readonly #options: ProducersOptions;
  #current: Promise<Producer> | undefined;
  #newest: Producer | undefined;

  constructor(options: ProducersOptions) {
    this.#options = options;
  }

  /**
   * Tries once: resolves with the first offset of each part when all in-sync replicas have all messages, rejects when that is not known.
   */
  async send(parts: readonly PartitionMessages[]): Promise<readonly number[]> {
    const producer = await this.#connected();
    try {
      const appended = await producer.sendBatch({
        acks: -1,
        timeout: this.#options.acknowledgeWithinMs,
        compression: this.#options.compression === 'gzip' ? CompressionTypes.GZIP : CompressionTypes.None,
        topicMessages: byTopic(parts),
      });
      // For a partition missing in its metadata the library sends nothing and reports success.
      return parts.map(({ topic, partition }) => {
        const response = appended.find((each) => each.topicName === topic && each.partition === partition);
        const firstOffset = Number(response?.baseOffset ?? -1);
        if (!(firstOffset >= 0)) throw new Error(`partition ${partition} of ${topic} was not written to`);
        return firstOffset;
      });
    } catch (error) {
      if (!isExplained(error)) this.#replace(producer);
      throw error;
    }
  }

  async close(): Promise<void> {
    const producer = await this.#current?.catch(() => undefined);
    this.#current = undefined;
    await producer?.disconnect();
  }

  async #connected(): Promise<Producer> {
    const current = (this.#current ??= this.#connect());
    try {
      return await current;
    } catch (error) {
      if (this.#current === current) this.#current = undefined;
      throw error;
    }
  }

  async #connect(): Promise<Producer> {
    const producer = createClient(this.#options.connection).producer({
      allowAutoTopicCreation: false,
      metadataMaxAge: 30_000,
      createPartitioner: () => explicitPartition,
    });
    this.#newest = producer;
    await producer.connect();
    return producer;
  }

  /** Discards a producer; its requests in flight may still be stored. */
  #replace(producer: Producer): void {
    if (this.#newest !== producer) return;
    this.#current = undefined;
    producer.disconnect().catch(() => undefined);
  }
}

function byTopic(parts: readonly PartitionMessages[]): TopicMessages[] {
  const topics = new Map<string, Message[]>();
  for (const { topic, partition, messages } of parts) {
    let all = topics.get(topic);
    if (all === undefined) topics.set(topic, (all = []));
    for (const { key, value, headers } of messages) all.push({ key, value, headers, partition });
  }
  return [...topics].map(([topic, messages]) => ({ topic, messages }));
}

const explicitPartition: ReturnType<ICustomPartitioner> = ({ message }) => message.partition ?? 0;
