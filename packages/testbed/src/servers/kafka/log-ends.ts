import { Kafka, logLevel } from 'kafkajs';
import { type Brokers, reaching } from './brokers';

/** End of a partition of a topic: the offset that the next record will have. */
export interface LogEnd {
  readonly topic: string;
  readonly partition: number;
  readonly end: number;
}

/**
 * Reads the ends of all partitions of the topics from the brokers.
 * @throws while they do not answer
 */
export async function logEnds(brokers: Brokers, topics: readonly string[]): Promise<LogEnd[]> {
  const client = new Kafka({
    ...reaching(brokers),
    clientId: 'log-ends',
    logLevel: logLevel.NOTHING,
    retry: { retries: 0 },
  });
  const admin = client.admin();
  try {
    await admin.connect();
    const ends = topics.map(async (topic) => {
      const offsets = await admin.fetchTopicOffsets(topic);
      return offsets.map(({ partition, high }) => ({ topic, partition, end: Number(high) }));
    });
    return (await Promise.all(ends)).flat();
  } finally {
    await admin.disconnect();
  }
}
