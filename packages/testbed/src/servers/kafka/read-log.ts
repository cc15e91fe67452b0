import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '../../machine';
import { Kafka, type KafkaMessage, logLevel } from 'kafkajs';
import { type Brokers, reaching } from './brokers';

/** Reads the current contents of a topic, by partition, with a consumer that shares no code with the product. */
export async function readLog(brokers: readonly string[], topic: string): Promise<Map<number, KafkaMessage[]>> {
  const found = new Map<number, KafkaMessage[]>();
  const partitions = await scanLog(brokers, topic, (partition, message) => {
    const messages = found.get(partition);
    if (messages === undefined) found.set(partition, [message]);
    else messages.push(message);
  });
  return new Map(partitions.map((partition) => [partition, found.get(partition) ?? []]));
}

/**
 * Passes every current message of a topic to `visit` once, with a consumer that shares no code with the product and stores nothing.
 * @returns the partitions of the topic
 */
export async function scanLog(
  brokers: Brokers,
  topic: string,
  visit: (partition: number, message: KafkaMessage) => void,
): Promise<number[]> {
  const client = new Kafka({ ...reaching(brokers), clientId: 'read-log', logLevel: logLevel.NOTHING });
  const admin = client.admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  const ends = new Map(offsets.map(({ partition, low, high }) => [partition, low === high ? 0 : Number(high)]));
  const seen = new Map<number, number>();
  for (const begun = Date.now(); ;) {
    try {
      await scanUpTo({ client, topic, ends, seen, visit });
      return [...ends.keys()];
    } catch (error) {
      // A broker that has just started does not serve groups yet.
      if (Date.now() - begun > patience(30_000)) throw error;
      await sleep(100);
    }
  }
}

interface Scan {
  readonly client: Kafka;
  readonly topic: string;
  readonly ends: ReadonlyMap<number, number>;
  /** Last visited offset of each partition. */
  readonly seen: Map<number, number>;
  readonly visit: (partition: number, message: KafkaMessage) => void;
}

async function scanUpTo({ client, topic, ends, seen, visit }: Scan): Promise<void> {
  const isComplete = () => [...ends].every(([partition, end]) => (seen.get(partition) ?? -1) >= end - 1);
  if (isComplete()) return;
  const consumer = client.consumer({ groupId: `read-log-${randomBytes(6).toString('hex')}`, maxWaitTimeInMs: 100 });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
      const eachMessage = ({ partition, message }: { partition: number; message: KafkaMessage }): Promise<void> => {
        const offset = Number(message.offset);
        if (offset > (seen.get(partition) ?? -1)) {
          seen.set(partition, offset);
          visit(partition, message);
        }
        if (isComplete()) resolve();
        return Promise.resolve();
      };
      consumer.run({ autoCommit: false, eachMessage }).catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
}
