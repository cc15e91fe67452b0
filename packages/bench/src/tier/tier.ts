import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOPICS } from '@sluice/bus';
import { TOPIC_SETTINGS, ensureTopics, topicName } from '@sluice/bus/kafka';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@sluice/embedded-postgres';
import { migrate } from '@sluice/store/migrate';
import { TcpProxy, logEnds, startTestBroker } from '@sluice/testkit';
import { Client } from 'pg';
import { createCluster } from '../cluster/cluster';
import { runBuilt } from '../cluster/run-built';
import type { ServiceProcess } from '../cluster/service-process';
import type { CommandContext } from '../command/command';
import { temporaryFolder } from '../command/temporary-folder';

const POLL_MS = 100;

/** The product as several processes, with a broker and a database of its own. Everything ends with the command. */
export interface Tier {
  readonly gateway: ServiceProcess;
  readonly query: ServiceProcess;
  startWriters(count: number): Promise<void>;
  killWriters(): Promise<void>;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  /** Records in the log. */
  published(): Promise<number>;
  /** Records below the stored positions. */
  stored(): Promise<number>;
  /** Resolves when everything that is in the log is stored. @returns milliseconds from the first record that was stored */
  untilStored(): Promise<number>;
  /** Asks the database, past everything else. */
  sql<T>(work: (client: Client) => Promise<T>): Promise<T>;
}

/** Starts broker, database, a gateway and a query service; no writer yet. */
export async function startTier(partitions: number, context: CommandContext): Promise<Tier> {
  const { closers, signal, print } = context;
  const folder = await temporaryFolder(context);
  const dataDir = join(folder, 'data');
  const proxy = await TcpProxy.listen();
  closers.add('proxy', () => proxy.close());
  let postgres: EmbeddedPostgres | undefined;
  closers.add('database', () => postgres?.stop());
  const startDatabase = async (): Promise<EmbeddedPostgres> => {
    postgres = await startEmbeddedPostgres({ dataDir });
    proxy.setTarget(Number(new URL(postgres.url).port));
    return postgres;
  };
  const [broker, database] = await Promise.all([startTestBroker(), startDatabase()]);
  closers.add('broker', () => broker.stop());
  signal.throwIfAborted();
  await migrate(database.url);
  const topicPrefix = `tier-${randomBytes(4).toString('hex')}.`;
  const connection = { brokers: broker.brokers, clientId: 'tier', topicPrefix, log: () => undefined };
  await ensureTopics(connection, { ...TOPIC_SETTINGS, partitions, replicationFactor: 1, minInSyncReplicas: 1 });
  const topics = TOPICS.map((topic) => topicName(connection, topic));
  const proxied = new URL(database.url);
  proxied.port = String(proxy.port);
  const cluster = createCluster(
    {
      kafka: { KAFKA_BROKERS: broker.brokers.join(), KAFKA_TOPIC_PREFIX: topicPrefix },
      databaseUrl: proxied.href,
      run: (service, env) => runBuilt(service, env, folder),
      told: (service, line) => {
        if (!line.includes('"level":"warn"')) print(`${service}: ${line}`);
      },
    },
    context,
  );
  const [gateway, query] = await Promise.all([cluster.start('gateway'), cluster.start('query')]);
  let writers: ServiceProcess[] = [];

  async function sql<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: postgres?.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
  const stored = () =>
    sql(async (client) => {
      const { rows } = await client.query<{ sum: string }>(
        'select coalesce(sum(next_offset), 0) as sum from sluice.ingest_offset',
      );
      return Number(rows[0]?.sum);
    });
  const published = async () => (await logEnds(broker.brokers, topics)).reduce((sum, { end }) => sum + end, 0);

  return {
    gateway,
    query,
    startWriters: async (count) => {
      writers = await Promise.all(Array.from({ length: count }, () => cluster.start('writer')));
    },
    killWriters: async () => {
      await Promise.all(writers.map((writer) => writer.kill()));
      writers = [];
    },
    stopDatabase: async () => {
      await postgres?.stop();
      postgres = undefined;
    },
    startDatabase: async () => {
      await startDatabase();
    },
    published,
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
    sql,
  };
}
