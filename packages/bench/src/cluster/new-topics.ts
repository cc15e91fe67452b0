import { randomBytes } from 'node:crypto';
import { TOPICS } from '@sluice/bus';
import { TOPIC_SETTINGS, ensureTopics, topicName } from '@sluice/bus/kafka';

/** Returns a new random prefix: committed offsets belong to the topics of one log. */
export const newTopicPrefix = (name: string): string => `${name}-${randomBytes(4).toString('hex')}.`;

/** Topics of one broker. */
export interface NewTopics {
  readonly topicPrefix: string;
  /** Names of the topics on the brokers. */
  readonly names: readonly string[];
}

/** Makes the topics of an installation: with three replicas and two in-sync ones where there are three brokers. */
export async function makeTopics(brokers: readonly string[], name: string, partitions: number): Promise<NewTopics> {
  const topicPrefix = newTopicPrefix(name);
  const connection = { brokers, clientId: name, topicPrefix, log: () => undefined };
  const replicationFactor = Math.min(TOPIC_SETTINGS.replicationFactor, brokers.length);
  const minInSyncReplicas = Math.min(TOPIC_SETTINGS.minInSyncReplicas, brokers.length);
  await ensureTopics(connection, { ...TOPIC_SETTINGS, partitions, replicationFactor, minInSyncReplicas });
  return { topicPrefix, names: TOPICS.map((topic) => topicName(connection, topic)) };
}
