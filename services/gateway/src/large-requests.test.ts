import { gzipSync } from 'node:zlib';
import { type Observation, ofKind } from '@sluice/record';
import { otlpProtobuf, testUuid } from '@sluice/testbed/samples';
import { closeGateways, post, setUp } from './gateway.testing';

afterAll(closeGateways);

let gateway: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  gateway = await setUp();
});

const OTLP = '/api/public/otel/v1/traces';

const send = (path: string, body: Buffer | object, headers: Record<string, string> = {}) =>
  post(gateway.app, path)
    .set({ 'Content-Type': 'application/json', ...headers })
    .send(Buffer.isBuffer(body) ? body : JSON.stringify(body));

const TEXT = 'v'.repeat(1000);
const COUNT = 6000;
const indexes = Array.from({ length: COUNT }, (_, index) => index);
const stored = (): Observation[] => ofKind(gateway.records, 'trace').flatMap(({ observations }) => observations);

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
  test('of spans is published whole, as JSON and as protobuf, and each has its resource', async () => {
    expect(await send(OTLP, spans())).toMatchObject({ status: 200, body: {} });
    const fromJson = stored();
    gateway.records.length = 0;
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
      gateway.records.length = 0;
      const answer = await send('/v1/metrics/batch', points, { 'Idempotency-Key': 'key' });
      expect(answer.body).toMatchObject({ accepted: COUNT });
      const values = ofKind(gateway.records, 'metric').flatMap(({ points }) => points.map(({ value }) => value));
      expect(values).toEqual(indexes);
      return gateway.records.map(({ recordId }) => recordId);
    };
    expect(await repeated()).toEqual(await repeated());
  });

  test('that says something of an observation twice, far apart, ends with what it said last', async () => {
    const sent = batch();
    const observations = [...sent.observations, { id: testUuid(1), name: 'last' }];
    expect((await send('/v1/l/batch', { ...sent, observations })).status).toBe(200);
    const twice = ofKind(gateway.records, 'trace').filter(({ observations }) =>
      observations.some(({ id }) => id === testUuid(1)),
    );
    expect(twice).toHaveLength(2);
    const [first, last] = twice.map(({ receivedAt, recordId }) => ({ receivedAt, recordId }));
    expect(first?.receivedAt).toBe(last?.receivedAt);
    expect((first?.recordId ?? '') < (last?.recordId ?? '')).toBe(true);
  });

  test('is 503 while nothing can be stored, and nothing of it is held then', async () => {
    gateway.state.away = true;
    expect((await send('/v1/l/batch', batch())).status).toBe(503);
    const { body } = await gateway.metrics.expose();
    expect(body).toContain('sluice_gateway_inflight_bytes 0');
    expect(body).toContain('sluice_gateway_large_bodies_waiting 0');
  });
});
