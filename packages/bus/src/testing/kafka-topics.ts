import { randomBytes } from 'node:crypto';
import type { KafkaConnection } from '../kafka/connection';
import { ensureTopics } from '../kafka/topics';

export interface TestTopics {
  /** Addresses as host:port. */
  readonly brokers: readonly string[];
  readonly partitions?: number;
  /** Replicas of each partition; an acknowledged record is on 2 of them, if there are as many. */
  readonly replicas?: number;
  readonly maxMessageBytes?: number;
}

/** Creates topics for one test, and returns the connection to them; `logged` collects the log lines. */
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
