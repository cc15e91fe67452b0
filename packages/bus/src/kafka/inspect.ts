import { type Admin, AssignerProtocol, ConfigResourceTypes } from 'kafkajs';
import { TOPICS } from '../bus';
import { type KafkaConnection, createClient, topicName } from './connection';
import { describe, hintOf, protocolError } from './failure';

/** Address of a broker, from the settings or advertised to clients. */
export interface BrokerAddress {
  readonly address: string;
  /** `configured`: from the settings; `advertised`: named by the brokers, used by clients after their first request. */
  readonly from: 'configured' | 'advertised';
  /** Reason why no client can connect; undefined if a client can. */
  readonly failure: string | undefined;
}

export interface FoundPartition {
  readonly partition: number;
  /** Whether the partition has a leader now. */
  readonly led: boolean;
  readonly replicas: number;
  readonly inSync: number;
}

export interface FoundTopic {
  /** Name of the topic at the brokers. */
  readonly name: string;
  /** Empty if the topic does not exist. */
  readonly partitions: readonly FoundPartition[];
  /** The brokers' settings of the topic, defaults included. */
  readonly config: ReadonlyMap<string, string>;
  /** Offsets that the log contains, by partition: `low` included, `high` excluded. A partition without a leader is missing. */
  readonly log: ReadonlyMap<number, { readonly low: number; readonly high: number }>;
}

export interface FoundMember {
  readonly clientId: string;
  readonly host: string;
  /** Number of partitions assigned to the member, of all topics. */
  readonly partitions: number;
}

export interface FoundGroup {
  /** State as Kafka names it: `Stable`, `Empty`, `Dead` for an unknown group, or a rebalance. */
  readonly state: string;
  readonly members: readonly FoundMember[];
}

/** Current state of brokers, topics and the writers' group, not judged and not changed. */
export interface Inspection {
  readonly addresses: readonly BrokerAddress[];
  /** Number of brokers that are up; 0 if none answers, and then the lists below are empty. */
  readonly brokers: number;
  readonly topics: readonly FoundTopic[];
  readonly group: FoundGroup;
}

/**
 * Inspects the brokers without changing anything.
 * @param groupId of the writers
 * @throws the library's error when reachable brokers do not answer a request, for example without the right to it
 */
export async function inspectBrokers(connection: KafkaConnection, groupId: string): Promise<Inspection> {
  const configured = await Promise.all(
    connection.brokers.map((address) => tryAddress(connection, address, 'configured')),
  );
  if (configured.every(({ failure }) => failure !== undefined)) {
    return { addresses: configured, brokers: 0, topics: [], group: { state: 'unknown', members: [] } };
  }
  const admin = createClient(connection, RETRIES).admin();
  await admin.connect();
  try {
    const { brokers } = await admin.describeCluster();
    const ofBrokers = brokers.map(({ host, port }) => `${host}:${port}`);
    const unseen = ofBrokers.filter((address) => !connection.brokers.includes(address));
    const advertised = await Promise.all(unseen.map((address) => tryAddress(connection, address, 'advertised')));
    const addresses = [...configured, ...advertised];
    // A request is sent to the leader or the coordinator: if it is unreachable, only the addresses are known.
    if (advertised.some(({ failure }) => failure !== undefined)) {
      return { addresses, brokers: brokers.length, topics: [], group: { state: 'unknown', members: [] } };
    }
    const topics: FoundTopic[] = [];
    for (const topic of TOPICS) topics.push(await findTopic(admin, topicName(connection, topic)));
    return { addresses, brokers: brokers.length, topics, group: await findGroup(admin, groupId) };
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
  if (assignment.length === 0) return 0; // a rebalance is in progress
  const decoded = AssignerProtocol.MemberAssignment.decode(assignment);
  return Object.values(decoded?.assignment ?? {}).reduce((sum, partitions) => sum + partitions.length, 0);
}
