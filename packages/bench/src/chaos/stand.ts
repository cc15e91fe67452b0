import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { TOPICS } from '@sluice/bus';
import { TOPIC_SETTINGS, ensureTopics, topicName } from '@sluice/bus/kafka';
import { TcpProxy, startTestBroker } from '@sluice/testkit';
import type { ServiceName } from '../cluster/cluster';
import { createCluster } from '../cluster/cluster';
import { runBuilt } from '../cluster/run-built';
import { temporaryFolder } from '../command/temporary-folder';
import type { CommandContext } from '../command/command';
import { ChaosDatabase } from './database';
import type { Ground } from './faults';
import { Fleet } from './fleet';
import { Positions } from './positions';

export interface StandOptions {
  readonly gateways: number;
  readonly writers: number;
  readonly partitions: number;
  /** Hears of each line of a service that an operator should see. */
  readonly told: (service: ServiceName, line: string) => void;
  /** Hears of processes that end by themselves or do not start. */
  readonly wrong: (sentence: string) => void;
}

/** Everything that runs: broker, database, proxies and the product. */
export interface Stand extends Ground {
  readonly positions: Positions;
  /** As the brokers name them. */
  readonly topics: readonly string[];
}

/** Starts all of it and waits until it is ready. It ends with the command. */
export async function startStand(options: StandOptions, context: CommandContext): Promise<Stand> {
  const { closers, signal } = context;
  const folder = await temporaryFolder(context);
  const listen = async (name: string): Promise<TcpProxy> => {
    const proxy = await TcpProxy.listen();
    closers.add(name, () => proxy.close());
    return proxy;
  };
  const brokerProxy = await listen('proxy of the broker');
  const writerProxy = await listen('proxy of the writers');
  const queryProxy = await listen('proxy of the queries');
  const [broker, database] = await Promise.all([
    startTestBroker({ proxy: brokerProxy }).then((started) => {
      closers.add('broker', () => started.stop());
      return started;
    }),
    ChaosDatabase.start({ dataDir: join(folder, 'data'), proxies: [writerProxy, queryProxy] }, context),
  ]);
  signal.throwIfAborted();
  const topicPrefix = `chaos-${randomBytes(4).toString('hex')}.`;
  const connection = { brokers: broker.brokers, clientId: 'chaos', topicPrefix, log: () => undefined };
  await ensureTopics(connection, {
    ...TOPIC_SETTINGS,
    partitions: options.partitions,
    replicationFactor: 1,
    minInSyncReplicas: 1,
  });
  const topics = TOPICS.map((topic) => topicName(connection, topic));
  const positions = new Positions({ database, brokers: broker.brokers, topics });
  await positions.install();
  const cluster = createCluster(
    {
      kafka: { KAFKA_BROKERS: broker.proxied.join(), KAFKA_TOPIC_PREFIX: topicPrefix },
      databaseUrl: database.urlThrough(writerProxy),
      settings: { query: { DATABASE_URL: database.urlThrough(queryProxy) } },
      run: (service, env) => runBuilt(service, env, folder),
      told: options.told,
    },
    context,
  );
  const fleet = new Fleet(cluster, options.wrong);
  await Promise.all([
    fleet.grow('gateway', options.gateways),
    fleet.grow('writer', options.writers),
    fleet.grow('query', 1),
  ]);
  return { fleet, broker, database, brokerProxy, writerProxy, positions, topics };
}
