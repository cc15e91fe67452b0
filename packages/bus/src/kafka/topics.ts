import { type Admin, ConfigResourceTypes, KafkaJSAggregateError } from 'kafkajs';
import { TOPICS } from '../bus';
import { type KafkaConnection, createClient, topicName } from './connection';
import { protocolError } from './failure';
import { isNotKnownYet, untilLed } from './leaders';

/** The largest message that topics take by default: an observation is never split between records. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

export interface TopicSettings {
  /** Of each topic. More can be given to a topic later, fewer not. */
  readonly partitions: number;
  readonly replicationFactor: number;
  /** `min.insync.replicas`: so many have a record before it is acknowledged. */
  readonly minInSyncReplicas: number;
  /** How long records are kept: longer than the longest time without a writer. */
  readonly retentionMs: number;
  readonly maxMessageBytes: number;
}

export const TOPIC_SETTINGS: TopicSettings = {
  partitions: 24,
  replicationFactor: 3,
  minInSyncReplicas: 2,
  retentionMs: 7 * 24 * 3_600_000,
  maxMessageBytes: MAX_MESSAGE_BYTES,
};

/** A topic that is not as it should be. */
export interface TopicDifference {
  readonly topic: string;
  /** `partitions`, `replicationFactor`, or the name of the broker's setting. */
  readonly setting: string;
  /** `missing` for the topic itself. */
  readonly found: string;
  readonly wanted: string;
}

export interface TopicReport {
  readonly created: readonly string[];
  readonly differences: readonly TopicDifference[];
}

/**
 * Makes the topics that are missing, and compares those that exist; these are never changed: a topic may be as it is for
 * the operator's own reasons.
 * @param create false: missing topics are reported as differences
 * @throws {Error} with the topics and the brokers' reason, where they refuse to make them
 */
export async function ensureTopics(
  connection: KafkaConnection,
  settings: TopicSettings,
  { create = true }: { readonly create?: boolean } = {},
): Promise<TopicReport> {
  const admin = createClient(connection, RETRIES).admin();
  await admin.connect();
  try {
    const names = TOPICS.map((topic) => topicName(connection, topic));
    const existing = new Set(await admin.listTopics());
    const missing = names.filter((name) => !existing.has(name));
    if (create && missing.length > 0) await createTopics(admin, missing, settings);
    const differences = create
      ? []
      : missing.map((topic) => ({ topic, setting: 'topic', found: 'missing', wanted: 'present' }));
    for (const name of names) {
      if (existing.has(name)) differences.push(...(await differencesOf(admin, name, settings)));
    }
    return { created: create ? missing : [], differences };
  } finally {
    await admin.disconnect();
  }
}

const RETRIES = 5;

/** The broker's settings of a topic. Its own clock stamps the records: no sender's clock can shorten what is kept. */
function configOf(settings: TopicSettings): Record<string, string> {
  return {
    'cleanup.policy': 'delete',
    'max.message.bytes': String(settings.maxMessageBytes),
    'message.timestamp.type': 'LogAppendTime',
    'min.insync.replicas': String(settings.minInSyncReplicas),
    'retention.ms': String(settings.retentionMs),
    'unclean.leader.election.enable': 'false',
  };
}

async function createTopics(admin: Admin, names: readonly string[], settings: TopicSettings): Promise<void> {
  const configEntries = Object.entries(configOf(settings)).map(([name, value]) => ({ name, value }));
  try {
    await admin.createTopics({
      waitForLeaders: true,
      topics: names.map((topic) => ({
        topic,
        numPartitions: settings.partitions,
        replicationFactor: settings.replicationFactor,
        configEntries,
      })),
    });
  } catch (error) {
    if (!isNotKnownYet(error)) throw await refusalOf(admin, error, settings);
    await untilLed(admin, names);
  }
}

/** The library's own error names no reason. */
async function refusalOf(admin: Admin, error: unknown, settings: TopicSettings): Promise<unknown> {
  if (!(error instanceof KafkaJSAggregateError)) return error;
  const reasons = new Set<string>();
  for (const each of error.errors) {
    if (protocolError(each) !== 'INVALID_REPLICATION_FACTOR') reasons.add(String(each));
    else reasons.add(await tooFewBrokers(admin, settings));
  }
  return new Error(`the brokers refuse to make the topics: ${[...reasons].join('; ')}`, { cause: error });
}

/** The usual mistake of a first try, on one broker. */
async function tooFewBrokers(admin: Admin, { replicationFactor }: TopicSettings): Promise<string> {
  const { brokers } = await admin.describeCluster();
  return `replication factor ${String(replicationFactor)} needs as many brokers, there are ${String(brokers.length)}`;
}

async function differencesOf(admin: Admin, topic: string, settings: TopicSettings): Promise<TopicDifference[]> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  const partitions = topics[0]?.partitions ?? [];
  const config = configOf(settings);
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name: topic, configNames: Object.keys(config) }],
  });
  const found = new Map(resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]));
  const comparisons = [
    { setting: 'partitions', found: String(partitions.length), wanted: String(settings.partitions) },
    {
      setting: 'replicationFactor',
      found: String(partitions[0]?.replicas.length ?? 0),
      wanted: String(settings.replicationFactor),
    },
    ...Object.entries(config).map(([setting, wanted]) => ({ setting, found: found.get(setting) ?? 'unknown', wanted })),
  ];
  return comparisons.filter((each) => each.found !== each.wanted).map((each) => ({ topic, ...each }));
}
