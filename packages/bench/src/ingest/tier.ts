import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TcpProxy } from '@sluice/testbed/network';
import { logEnds } from '@sluice/testbed/servers';
import { type ServiceName, type ServiceProcess, createCluster } from '../cluster/cluster';
import { ClusterDatabase } from '../cluster/cluster-database';
import { makeTopics } from '../cluster/new-topics';
import { startBroker } from '../cluster/start-broker';
import { runBuilt } from '../cluster/run-built';
import type { CommandContext } from '../command/command';
import { temporaryFolder } from '../command/temporary-folder';
import { findEmbeddedDatabase } from '../product/embedded-database';
import { kafkaLogBytes } from './kafka-log';
import { type TierUsage, tierUsage } from './tier-usage';

const POLL_MS = 100;

/** Product as several processes, with a broker and a database of its own. Everything ends with the command. */
export interface Tier {
  readonly gateway: ServiceProcess;
  readonly query: ServiceProcess;
  /** Starts writers. Default: without a proxy, because a proxy works in this process, next to the measurement. */
  startWriters(count: number, options?: { readonly throughProxy: boolean }): Promise<void>;
  killWriters(): Promise<void>;
  readonly database: ClusterDatabase;
  /** Returns the processor time of its processes; only running writers count. */
  usage(): Promise<TierUsage>;
  /** Returns the number of records in the log. */
  published(): Promise<number>;
  /** Returns the bytes of the records in the log; NaN where the broker is in a container. */
  logBytes(): Promise<number>;
  /** Returns the number of records below the committed offsets. */
  stored(): Promise<number>;
  /** Resolves when everything in the log is stored. @returns milliseconds from the first record that was stored */
  untilStored(): Promise<number>;
}

/** Starts broker, database, a gateway and a query service; no writer. */
export async function startTier(partitions: number, context: CommandContext): Promise<Tier> {
  const { closers, signal, print } = context;
  const folder = await temporaryFolder(context);
  const dataDir = join(folder, 'data');
  const proxy = await TcpProxy.listen();
  closers.add('proxy', () => proxy.close());
  const [broker, database] = await Promise.all([
    startBroker({}, context),
    ClusterDatabase.start({ dataDir, proxies: [proxy] }, context),
  ]);
  signal.throwIfAborted();
  const { topicPrefix, names } = await makeTopics(broker.brokers, 'tier', partitions);
  const services = {
    kafka: { KAFKA_BROKERS: broker.brokers.join(), KAFKA_TOPIC_PREFIX: topicPrefix },
    run: (service: ServiceName, env: NodeJS.ProcessEnv) => runBuilt(service, env, folder),
    logged: (service: ServiceName, line: string) => {
      if (!line.includes('"level":"warn"')) print(`${service}: ${line}`);
    },
  };
  const cluster = createCluster({ ...services, databaseUrl: database.urlThrough(proxy) }, context);
  const direct = createCluster({ ...services, databaseUrl: database.url }, context);
  const [gateway, query] = await Promise.all([cluster.start('gateway'), cluster.start('query')]);
  let writers: ServiceProcess[] = [];

  const stored = () =>
    database.query(async (client) => {
      const { rows } = await client.query<{ sum: string }>(
        'select coalesce(sum(next_offset), 0) as sum from sluice.ingest_offset',
      );
      return Number(rows[0]?.sum);
    });
  const published = async () => (await logEnds(broker.brokers, names)).reduce((sum, { end }) => sum + end, 0);

  return {
    gateway,
    query,
    startWriters: async (count, { throughProxy } = { throughProxy: false }) => {
      const from = throughProxy ? cluster : direct;
      writers = await Promise.all(Array.from({ length: count }, () => from.start('writer')));
    },
    killWriters: async () => {
      await Promise.all(writers.map((writer) => writer.kill()));
      writers = [];
    },
    database,
    usage: async () =>
      tierUsage({
        gateway: gateway.pid,
        writers: writers.map(({ pid }) => pid),
        postgres: (await findEmbeddedDatabase(dataDir)).pid,
        broker: broker.pid(),
      }),
    published,
    logBytes: () => kafkaLogBytes(broker.logFolder(), topicPrefix),
    stored,
    untilStored: async () => {
      const [end, before] = [await published(), await stored()];
      let first: number | undefined;
      for (;;) {
        signal.throwIfAborted();
        const now = await stored();
        if (now > before) first ??= performance.now();
        if (now >= end) return performance.now() - (first ?? performance.now());
        await sleep(POLL_MS);
      }
    },
  };
}
