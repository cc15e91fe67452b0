import { once } from 'node:events';
import { join } from 'node:path';
import { type KafkaConnection, TOPIC_SETTINGS, ensureTopics, kafkaConnection } from '@sluice/bus/kafka';
import { createLogger } from '@sluice/runtime';
import { startTestBroker } from '@sluice/testbed/servers';
import { migrate } from '@sluice/store/migrate';
import type { Command, CommandContext } from '../command/command';
import { type Options, readOptions } from '../command/options';
import { temporaryFolder } from '../command/temporary-folder';
import { CREDENTIALS } from '../product/product';
import { startDatabase } from '../product/start-database';
import { type ServiceName, type ServiceProcess, createCluster } from './cluster';
import { type ClusterSettings, readClusterSettings } from './config';
import { newTopicPrefix } from './new-topics';
import { runBuilt } from './run-built';

/** Runs the built product as several processes with Kafka between them, until it is interrupted. */
export const clusterCommand: Command = {
  name: 'cluster',
  usage:
    '[--gateways 1] [--writers 1] [--queries 1] [--partitions 24] [--replication-factor 1] [--topic-prefix <text>]; KAFKA_BROKERS and DATABASE_URL name what is there already',
  run: async (args, context) => {
    const options = readOptions(args, {
      values: ['gateways', 'writers', 'queries', 'partitions', 'replication-factor', 'topic-prefix'],
      flags: [],
    });
    const count = (name: string) => options.integer(name, { default: 1, min: 0, max: 50 });
    const counts = { gateway: count('gateways'), writer: count('writers'), query: count('queries') };
    const settings = readClusterSettings();
    const folder = await temporaryFolder(context);
    const [kafka, databaseUrl] = await Promise.all([
      openTopics(settings, options, context),
      openDatabase(settings, folder, context),
    ]);
    const cluster = createCluster(
      {
        kafka,
        databaseUrl,
        run: (service, env) => runBuilt(service, env, folder),
        logged: (service, line) => process.stderr.write(`${service}: ${line}\n`),
      },
      context,
    );
    const start = (service: ServiceName): Promise<ServiceProcess[]> =>
      Promise.all(Array.from({ length: counts[service] }, () => cluster.start(service)));
    const [gateways, writers, queries] = await Promise.all([start('gateway'), start('writer'), start('query')]);
    const place = ({ url, adminUrl, pid }: ServiceProcess) => ({ url, adminUrl, pid });
    context.print(
      JSON.stringify({
        pid: process.pid,
        gateways: gateways.map(place),
        writers: writers.map(place),
        queries: queries.map(place),
        credentials: CREDENTIALS,
        databaseUrl,
        kafka,
      }),
    );
    if (!context.signal.aborted) await once(context.signal, 'abort');
    return 0;
  },
};

/** Makes the topics on the given brokers, otherwise on one that it starts. @returns how services reach the brokers */
async function openTopics(
  settings: ClusterSettings,
  options: Options,
  { closers, signal }: CommandContext,
): Promise<NodeJS.ProcessEnv> {
  let brokers = settings.kafkaBrokers;
  if (brokers === undefined) {
    const broker = await startTestBroker();
    closers.add('broker', () => broker.stop());
    brokers = broker.brokers;
    signal.throwIfAborted();
  }
  const kafkaTopicPrefix = options.text('topic-prefix') ?? newTopicPrefix('cluster');
  const logger = createLogger({ level: 'silent', pretty: false });
  const connection: KafkaConnection = kafkaConnection(
    { ...settings, kafkaBrokers: brokers, kafkaTopicPrefix },
    { clientId: 'sluice-cluster', logger },
  );
  const replicationFactor = options.integer('replication-factor', { default: 1, min: 1, max: 10 });
  await ensureTopics(connection, {
    ...TOPIC_SETTINGS,
    partitions: options.integer('partitions', { default: TOPIC_SETTINGS.partitions, min: 1, max: 1000 }),
    replicationFactor,
    minInSyncReplicas: Math.max(1, replicationFactor - 1),
  });
  return { ...settings.kafka, KAFKA_BROKERS: brokers.join(','), KAFKA_TOPIC_PREFIX: kafkaTopicPrefix };
}

async function openDatabase(settings: ClusterSettings, folder: string, context: CommandContext): Promise<string> {
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) return (await startDatabase(join(folder, 'data'), context)).url;
  await migrate(databaseUrl);
  return databaseUrl;
}
