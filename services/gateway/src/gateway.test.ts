import { deflateSync, gzipSync } from 'node:zlib';
import { RecordTooLargeError } from '@sluice/bus';
import { itemCount } from '@sluice/record';
import { testUuid } from '@sluice/testbed/samples';
import type { Express } from 'express';
import request from 'supertest';
import { AUTH, closeGateways, ERROR, NOW, OTLP_PATHS, post, setUp } from './gateway.testing';

afterAll(closeGateways);

const batch = (id = testUuid(1)) => ({ trace: { id }, observations: [{ id: testUuid(2) }] });

describe('POST /v1/l/batch', () => {
  test('answers 200 with a message when the records are safe', async () => {
    const { app, records } = await setUp();
    const answer = await post(app, '/v1/l/batch').send(batch());
    expect([answer.status, answer.body]).toEqual([200, { message: expect.any(String) as string }]);
    expect(answer.headers['sluice-receipt']).toBe('stored');
    expect(records).toMatchObject([
      { kind: 'trace', traceId: testUuid(1), receivedAt: NOW, observations: [{ id: testUuid(2) }] },
    ]);
  });

  test('reads the body as JSON whatever its Content-Type', async () => {
    const { app, records } = await setUp();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
      const answer = await post(app, '/v1/l/batch').set('Content-Type', type).send(JSON.stringify(batch()));
      expect([type, answer.status]).toEqual([type, 200]);
    }
    expect(records).toHaveLength(3);
  });

  test.each(['/v1/l/batch', '/v1/metrics/batch', ...OTLP_PATHS])(
    'JSON that is not UTF-8 is 400 and names the byte: %s',
    async (path) => {
      const { app, records } = await setUp();
      const answer = await post(app, path)
        .set('Content-Type', 'application/json')
        .serialize((x: unknown) => x as string)
        .send(Buffer.from('{"é":"\xe9"}', 'latin1'));
      expect([answer.status, answer.body]).toMatchObject([400, { message: 'the body must be UTF-8: byte 2 is not' }]);
      expect(records).toEqual([]);
    },
  );

  test.each(['gzip', 'GZIP', 'deflate', 'identity'])('takes Content-Encoding %s', async (encoding) => {
    const { app, records } = await setUp();
    const text = Buffer.from(JSON.stringify(batch()));
    const body = /gzip/i.test(encoding) ? gzipSync(text) : encoding === 'deflate' ? deflateSync(text) : text;
    const answer = await post(app, '/v1/l/batch')
      .set('Content-Encoding', encoding)
      .set('Content-Type', 'application/json')
      .serialize((x: unknown) => x as string)
      .send(body);
    expect(answer.status).toBe(200);
    expect(records).toHaveLength(1);
  });
});

describe('what all of them have in common', () => {
  const paths = ['/v1/l/batch', '/v1/metrics/batch', ...OTLP_PATHS];

  test.each(paths)('%s: a body above the limit on the wire is 413, one at the limit is read', async (path) => {
    const { app } = await setUp({ MAX_BODY_BYTES: '64' });
    const send = (bytes: number) => post(app, path).set('Content-Type', 'application/json').send(' '.repeat(bytes));
    expect((await send(64)).status).toBe(400);
    expect([(await send(65)).status, (await send(65)).body]).toEqual([413, { ...ERROR, code: 'BAD_REQUEST' }]);
  });

  test.each(paths)('%s: a body that inflates beyond the limit is 413', async (path) => {
    const { app } = await setUp({ MAX_INFLATED_BYTES: '1KiB' });
    const bomb = gzipSync(Buffer.alloc(100_000, ' '));
    const answer = await post(app, path)
      .set('Content-Encoding', 'gzip')
      .set('Content-Type', 'application/json')
      .serialize((x: unknown) => x as string)
      .send(bomb);
    expect(answer.status).toBe(413);
  });

  test('while the store is away the answer is 503 with Retry-After: 1, and later sending again works', async () => {
    const { app, state, records } = await setUp();
    state.away = true;
    const refused = await post(app, '/v1/l/batch').send(batch());
    expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
      503,
      '1',
      { ...ERROR, code: 'SERVICE_UNAVAILABLE' },
    ]);
    state.away = false;
    expect((await post(app, '/v1/l/batch').send(batch())).status).toBe(200);
    expect(records).toHaveLength(1);
  });

  test('a record that the bus never takes is 413, so that nobody sends it again', async () => {
    const { app, bus } = await setUp();
    bus.publish = () => Promise.reject(new RecordTooLargeError('a record of 17 bytes is too large, 16 are taken'));
    const refused = await post(app, '/v1/l/batch').send(batch());
    const message = 'a record of 17 bytes is too large, 16 are taken';
    expect([refused.status, refused.body]).toEqual([413, { ...ERROR, code: 'BAD_REQUEST', message }]);
  });

  test('what is accepted and what is refused is counted by source and reason', async () => {
    const { app, metrics } = await setUp({ MAX_ITEMS: '1' });
    await post(app, '/v1/l/batch').send(batch());
    await post(app, '/v1/l/batch').send('{');
    await post(app, '/v1/l/batch').send({ ...batch(), observations: [{ id: testUuid(2) }, { id: testUuid(3) }] });
    const { body } = await metrics.expose();
    expect(body).toContain('sluice_gateway_items_accepted_total{source="native"} 1');
    expect(body).toContain('sluice_gateway_rejected_total{source="native",reason="invalid"} 1');
    expect(body).toContain('sluice_gateway_rejected_total{source="native",reason="too-large"} 1');
  });
});

