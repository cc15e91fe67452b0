import { randomBytes } from 'node:crypto';
import type { KafkaConnection } from '../kafka/connection';
import { ensureTopics } from '../kafka/topics';

export interface TestTopics {
  /** Each as host:port. */
  readonly brokers: readonly string[];
  readonly partitions?: number;
  /** Of each partition; an acknowledged record is on 2 of them, where there are as many. */
  readonly replicas?: number;
  readonly maxMessageBytes?: number;
}

/** Makes topics that nobody else uses, and returns how to reach them; `logged` collects the log lines. */
export async function kafkaTopics(
  { brokers, partitions = 3, replicas = 1, maxMessageBytes = 1_000_000 }: TestTopics,
  logged: string[] = [],
): Promise<KafkaConnection> {
  const connection: KafkaConnection = {
    brokers,
    clientId: 'test',
    topicPrefix: `${randomBytes(6).toString('hex')}.`,
    log: (level, message, fields) => logged.push(`${level} ${message} ${JSON.stringify(fields)}`),
  };
  await ensureTopics(connection, {
    partitions,
    replicationFactor: replicas,
    minInSyncReplicas: Math.min(2, replicas),
    retentionMs: 3_600_000,
    maxMessageBytes,
  });
  return connection;
}
