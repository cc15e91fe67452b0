import { type Admin, ConfigResourceTypes, KafkaJSAggregateError } from 'kafkajs';
import { TOPICS } from '../bus';
import { type KafkaConnection, createClient, topicName } from './connection';
import { protocolError } from './failure';
import { isNotKnownYet, untilLed } from './leaders';

/** Largest message of topics by default: an observation is never split between records. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

export interface TopicSettings {
  /** Number of partitions of each topic. It can be raised later, not lowered. */
  readonly partitions: number;
  readonly replicationFactor: number;
  /** `min.insync.replicas`: number of replicas that have a record before it is acknowledged. */
  readonly minInSyncReplicas: number;
  /** Time for which records are kept; must exceed the longest time without a writer. */
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

/** Difference between a topic and its wanted settings. */
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
 * Creates missing topics, and compares existing topics with their wanted settings. Existing topics are never changed: the operator may have
 * reasons for their settings.
 * @param create false: missing topics are reported as differences
 * @throws {Error} with the topics and the brokers' reason, if they refuse to create them
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

/** The broker's settings of a topic. The broker's clock stamps the records, so that no sender's clock can shorten their retention. */
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

/** Adds the brokers' reasons to an error of the library, which names none. */
async function refusalOf(admin: Admin, error: unknown, settings: TopicSettings): Promise<unknown> {
  if (!(error instanceof KafkaJSAggregateError)) return error;
  const reasons = new Set<string>();
  for (const each of error.errors) {
    if (protocolError(each) !== 'INVALID_REPLICATION_FACTOR') reasons.add(String(each));
    else reasons.add(await tooFewBrokers(admin, settings));
  }
  return new Error(`the brokers refuse to make the topics: ${[...reasons].join('; ')}`, { cause: error });
}

/** Message for the usual mistake of a first installation on one broker. */
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
