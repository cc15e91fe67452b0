import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, type KafkaMessage, logLevel } from 'kafkajs';

/** All that a topic holds now, by partition, read by a consumer that knows nothing of the product. */
export async function readLog(brokers: readonly string[], topic: string): Promise<Map<number, KafkaMessage[]>> {
  const client = new Kafka({ brokers: [...brokers], clientId: 'read-log', logLevel: logLevel.NOTHING });
  const admin = client.admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  const ends = new Map(offsets.map(({ partition, low, high }) => [partition, low === high ? 0 : Number(high)]));
  for (let tries = 0; ; tries += 1) {
    try {
      return await readUpTo(client, topic, ends);
    } catch (error) {
      // A broker that has just started does not serve groups yet.
      if (tries > 50) throw error;
      await sleep(100);
    }
  }
}

async function readUpTo(
  client: Kafka,
  topic: string,
  ends: ReadonlyMap<number, number>,
): Promise<Map<number, KafkaMessage[]>> {
  const found = new Map([...ends.keys()].map((partition) => [partition, [] as KafkaMessage[]]));
  const isComplete = () =>
    [...ends].every(([partition, end]) => Number(found.get(partition)?.at(-1)?.offset ?? -1) >= end - 1);
  if (isComplete()) return found;
  const consumer = client.consumer({ groupId: `read-log-${randomBytes(6).toString('hex')}`, maxWaitTimeInMs: 100 });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
      const eachMessage = ({ partition, message }: { partition: number; message: KafkaMessage }): Promise<void> => {
        found.get(partition)?.push(message);
        if (isComplete()) resolve();
        return Promise.resolve();
      };
      consumer.run({ autoCommit: false, eachMessage }).catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
  return found;
}
