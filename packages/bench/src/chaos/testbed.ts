import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { TcpProxy } from '@sluice/testbed/network';
import { type Way, startTestBroker } from '@sluice/testbed/servers';
import type { ServiceName } from '../cluster/cluster';
import { createCluster } from '../cluster/cluster';
import { ClusterDatabase } from '../cluster/cluster-database';
import { makeTopics } from '../cluster/new-topics';
import { PROJECT_SETTINGS, type Project } from '../product/projects';
import { temporaryFolder } from '../command/temporary-folder';
import type { CommandContext } from '../command/command';
import type { Ground, Proxies } from './faults/fault';
import { AgedData } from './aged-data';
import { Fleet } from './fleet';
import { Positions } from './stored-offsets';

export interface TestbedOptions {
  /** 1, or 3 for topics with three replicas. */
  readonly brokers: number;
  readonly gateways: number;
  readonly writers: number;
  /** Default: 1. */
  readonly queries?: number;
  readonly partitions: number;
  /** Projects that the clients send to: the default one, or those of `PROJECTS`. */
  readonly projects: readonly Project[];
  /** Starts a process of a service with only this environment; `folder` is a temporary one. */
  readonly run: (service: ServiceName, env: NodeJS.ProcessEnv, folder: string) => ChildProcess;
  /** Whether the database contains data that expire; false for an older schema. */
  readonly hasAgedData: boolean;
  /** SQL that damages the database before the first request. */
  readonly spoil?: string | undefined;
  /** Makes the schema; default: by this release. */
  readonly migrate?: ((databaseUrl: string) => Promise<unknown>) | undefined;
  /** Receives each line of a service that an operator should read. */
  readonly logged: (service: ServiceName, line: string) => void;
  /** Receives every line of a process. */
  readonly wrote: (process: string, line: string) => void;
  /** Receives a sentence for each process that ends by itself or does not start. */
  readonly wrong: (sentence: string) => void;
}

/** All processes of a run: broker, database, proxies and the product. */
export interface Testbed extends Ground {
  readonly positions: Positions;
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
  const credentials = options.projects.length > 1 ? PROJECT_SETTINGS : {};
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
    startTestBroker({ nodes, ways: [gatewayToBroker, writerToBroker] }).then((started) => {
      closers.add('broker', () => started.stop());
      return started;
    }),
    ClusterDatabase.start(
      { dataDir: join(folder, 'data'), proxies: [writerToPostgres, queryToPostgres], migrate: options.migrate },
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
        gateway: { ...TRACED, ...credentials, KAFKA_BROKERS: broker.through(gatewayToBroker).join() },
        writer: { ...TRACED, KAFKA_BROKERS: broker.through(writerToBroker).join() },
        query: { ...TRACED, ...credentials, DATABASE_URL: database.urlThrough(queryToPostgres) },
      },
      run: (service, env) => options.run(service, env, folder),
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
  return { fleet, broker, database, aged, proxies, positions, topics, note: context.print };
}
