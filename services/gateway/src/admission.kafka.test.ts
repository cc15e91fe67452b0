import { KafkaPublisher, type KafkaPublisherOptions } from '@sluice/bus/kafka';
import { kafkaTopics } from '@sluice/bus/testing';
import { createApp, createCredentials, listen } from '@sluice/http';
import { SOURCE_OPTIONS, closeIn, eventually, patience } from '@sluice/testbed/machine';
import { Closers, createLogger, createMetrics, readSettings, systemClock } from '@sluice/runtime';
import { testUuid } from '@sluice/testbed/samples';
import { type TestBroker, startTestBroker } from '@sluice/testbed/servers';
import { composeGateway } from './compose';
import { gatewayFields } from './config';

/* Repeats `admission.test.ts` with real brokers: a body that only decoding can refuse is 400 when it was decoded. */

const logger = createLogger({ level: 'silent', pretty: false });
const PARTITIONS = 3;

let broker: TestBroker;
let closers: Closers;
const later = closeIn(afterEach);
beforeAll(async () => {
  broker = await startTestBroker();
});
beforeEach(() => {
  closers = new Closers({ logger });
  later(() => closers.close(10_000));
});
afterAll(() => broker.stop());

async function startGateway(options: Partial<KafkaPublisherOptions>) {
  const connection = await kafkaTopics({ brokers: broker.brokers, partitions: PARTITIONS });
  const publisher = new KafkaPublisher({ connection, deadlineMs: 4_000, maxPendingBytes: 1e8, ...options });
  closers.add('bus', () => publisher.close());
  await publisher.check();
  const metrics = createMetrics({ processMetrics: false });
  const settings = readSettings({}, gatewayFields);
  const parts = { settings, publisher, clock: systemClock, logger, metrics, closers };
  const app = createApp({
    logger,
    metrics,
    credentials: createCredentials({ bearerTokens: ['token'], keyPairs: [] }),
    routes: composeGateway({ ...parts, readerOptions: { execArgv: SOURCE_OPTIONS } }).routes,
  });
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  later(() => listener.close(0));
  const headers = { Authorization: 'Bearer token', 'Content-Type': 'application/json' };
  const post = async (body: string): Promise<number> =>
    (await fetch(`${listener.url}/v1/l/batch`, { method: 'POST', body, headers })).status;
  const rejected = async (reason: string): Promise<number> => {
    const { body } = await metrics.expose();
    const found = new RegExp(`^sluice_gateway_rejected_total\\{source="native",reason="${reason}"\\} (\\d+)$`, 'm');
    return Number(found.exec(body)?.[1] ?? 0);
  };
  return { publisher, post, rejected };
}

const trace = (n: number): string => JSON.stringify({ trace: { id: testUuid(n), name: `trace ${n}` } });
/** Invalid bodies, small and large. */
const BROKEN = ['{"trace":{', ' '.repeat(2 * 2 ** 20)];

test('a publisher that is full costs no decoding', async () => {
  const { publisher, post, rejected } = await startGateway({ maxPendingBytes: 1, deadlineMs: patience(60_000) });
  expect(await post(trace(0))).toBe(200);
  await broker.freeze();
  let first: Promise<number>;
  try {
    first = post(trace(1));
    await eventually(() => publisher.pendingBytes > 0);
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, n) => post(BROKEN[n % 2] ?? '')));
    expect(publisher.pendingBytes).toBeGreaterThan(0); // it was full all the time
    expect(statuses).toEqual(Array(20).fill(503));
    expect([await rejected('unavailable'), await rejected('invalid')]).toEqual([20, 0]);
  } finally {
    await broker.thaw();
  }
  expect(await first).toBe(200);
  for (const broken of BROKEN) expect(await post(broken)).toBe(400);
  expect([await rejected('unavailable'), await rejected('invalid')]).toEqual([20, 2]);
});

test('while no partition takes records only a try from time to time is decoded; when one does, all are', async () => {
  const { post } = await startGateway({ deadlineMs: patience(2_000) });
  expect(await post(trace(1))).toBe(200);
  await broker.freeze();
  try {
    // The publisher must know each of the partitions to be down.
    const refused = await Promise.all(Array.from({ length: 40 }, (_, n) => post(trace(n))));
    expect(new Set(refused)).toEqual(new Set([503]));
    const begun = performance.now();
    const statuses = await Promise.all(Array.from({ length: 50 }, () => post(BROKEN[0] ?? '')));
    const most = 1 + (performance.now() - begun) / 500;
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(most);
    expect(new Set(statuses)).toContain(503);
  } finally {
    await broker.thaw();
  }
  let tries = 0;
  await eventually(
    () => post(trace(++tries)),
    (status) => status === 200,
  );
  const after = await Promise.all(Array.from({ length: 20 }, () => post(BROKEN[0] ?? '')));
  expect(after).toEqual(Array(20).fill(400));
});
