import { gzipSync } from 'node:zlib';
import { ofKind } from '@sluice/record';
import { otlpProtobuf } from '@sluice/testbed/samples';
import type { Express } from 'express';
import { closeGateways, ERROR, NOW, OTLP_PATHS, post, setUp } from './gateway.testing';

afterAll(closeGateways);

const send = (app: Express, path: string, type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  post(app, path)
    .set({ 'Content-Type': type, ...headers })
    .serialize((x: unknown) => x as string)
    .responseType('blob')
    .send(body);
const textOf = ({ body }: { readonly body: unknown }): string => (body as Buffer).toString();

describe.each(OTLP_PATHS)('POST %s', (path) => {
  const TYPES = ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'];

  test.each(TYPES)('%s is answered as application/json', async (type) => {
    const { app } = await setUp();
    const answer = await send(app, path, type, '{}');
    expect([answer.status, answer.headers['content-type'], textOf(answer)]).toEqual([200, 'application/json', '{}']);
  });

  test.each(['application/x-protobuf', 'Application/X-Protobuf; a=b'])(
    'an empty body as %s is a valid empty request',
    async (type) => {
      const { app } = await setUp();
      const answer = await send(app, path, type, Buffer.alloc(0));
      const { 'content-type': answered, 'content-length': length } = answer.headers as Record<string, string>;
      expect([answer.status, answered, length]).toEqual([200, 'application/x-protobuf', '0']);
    },
  );

  test.each(['text/plain', 'application/grpc'])('another media type, %s, is 400 and names the two', async (type) => {
    const { app } = await setUp();
    const answer = await send(app, path, type, 'x');
    expect([answer.status, answer.headers['content-type'], JSON.parse(textOf(answer))]).toEqual([
      400,
      'application/json',
      { ...ERROR, code: 'BAD_REQUEST', message: expect.stringContaining('application/x-protobuf') as string },
    ]);
  });

  test('a protobuf body that cannot be decoded is answered in JSON', async () => {
    const { app } = await setUp();
    const answer = await send(app, path, 'application/x-protobuf', Buffer.from('{"resourceSpans":[]}'));
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json']);
    expect(textOf(answer)).toContain('send it as application/json');
  });
});

describe('POST /api/public/otel/v1/metrics', () => {
  const PATH = '/api/public/otel/v1/metrics';
  const good = { timeUnixNano: `${NOW}000`, asInt: '1' };
  const requestOf = (...dataPoints: object[]) => ({
    resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints } }] }] }],
  });
  const json = (app: Express, request: unknown, headers?: Record<string, string>) =>
    send(app, PATH, 'application/json', JSON.stringify(request), headers);

  test('a bad point is refused alone and told, counted in the metrics; only bad points are 400', async () => {
    const { app, records, metrics } = await setUp();
    const long = { ...good, attributes: [{ key: 'k', value: { stringValue: 'v'.repeat(1001) } }] };
    const answer = await json(app, requestOf({ asInt: '2' }, good, long));
    expect(JSON.parse(textOf(answer))).toEqual({
      partialSuccess: {
        rejectedDataPoints: '2',
        errorMessage: expect.stringMatching(
          /gauge\.dataPoints\[0\]: timeUnixNano.*; metric "m": attribute "k" must have/,
        ) as unknown,
      },
    });
    expect(records).toMatchObject([{ points: [{ value: 1 }] }]);
    for (const bad of [{ asInt: '2' }, long]) {
      const refused = await json(app, requestOf(bad));
      expect([refused.status, JSON.parse(textOf(refused))]).toEqual([400, { ...ERROR, code: 'BAD_REQUEST' }]);
    }
    expect(records).toHaveLength(1);
    const { body } = await metrics.expose();
    expect(body).toContain('sluice_gateway_rejected_total{source="otlp-metric",reason="invalid"} 4');
    expect(body).toContain('sluice_gateway_items_accepted_total{source="otlp-metric"} 1');
  });

  test('the record id repeats for the same bytes and credential, however they are compressed, and for nothing else', async () => {
    const { app, records } = await setUp();
    await json(app, requestOf(good));
    await json(app, requestOf(good));
    const gzip = { 'Content-Encoding': 'gzip' };
    await send(app, PATH, 'application/json', gzipSync(JSON.stringify(requestOf(good))), gzip);
    await json(app, requestOf({ ...good, asInt: '2' }));
    await json(app, requestOf(good), { Authorization: 'Bearer other' });
    const ids = records.map(({ recordId }) => recordId);
    expect(ids).toHaveLength(5);
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(new Set(ids).size).toBe(3);
  });

  test('a large body is read in the thread for them, with the same result', async () => {
    const { app, records } = await setUp();
    const attributes = [{ key: 'k', value: { stringValue: 'v'.repeat(900) } }];
    const points = Array.from({ length: 3000 }, (_, asInt) => ({ ...good, asInt, attributes }));
    const answer = await json(app, requestOf({ asInt: '1' }, ...points));
    expect(JSON.parse(textOf(answer))).toMatchObject({ partialSuccess: { rejectedDataPoints: '1' } });
    const values = ofKind(records, 'metric').flatMap(({ points }) => points.map(({ value }) => value));
    expect(values).toEqual(points.map(({ asInt }) => asInt));
  });
});

describe('POST /api/public/otel/v1/logs', () => {
  const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'x' } }, {}] }] }] };

  test('refuses every log record and says so, in both encodings; nothing is stored', async () => {
    const { app, records } = await setUp();
    const path = '/api/public/otel/v1/logs';
    const answer = await send(app, path, 'application/json', JSON.stringify(logs));
    expect([answer.status, JSON.parse(textOf(answer))]).toEqual([
      200,
      {
        partialSuccess: {
          rejectedLogRecords: '2',
          errorMessage: expect.stringMatching(/^logs are not stored/) as unknown,
        },
      },
    ]);
    const inProtobuf = await send(app, path, 'application/x-protobuf', Buffer.from(otlpProtobuf(logs, 'logs')));
    expect(inProtobuf.status).toBe(200);
    // partial_success = 1 {rejected_log_records = 1: 2, error_message = 2: …}
    expect((inProtobuf.body as Buffer).subarray(2, 5).toString('hex')).toBe('080212');
    expect(textOf(inProtobuf)).toContain('logs are not stored');
    expect(records).toEqual([]);
  });
});
