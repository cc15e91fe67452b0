import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { TcpProxy } from '@sluice/network';
import { type Way, startTestBroker } from '@sluice/servers';
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
  /** 1 by default. */
  readonly queries?: number;
  readonly partitions: number;
  /** That are sent to: that of the settings, or those of `PROJECTS`. */
  readonly projects: readonly Project[];
  /** Makes a process of a service with nothing but this environment; `folder` is a temporary one. */
  readonly run: (service: ServiceName, env: NodeJS.ProcessEnv, folder: string) => ChildProcess;
  /** Whether there are data that expire; not of an older schema. */
  readonly hasAgedData: boolean;
  /** SQL that spoils the database before anything is sent. */
  readonly spoil?: string | undefined;
  /** Makes the schema; without it this release does. */
  readonly migrate?: ((databaseUrl: string) => Promise<unknown>) | undefined;
  /** Hears of each line of a service that an operator should see. */
  readonly logged: (service: ServiceName, line: string) => void;
  /** Hears of every line of a process. */
  readonly wrote: (process: string, line: string) => void;
  /** Hears of processes that end by themselves or do not start. */
  readonly wrong: (sentence: string) => void;
}

/** Everything that runs: broker, database, proxies and the product. */
export interface Testbed extends Ground {
  readonly positions: Positions;
  /** As the brokers name them. */
  readonly topics: readonly string[];
}

/** What Node warns of is a violation: then it also prints where. What the services do is kept for runs that go wrong. */
const TRACED = { NODE_OPTIONS: '--trace-warnings', LOG_LEVEL: 'debug' };

/** Starts all of it and waits until it is ready. It ends with the command. */
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
