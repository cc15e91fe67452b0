import { once } from 'node:events';
import { join } from 'node:path';
import { type KafkaConnection, TOPIC_SETTINGS, ensureTopics, kafkaConnection } from '@sluice/bus/kafka';
import { createLogger } from '@sluice/runtime';
import { migrate } from '@sluice/store/migrate';
import type { CommandContext } from '../command/command';
import { commandOf, mode } from '../command/modes';
import { type Values, integer, text } from '../command/options';
import { temporaryFolder } from '../command/temporary-folder';
import { CREDENTIALS } from '../product/product';
import { startDatabase } from '../product/start-database';
import { type ServiceName, type ServiceProcess, createCluster } from './cluster';
import { type ClusterSettings, readClusterSettings } from './config';
import { proveComposition } from './compose/prove-composition';
import { proveChart } from './kubernetes/prove-chart';
import { newTopicPrefix } from './new-topics';
import { runBuilt } from './run-built';
import { startBroker } from './start-broker';

const count = integer({ default: 1, min: 0, max: 50 });
const TOPICS = {
  partitions: integer({ default: TOPIC_SETTINGS.partitions, min: 1, max: 1000 }),
  'replication-factor': integer({ default: 1, min: 1, max: 10 }),
  'topic-prefix': text('<text>'),
};

/**
 * Runs the built product as several processes with Kafka between them, until it is interrupted; or proves that `docker-compose.yml` and
 * the chart keep everything acknowledged.
 */
export const clusterCommand = commandOf('cluster', [
  mode('', { gateways: count, writers: count, queries: count, ...TOPICS }, async (options, context) => {
    const counts = { gateway: options.gateways, writer: options.writers, query: options.queries };
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
    const start = (service: ServiceName, own?: NodeJS.ProcessEnv): Promise<ServiceProcess[]> =>
      Promise.all(Array.from({ length: counts[service] }, () => cluster.start(service, own)));
    const [gateways, writers] = await Promise.all([start('gateway'), start('writer')]);
    const queries = await start('query', { GATEWAY_URL: gateways[0]?.url });
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
  }),
  proveComposition,
  proveChart,
]);

/** Makes the topics on the given brokers, otherwise on one that it starts. @returns how services reach the brokers */
async function openTopics(
  settings: ClusterSettings,
  options: Values<typeof TOPICS>,
  context: CommandContext,
): Promise<NodeJS.ProcessEnv> {
  const brokers = settings.kafkaBrokers ?? (await startBroker({}, context)).brokers;
  const { 'replication-factor': replicationFactor, 'topic-prefix': kafkaTopicPrefix = newTopicPrefix('cluster') } =
    options;
  const logger = createLogger({ level: 'silent', pretty: false });
  const connection: KafkaConnection = kafkaConnection(
    { ...settings, kafkaBrokers: brokers, kafkaTopicPrefix },
    { clientId: 'sluice-cluster', logger },
  );
  await ensureTopics(connection, {
    ...TOPIC_SETTINGS,
    partitions: options.partitions,
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
