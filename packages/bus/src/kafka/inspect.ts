import { type Admin, AssignerProtocol, ConfigResourceTypes } from 'kafkajs';
import { TOPICS } from '../bus';
import { type KafkaConnection, createClient, topicName } from './connection';
import { describe, hintOf, protocolError } from './failure';

/** An address at which brokers are looked for, or which they advertise to clients. */
export interface BrokerAddress {
  readonly address: string;
  /** `configured`: it is in the settings; `advertised`: the brokers name it, and clients connect to it after their first question. */
  readonly from: 'configured' | 'advertised';
  /** Why no client gets through; undefined where one does. */
  readonly failure: string | undefined;
}

export interface FoundPartition {
  readonly partition: number;
  /** Whether a broker leads it now. */
  readonly led: boolean;
  readonly replicas: number;
  readonly inSync: number;
}

export interface FoundTopic {
  /** At the brokers. */
  readonly name: string;
  /** Empty where the topic does not exist. */
  readonly partitions: readonly FoundPartition[];
  /** The brokers' settings of the topic, defaults included. */
  readonly config: ReadonlyMap<string, string>;
  /** Offsets that the log holds, by partition: from `low` up to and without `high`. Empty where a partition has no leader. */
  readonly log: ReadonlyMap<number, { readonly low: number; readonly high: number }>;
}

export interface FoundMember {
  readonly clientId: string;
  readonly host: string;
  /** Partitions that are its own, of all topics. */
  readonly partitions: number;
}

export interface FoundGroup {
  /** As Kafka names it: `Stable`, `Empty`, `Dead` where it is unknown, or a rebalance. */
  readonly state: string;
  readonly members: readonly FoundMember[];
}

/** What brokers, topics and the group of the writers are like now. Nothing of it was judged or changed. */
export interface Inspection {
  readonly places: readonly BrokerAddress[];
  /** Brokers of the cluster that are up; 0 where none answers, and then there is nothing below. */
  readonly brokers: number;
  readonly topics: readonly FoundTopic[];
  readonly group: FoundGroup;
}

/**
 * Looks at the brokers without changing anything.
 * @param groupId of the writers
 * @throws the library's error where brokers that can be reached do not answer a question, as without the right to
 */
export async function inspectBrokers(connection: KafkaConnection, groupId: string): Promise<Inspection> {
  const configured = await Promise.all(
    connection.brokers.map((address) => tryAddress(connection, address, 'configured')),
  );
  if (configured.every(({ failure }) => failure !== undefined)) {
    return { places: configured, brokers: 0, topics: [], group: { state: 'unknown', members: [] } };
  }
  const admin = createClient(connection, RETRIES).admin();
  await admin.connect();
  try {
    const { brokers } = await admin.describeCluster();
    const addresses = brokers.map(({ host, port }) => `${host}:${port}`);
    const unseen = addresses.filter((address) => !connection.brokers.includes(address));
    const advertised = await Promise.all(unseen.map((address) => tryAddress(connection, address, 'advertised')));
    const places = [...configured, ...advertised];
    // Each question goes to the broker that leads or coordinates: where that is out of reach, only the places are known.
    if (advertised.some(({ failure }) => failure !== undefined)) {
      return { places, brokers: brokers.length, topics: [], group: { state: 'unknown', members: [] } };
    }
    const topics: FoundTopic[] = [];
    for (const topic of TOPICS) topics.push(await findTopic(admin, topicName(connection, topic)));
    return { places, brokers: brokers.length, topics, group: await findGroup(admin, groupId) };
  } finally {
    await admin.disconnect();
  }
}

const RETRIES = 3;

async function tryAddress(
  connection: KafkaConnection,
  address: string,
  from: BrokerAddress['from'],
): Promise<BrokerAddress> {
  const admin = createClient({ ...connection, brokers: [address] }).admin();
  try {
    await admin.connect();
    return { address, from, failure: undefined };
  } catch (error) {
    const words = describe(error);
    const hint = hintOf(words);
    return { address, from, failure: hint === undefined ? words : `${words} (${hint})` };
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

async function findTopic(admin: Admin, name: string): Promise<FoundTopic> {
  const partitions = await findPartitions(admin, name);
  if (partitions.length === 0) return { name, partitions, config: new Map(), log: new Map() };
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name }],
  });
  const entries = resources[0]?.configEntries.map((entry) => [entry.configName, entry.configValue] as const);
  const log = partitions.every(({ led }) => led) ? await admin.fetchTopicOffsets(name) : [];
  return {
    name,
    partitions,
    config: new Map(entries),
    log: new Map(log.map(({ partition, low, high }) => [partition, { low: Number(low), high: Number(high) }])),
  };
}

async function findPartitions(admin: Admin, name: string): Promise<FoundPartition[]> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [name] });
    return (topics[0]?.partitions ?? []).map(({ partitionId, leader, replicas, isr }) => ({
      partition: partitionId,
      led: leader >= 0,
      replicas: replicas.length,
      inSync: isr.length,
    }));
  } catch (error) {
    if (protocolError(error) === 'UNKNOWN_TOPIC_OR_PARTITION') return [];
    throw error;
  }
}

async function findGroup(admin: Admin, groupId: string): Promise<FoundGroup> {
  const { groups } = await admin.describeGroups([groupId]);
  const group = groups[0];
  return {
    state: group?.state ?? 'Dead',
    members: (group?.members ?? []).map(({ clientId, clientHost, memberAssignment }) => ({
      clientId,
      host: clientHost.replace(/^\//, ''),
      partitions: assigned(memberAssignment),
    })),
  };
}

function assigned(assignment: Buffer): number {
  if (assignment.length === 0) return 0; // a rebalance is on its way
  const decoded = AssignerProtocol.MemberAssignment.decode(assignment);
  return Object.values(decoded?.assignment ?? {}).reduce((sum, partitions) => sum + partitions.length, 0);
}
