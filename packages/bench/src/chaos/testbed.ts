import { join } from 'node:path';
import { TcpProxy } from '@sluice/testbed/network';
import type { Way } from '@sluice/testbed/servers';
import { type ServiceName, createCluster } from '../cluster/cluster';
import { ClusterDatabase } from '../cluster/cluster-database';
import { startBroker } from '../cluster/start-broker';
import { makeTopics } from '../cluster/new-topics';
import { PROJECT_SETTINGS } from '../product/projects';
import { temporaryFolder } from '../command/temporary-folder';
import type { CommandContext } from '../command/command';
import type { Ground, Proxies } from './faults/fault';
import { AgedData } from './aged-data';
import { Fleet } from './fleet';
import { Programs, type ProgramsOptions } from './programs';
import { Positions } from './stored-offsets';

export interface TestbedOptions extends ProgramsOptions {
  /** 1, or 3 for topics with three replicas. */
  readonly brokers: number;
  readonly gateways: number;
  readonly writers: number;
  /** Default: 1. */
  readonly queries?: number;
  readonly partitions: number;
  /** Whether the database contains data that expire; false for an older schema. */
  readonly hasAgedData: boolean;
  /** SQL that damages the database before the first request. */
  readonly spoil?: string | undefined;
  /** Time limit for recovery after a fault, in milliseconds. */
  readonly recoveryMs: number;
  /** Receives each line of a service that an operator should read. */
  readonly logged: (service: ServiceName, line: string) => void;
  /** Receives every line of a process. */
  readonly wrote: (process: string, line: string) => void;
  /** Receives a sentence for each violation, such as a process that ends by itself. */
  readonly wrong: (sentence: string) => void;
}

/** All processes of a run: broker, database, proxies and the product. */
export interface Testbed extends Ground {
  /** Names of the topics on the brokers. */
  readonly topics: readonly string[];
}

/**
 * Settings that print the location of each warning of Node, which is a violation, and log at level debug for the investigation of failed
 * runs.
 */
const TRACED = { NODE_OPTIONS: '--trace-warnings', LOG_LEVEL: 'debug' };

/** Starts the testbed and waits until it is ready. It ends with the command. */
export async function startTestbed(options: TestbedOptions, context: CommandContext): Promise<Testbed> {
  const { closers, signal } = context;
  const folder = await temporaryFolder(context);
  const listen = async (name: string): Promise<TcpProxy> => {
    const proxy = await TcpProxy.listen();
    closers.add(name, () => proxy.close());
    return proxy;
  };
  const nodes = options.brokers;
  const programs = new Programs(options);
  const listenToEach = (name: string): Promise<Way> => Promise.all(Array.from({ length: nodes }, () => listen(name)));
  const proxies: Proxies = {
    gatewayToBroker: await listenToEach('proxy of the gateways'),
    writerToBroker: await listenToEach('proxy of the writers to the broker'),
    writerToPostgres: [await listen('proxy of the writers to Postgres')],
    queryToPostgres: await listen('proxy of the queries'),
  };
  const { gatewayToBroker, writerToBroker, queryToPostgres } = proxies;
  const [writerToPostgres] = proxies.writerToPostgres;
  const [broker, database] = await Promise.all([
    startBroker({ nodes, ways: [gatewayToBroker, writerToBroker] }, context),
    ClusterDatabase.start(
      {
        dataDir: join(folder, 'data'),
        proxies: [writerToPostgres, queryToPostgres],
        migrate: (url) => programs.migrate(url),
      },
      context,
    ),
  ]);
  signal.throwIfAborted();
  const { topicPrefix, names: topics } = await makeTopics(broker.brokers, 'chaos', options.partitions);
  const positions = new Positions({ database, brokers: broker.brokers, topics });
  await positions.install();
  const aged = options.hasAgedData ? await AgedData.store(database, signal) : undefined;
  const { spoil } = options;
  if (spoil !== undefined) await database.query((sql) => sql.query(spoil));
  const cluster = createCluster(
    {
      kafka: { KAFKA_TOPIC_PREFIX: topicPrefix },
      databaseUrl: database.urlThrough(writerToPostgres),
      settings: {
        gateway: { ...TRACED, ...PROJECT_SETTINGS, KAFKA_BROKERS: broker.through(gatewayToBroker).join() },
        writer: { ...TRACED, KAFKA_BROKERS: broker.through(writerToBroker).join() },
        query: { ...TRACED, ...PROJECT_SETTINGS, DATABASE_URL: database.urlThrough(queryToPostgres) },
      },
      run: (service, env) => programs.run(service, env, folder),
      logged: options.logged,
      wrote: options.wrote,
    },
    context,
  );
  const fleet = new Fleet(cluster, options.wrong);
  await Promise.all([
    fleet.grow('gateway', options.gateways),
    fleet.grow('writer', options.writers),
    fleet.grow('query', options.queries ?? 1),
  ]);
  const { wrong, recoveryMs } = options;
  return {
    fleet,
    broker,
    database,
    aged,
    proxies,
    programs,
    positions,
    topics,
    recoveryMs,
    wrong,
    note: context.print,
  };
}
