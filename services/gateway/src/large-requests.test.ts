import { gzipSync } from 'node:zlib';
import { MemoryBus } from '@sluice/bus';
import { createApp, createCredentials } from '@sluice/http';
import { SOURCE_OPTIONS } from '@sluice/machine';
import { type Observation, type SluiceRecord, ofKind } from '@sluice/record';
import { Closers, createLogger, createMetrics, readSettings } from '@sluice/runtime';
import { otlpProtobuf, testUuid } from '@sluice/samples';
import request from 'supertest';
import { composeGateway } from './compose';
import { gatewayFields } from './config';

const logger = createLogger({ level: 'silent', pretty: false });
const closers = new Closers({ logger });
afterAll(() => closers.close(1000));

const records: SluiceRecord[] = [];
let isAway = false;
let app: ReturnType<typeof createApp>;
const metrics = createMetrics({ processMetrics: false });

beforeAll(async () => {
  const bus = new MemoryBus({ partitions: 1, deadlineMs: 500, maxPendingBytes: 1e8, maxBatchBytes: 1e7 });
  await bus.subscribe(['sluice.traces.v1', 'sluice.metrics.v1'], {
    position: () => Promise.resolve(0),
    handle: ({ deliveries }) => {
      if (isAway) return Promise.reject(new Error('the store is away'));
      records.push(...deliveries.map(({ record }) => record));
      return Promise.resolve();
    },
  });
  const settings = readSettings({}, gatewayFields);
  const readerOptions = { execArgv: SOURCE_OPTIONS };
  const clock = { now: () => Date.UTC(2026, 10, 20) * 1000 };
  app = createApp({
    logger,
    metrics,
    credentials: createCredentials({ bearerTokens: ['token'], keyPairs: [] }),
    routes: composeGateway({ settings, publisher: bus, clock, logger, metrics, closers, readerOptions }),
  });
});
beforeEach(() => {
  records.length = 0;
  isAway = false;
});

const OTLP = '/api/public/otel/v1/traces';

const send = (path: string, body: Buffer | object, headers: Record<string, string> = {}) =>
  request(app)
    .post(path)
    .set({ Authorization: 'Bearer token', 'Content-Type': 'application/json', ...headers })
    .send(Buffer.isBuffer(body) ? body : JSON.stringify(body));

const TEXT = 'v'.repeat(1000);
const COUNT = 6000;
const indexes = Array.from({ length: COUNT }, (_, index) => index);
const stored = (): Observation[] => ofKind(records, 'trace').flatMap(({ observations }) => observations);

const spans = () => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: indexes.map((index) => ({
            traceId: '1'.repeat(32),
            spanId: (index + 1).toString(16).padStart(16, '0'),
            name: `span ${index}`,
            attributes: [{ key: 'langfuse.observation.input', value: { stringValue: TEXT } }],
          })),
        },
      ],
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'large' } }] },
    },
  ],
});

const batch = () => ({
  trace: { id: testUuid(1), name: 'large' },
  observations: indexes.map((index) => ({ id: testUuid(index + 1), input: TEXT })),
});

describe('a request above 1 MiB', () => {
  test('of observations is published whole', async () => {
    const answer = await send('/v1/l/batch', batch());
    expect([answer.status, answer.body]).toEqual([200, { message: `stored the trace and ${COUNT} observations` }]);
    expect(stored().map(({ id }) => id)).toEqual(batch().observations.map(({ id }) => id));
  });

  test('of spans is published whole, as JSON and as protobuf, and each has its resource', async () => {
    expect(await send(OTLP, spans())).toMatchObject({ status: 200, body: {} });
    const fromJson = stored();
    records.length = 0;
    const protobuf = Buffer.from(otlpProtobuf(spans()));
    const headers = { 'Content-Type': 'application/x-protobuf', 'Content-Encoding': 'gzip' };
    expect((await send(OTLP, gzipSync(protobuf), headers)).status).toBe(200);
    expect(stored()).toEqual(fromJson);
    expect(fromJson.map(({ name }) => name)).toEqual(indexes.map((index) => `span ${index}`));
    expect(new Set(fromJson.map(({ metadata }) => metadata?.get('resourceAttributes')))).toEqual(
      new Set(['{"service.name":"large"}']),
    );
  });

  test('of spans tells of those that were refused', async () => {
    const sent = spans();
    const [last] = sent.resourceSpans[0]?.scopeSpans[0]?.spans.slice(-1) ?? [];
    if (last !== undefined) last.traceId = 'none';
    const answer = await send(OTLP, sent);
    expect(answer.body).toMatchObject({
      partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringContaining(`spans[${COUNT - 1}]`) as string },
    });
    expect(stored()).toHaveLength(COUNT - 1);
  });

  test('of points is published whole, and has the same record ids when it is repeated', async () => {
    const points = { metrics: indexes.map((index) => ({ name: 'm', value: index, labels: { text: TEXT } })) };
    const repeated = async () => {
      records.length = 0;
      const answer = await send('/v1/metrics/batch', points, { 'Idempotency-Key': 'key' });
      expect(answer.body).toMatchObject({ accepted: COUNT });
      const values = ofKind(records, 'metric').flatMap(({ points }) => points.map(({ value }) => value));
      expect(values).toEqual(indexes);
      return records.map(({ recordId }) => recordId);
    };
    expect(await repeated()).toEqual(await repeated());
  });

  test('that says something of an observation twice, far apart, ends with what it said last', async () => {
    const sent = batch();
    const observations = [...sent.observations, { id: testUuid(1), name: 'last' }];
    expect((await send('/v1/l/batch', { ...sent, observations })).status).toBe(200);
    const twice = ofKind(records, 'trace').filter(({ observations }) =>
      observations.some(({ id }) => id === testUuid(1)),
    );
    expect(twice).toHaveLength(2);
    const [first, last] = twice.map(({ receivedAt, recordId }) => ({ receivedAt, recordId }));
    expect(first?.receivedAt).toBe(last?.receivedAt);
    expect((first?.recordId ?? '') < (last?.recordId ?? '')).toBe(true);
  });

  test('of which one item is wrong stores nothing', async () => {
    const sent = batch();
    sent.observations.push({ id: 'x', input: TEXT });
    const answer = await send('/v1/l/batch', sent);
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { message: `observations[${COUNT}].id must be a UUID, 32 or 16 hex digits` },
    ]);
    expect(records).toEqual([]);
  });

  test('is 503 while nothing can be stored, and nothing of it is held then', async () => {
    isAway = true;
    expect((await send('/v1/l/batch', batch())).status).toBe(503);
    const { body } = await metrics.expose();
    expect(body).toContain('sluice_gateway_inflight_bytes 0');
    expect(body).toContain('sluice_gateway_large_bodies_waiting 0');
  });
});