describe('the ledger', () => {
  const point = { name: 'm', value: 1 };
  const span = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), name: 'a' };
  const spans = { resourceSpans: [{ scopeSpans: [{ spans: [span, span, { ...span, spanId: '3'.repeat(16) }] }] }] };
  const dataPoints = { dataPoints: [{ timeUnixNano: '1795132800000000000', count: '1', sum: 2 }] };
  const histogram = { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'h', histogram: dataPoints }] }] }] };
  const twice = { ...batch(), observations: [{ id: testUuid(2) }, { id: testUuid(2) }] };

  test.each([
    ['a native batch without observations', 'native', '/v1/l/batch', { trace: { id: testUuid(1) } }, 1],
    ['a native batch with a repeated id', 'native', '/v1/l/batch', twice, 1],
    ['spans of which one comes twice', 'otlp', '/api/public/otel/v1/traces', spans, 2],
    ['points of a metric', 'metric', '/v1/metrics/batch', { metrics: [point, point] }, 2],
    ['the figures of a histogram', 'otlp-metric', '/api/public/otel/v1/metrics', histogram, 2],
    ['no points', 'metric', '/v1/metrics/batch', { metrics: [] }, 0],
  ])('counts what the writers will count: %s', async (_what, source, path, body, items) => {
    const { app, records, metrics } = await setUp();
    expect((await post(app, path).send(body)).status).toBe(200);
    expect(records.reduce((sum, record) => sum + itemCount(record), 0)).toBe(items);
    expect((await metrics.expose()).body).toContain(
      `sluice_gateway_items_accepted_total{source="${source}"} ${items}\n`,
    );
  });

  test.each([
    ['/v1/l/batch', { ...batch(), observations: [{ id: testUuid(2) }] }, 'stored the trace and 1 observation'],
    ['/v1/l/batch', twice, 'stored the trace and 2 observations'],
    ['/v1/l/batch', { trace: { id: testUuid(1) } }, 'stored the trace and 0 observations'],
    ['/v1/metrics/batch', { metrics: [point] }, 'stored 1 point'],
    ['/v1/metrics/batch', { metrics: [point, point] }, 'stored 2 points'],
  ])('%s counts in words what was sent', async (path, body, message) => {
    const { app } = await setUp();
    expect((await post(app, path).send(body)).body).toMatchObject({ message });
  });
});

describe('POST /v1/metrics/batch', () => {
  const send = (app: Express, body: unknown, headers: Record<string, string> = {}) =>
    request(app)
      .post('/v1/metrics/batch')
      .set({ ...AUTH, ...headers })
      .send(JSON.stringify(body));
  const point = { name: 'm', value: 1 };

  test('the record id repeats for the same key, credential and body, and for nothing else', async () => {
    const { app, records } = await setUp();
    const key = { 'Idempotency-Key': 'k' };
    await send(app, { metrics: [point] }, key);
    await send(app, { metrics: [point] }, key);
    await send(app, { metrics: [{ ...point, value: 2 }] }, key);
    await send(app, { metrics: [point] }, { 'Idempotency-Key': 'l' });
    await send(app, { metrics: [point] }, { ...key, Authorization: 'Bearer other' });
    await send(app, { metrics: [point] });
    const ids = records.map(({ recordId }) => recordId);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(5);
  });

  test('one bad point refuses the batch with its index', async () => {
    const { app, records } = await setUp();
    const answer = await send(app, { metrics: [point, { name: 'm', value: 'x' }] });
    expect([answer.status, answer.body]).toEqual([
      400,
      { ...ERROR, code: 'BAD_REQUEST', message: expect.stringContaining('metrics[1].value') as string },
    ]);
    expect(records).toEqual([]);
  });
});
