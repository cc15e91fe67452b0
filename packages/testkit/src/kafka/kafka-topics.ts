import { randomBytes } from 'node:crypto';
import { type KafkaConnection, ensureTopics } from '@sluice/bus/kafka';
import { ConfigResourceTypes, Kafka, logLevel } from 'kafkajs';

export interface TestTopics {
  /** Each as host:port. */
  readonly brokers: readonly string[];
  readonly partitions?: number;
  /** Of each partition; an acknowledged record is on 2 of them, where there are as many. */
  readonly replicas?: number;
  readonly maxMessageBytes?: number;
}

/** Makes topics that nobody else uses, and returns how to reach them; `said` collects what is logged. */
export async function kafkaTopics(
  { brokers, partitions = 3, replicas = 1, maxMessageBytes = 1_000_000 }: TestTopics,
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
    replicationFactor: replicas,
    minInSyncReplicas: Math.min(2, replicas),
    retentionMs: 3_600_000,
    maxMessageBytes,
  });
  return connection;
}

/** Sets the brokers' settings of a topic; those that are not named go back to their defaults. */
export async function configureTopic(
  brokers: readonly string[],
  name: string,
  config: Readonly<Record<string, string>>,
): Promise<void> {
  const admin = new Kafka({ brokers: [...brokers], clientId: 'configure-topic', logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const configEntries = Object.entries(config).map(([key, value]) => ({ name: key, value }));
    await admin.alterConfigs({
      validateOnly: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name, configEntries }],
    });
  } finally {
    await admin.disconnect();
  }
}
