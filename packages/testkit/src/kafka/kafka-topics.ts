import { randomBytes } from 'node:crypto';
import { type KafkaConnection, ensureTopics } from '@sluice/bus/kafka';

export interface TestTopics {
  /** Each as host:port. */
  readonly brokers: readonly string[];
  readonly partitions?: number;
  readonly maxMessageBytes?: number;
}

/** Makes topics that nobody else uses, and returns how to reach them; `said` collects what is logged. */
export async function kafkaTopics(
  { brokers, partitions = 3, maxMessageBytes = 1_000_000 }: TestTopics,
  said: string[] = [],
): Promise<KafkaConnection> {
  const connection: KafkaConnection = {
    brokers,
    clientId: 'test',
    topicPrefix: `${randomBytes(6).toString('hex')}.`,
    log: (level, message, fields) => said.push(`${level} ${message} ${JSON.stringify(fields)}`),
  };
  await ensureTopics(connection, {
    partitions,
    replicationFactor: 1,
    minInSyncReplicas: 1,
    retentionMs: 3_600_000,
    maxMessageBytes,
  });
  return connection;
}
