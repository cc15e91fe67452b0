import { Closers, createLogger } from '@sluice/runtime';
import { migrate } from '@sluice/store/migrate';
import {
  type ApiUnderTest,
  connectApi,
  describeMetricContract,
  describeNativeContract,
  describeOpenApiContract,
  describeOtlpContract,
  kafkaTopics,
  startTestServer,
  testBrokers,
} from '@sluice/testkit';
import { CREDENTIALS } from '../product/product';
import { createCluster } from './cluster';
import { runSource } from './run-source.testing';

/*
 * What one process answers, three answer. Writes go to the gateway, reads to the query service with the receipts of the
 * writes; who has none, as an OpenTelemetry exporter, is waited for by READ_WAIT_MS.
 */

const PATIENT = '20000';

const closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });
const errors: string[] = [];
let api: ApiUnderTest;

beforeAll(async () => {
  const [server, { topicPrefix }] = await Promise.all([startTestServer(), kafkaTopics({ brokers: testBrokers() })]);
  closers.add('server', () => server.stop());
  await migrate(server.url);
  const cluster = createCluster(
    {
      kafka: { KAFKA_BROKERS: testBrokers().join(','), KAFKA_TOPIC_PREFIX: topicPrefix },
      databaseUrl: server.url,
      settings: { query: { RECEIPT_WAIT_MS: PATIENT, READ_WAIT_MS: PATIENT } },
      run: runSource,
      told: (service, line) => {
        if (!line.includes('"level":"warn"')) errors.push(`${service}: ${line}`);
      },
    },
    { closers, signal: new AbortController().signal },
  );
  const [gateway, query] = await Promise.all([
    cluster.start('gateway'),
    cluster.start('query'),
    cluster.start('writer'),
  ]);
  api = connectApi({ ingestUrl: gateway.url ?? '', queryUrl: query.url ?? '', ...CREDENTIALS });
}, 120_000);
afterAll(async () => {
  await closers.close(60_000);
  expect(errors).toEqual([]);
}, 70_000);

describeNativeContract(() => api);
describeOtlpContract(() => api);
describeMetricContract(() => api);
describeOpenApiContract(() => api);
