import { gzipSync } from 'node:zlib';
import { MAX_MESSAGE_BYTES, ensureTopics, topicName } from '@sluice/bus/kafka';
import { kafkaTopics } from '@sluice/bus/testing';
import { SOURCE_OPTIONS, eventually, patience } from '@sluice/testbed/machine';
import { Closers, createLogger } from '@sluice/runtime';
import { testUuid } from '@sluice/testbed/samples';
import { type TestBroker, readLog, startTestBroker } from '@sluice/testbed/servers';
import { composeGatewayProcess } from './compose';
import { readGatewaySettings } from './config';

let broker: TestBroker;
let closers: Closers;
const logger = createLogger({ level: 'silent', pretty: false });
beforeAll(async () => {
  broker = await startTestBroker();
});
beforeEach(() => {
  closers = new Closers({ logger });
});
afterEach(() => closers.close(patience(10_000)));
afterAll(() => broker.stop());

async function startGateway(topicPrefix: string) {
  const { url, adminUrl } = await composeGatewayProcess({
    config: readGatewaySettings({
      KAFKA_BROKERS: broker.brokers.join(','),
      KAFKA_TOPIC_PREFIX: topicPrefix,
      HOST: '127.0.0.1',
      ADMIN_HOST: '127.0.0.1',
      PORT: '0',
      ADMIN_PORT: '0',
      OTLP_HTTP_PORT: '0',
      OTLP_GRPC_PORT: '0',
      API_BEARER_TOKEN: 'token',
    }),
    logger,
    closers,
    readerOptions: { execArgv: SOURCE_OPTIONS },
  });
  const send = async (batch: object) => {
    const headers = { Authorization: 'Bearer token', 'Content-Encoding': 'gzip' };
    const init = { method: 'POST', headers, body: gzipSync(JSON.stringify(batch)) };
    const response = await fetch(`${url}/v1/l/batch`, init);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    send,
    /** Posts a new trace as native batch. */
    post: (n: number) => send({ trace: { id: testUuid(n), name: `trace ${n}` }, observations: [] }),
    /** Returns the status of `/startupz`, and the metric of readiness. */
    serving: async () => {
      const { status } = await fetch(`${adminUrl}/startupz`);
      const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
      return { status, ready: /^sluice_ready\{check="bus"\} (\d)$/m.exec(metrics)?.[1] };
    },
    readyz: async () => {
      const response = await fetch(`${adminUrl}/readyz`);
      return { status: response.status, body: await response.json() };
    },
  };
}

type Gateway = Awaited<ReturnType<typeof startGateway>>;

async function untilReady(gateway: Gateway, status: 200 | 503): Promise<void> {
  const readiness = async () => (await gateway.readyz()).status;
  await eventually(readiness, (now) => now === status);
}

test('what it answers 200 for is in the log; without the broker it is not ready and answers 503 with Retry-After', async () => {
  const connection = await kafkaTopics({ brokers: broker.brokers });
  const gateway = await startGateway(connection.topicPrefix ?? '');
  await untilReady(gateway, 200);
  expect((await gateway.post(1)).status).toBe(200);

  await broker.kill();
  try {
    await untilReady(gateway, 503);
    const refused = await gateway.post(2);
    expect(refused).toMatchObject({ status: 503, body: { code: expect.any(String) as string, data: null } });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await gateway.readyz()).body).toMatchObject({ message: 'failing: bus' });
    expect(await gateway.serving()).toEqual({ status: 200, ready: '0' });
  } finally {
    await broker.restart();
  }
  await untilReady(gateway, 200);
  expect(await gateway.serving()).toEqual({ status: 200, ready: '1' });
  const posted = async () => (await gateway.post(3)).status;
  expect(await eventually(posted, (status) => status !== 503)).toBe(200);

  const log = await readLog(broker.brokers, topicName(connection, 'sluice.traces.v1'));
  const keys = new Set([...log.values()].flat().map(({ key }) => String(key)));
  expect([testUuid(1), testUuid(3)].filter((id) => !keys.has(id))).toEqual([]);
});

test('of a large body all is in the log; of one with a record larger than messages may be, nothing', async () => {
  const connection = await kafkaTopics({ brokers: broker.brokers, maxMessageBytes: MAX_MESSAGE_BYTES });
  const gateway = await startGateway(connection.topicPrefix ?? '');
  await untilReady(gateway, 200);
  const many = Array.from({ length: 6_000 }, (_, index) => ({ id: testUuid(index + 1), input: 'v'.repeat(1000) }));
  const large = { id: testUuid(9_001), input: 'v'.repeat(8 * 2 ** 20), output: 'v'.repeat(7 * 2 ** 20) };
  const tooLarge = { ...large, id: testUuid(9_002), output: 'v'.repeat(8 * 2 ** 20) };

  const refused = await gateway.send({ trace: { id: testUuid(1) }, observations: [...many.slice(0, 5_000), tooLarge] });
  expect(refused).toMatchObject({
    status: 413,
    body: { message: expect.stringMatching(/^a record of \d+ bytes is too large, \d+ are taken$/) as string },
  });
  const taken = await gateway.send({ trace: { id: testUuid(2) }, observations: [...many.slice(0, 4_000), large] });
  expect(taken.status).toBe(200);

  const log = await readLog(broker.brokers, topicName(connection, 'sluice.traces.v1'));
  const messages = [...log.values()].flat();
  expect(new Set(messages.map(({ key }) => String(key)))).toEqual(new Set([testUuid(2)]));
  const items = messages.map(({ headers }) => Number(headers?.['sluice-items']));
  expect(items.reduce((sum, count) => sum + count, 0)).toBe(4_001);
});

test('topics that do not exist yet: 503 until somebody makes them, without a restart', async () => {
  const gateway = await startGateway('later.');
  expect(await gateway.readyz()).toMatchObject({ status: 503, body: { message: 'failing: bus' } });
  expect(await gateway.post(1)).toMatchObject({ status: 503 });
  const connection = { brokers: broker.brokers, clientId: 'test', topicPrefix: 'later.', log: () => undefined };
  const once = { partitions: 2, replicationFactor: 1, minInSyncReplicas: 1 };
  await ensureTopics(connection, { ...once, retentionMs: 3_600_000, maxMessageBytes: 1_000_000 });
  await untilReady(gateway, 200);
  expect(await gateway.post(1)).toMatchObject({ status: 200 });
});
