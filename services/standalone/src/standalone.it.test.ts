import { Closers, createLogger } from '@sluice/runtime';
import { exportedTrace, otlpProtobuf, testDatabaseUrl } from '@sluice/testkit';
import fc from 'fast-check';
import { Pool } from 'pg';
import { type Standalone, composeStandalone } from './compose';
import { readStandaloneSettings } from './config';

const TOKEN = 'test-token';
const BASIC = `Basic ${Buffer.from('pk:sk').toString('base64')}`;

const logger = createLogger({ level: 'silent', pretty: false });
const closers = new Closers({ logger });
let product: Standalone;
let database: Pool;

beforeAll(async () => {
  database = new Pool({ connectionString: testDatabaseUrl(), max: 2 });
  product = await composeStandalone({
    config: readStandaloneSettings({
      DATABASE_URL: testDatabaseUrl(),
      PORT: '0',
      ADMIN_PORT: '0',
      API_BEARER_TOKEN: TOKEN,
      PUBLIC_KEY: 'pk',
      SECRET_KEY: 'sk',
    }),
    logger,
    closers,
    fail: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await closers.close(10_000);
  await database.end();
});

type Json = Record<string, unknown>;

async function call(path: string, init: RequestInit = {}): Promise<{ status: number; body: Json }> {
  const headers = { Authorization: `Bearer ${TOKEN}`, ...(init.headers as Record<string, string>) };
  const response = await fetch(product.url + path, { ...init, headers });
  return { status: response.status, body: (await response.json()) as Json };
}
const get = (path: string) => call(path);
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

const uuid = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

describe('a native batch', () => {
  const traceId = uuid(0xa1);
  const batch = {
    trace: {
      id: traceId,
      name: 'checkout',
      userId: 'u1',
      session_id: 's1',
      tags: ['a', 'b'],
      metadata: { k: 1 },
      input: 'hi',
    },
    observations: [
      {
        id: uuid(1),
        type: 'span',
        name: 'root',
        startTime: '2026-11-20T10:00:00Z',
        endTime: '2026-11-20T10:00:02Z',
        parentObservationId: null,
      },
      {
        id: uuid(2),
        type: 'GENERATION',
        name: 'call',
        startTime: '2026-11-20T10:00:00.5Z',
        endTime: '2026-11-20T10:00:01.5Z',
        model: 'gpt-4o',
        promptTokens: 1000,
        completionTokens: 100,
        totalTokens: 1100,
        parentObservationId: uuid(1),
        input: { messages: [1.5] },
        output: 'text',
        metadata: { a: { b: null } },
      },
    ],
  };

  test('is stored and answered with its tree, times, tokens and cost', async () => {
    const stored = await post('/v1/l/batch', batch);
    expect(stored.status).toBe(200);
    expect(typeof stored.body['message']).toBe('string');
    const { status, body } = await get(`/api/public/traces/${traceId.replaceAll('-', '').toUpperCase()}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: traceId,
      name: 'checkout',
      userId: 'u1',
      sessionId: 's1',
      tags: ['a', 'b'],
      metadata: { k: 1 },
      input: 'hi',
      timestamp: '2026-11-20T10:00:00.000Z',
      latency: 2,
      observations: [
        { id: uuid(1), type: 'SPAN', parentObservationId: null, latency: 2, usage: { input: 0, output: 0, total: 0 } },
        {
          id: uuid(2),
          type: 'GENERATION',
          parentObservationId: uuid(1),
          model: 'gpt-4o',
          latency: 1,
          startTime: '2026-11-20T10:00:00.500Z',
          endTime: '2026-11-20T10:00:01.500Z',
          usage: { input: 1000, output: 100, total: 1100 },
          input: { messages: [1.5] },
          output: 'text',
          metadata: { a: { b: null } },
        },
      ],
    });
    // 1,000 input tokens at 2.5 USD and 100 output tokens at 10 USD a million.
    expect(body['totalCost']).toBeCloseTo(0.0035, 9);
  });

  test('sent twice changes nothing', async () => {
    const before = await get(`/api/public/traces/${traceId}`);
    await post('/v1/l/batch', batch);
    expect(await get(`/api/public/traces/${traceId}`)).toEqual(before);
  });

  test('appears in the list, by its filters', async () => {
    const { body } = await get(
      '/api/public/traces?userId=u1&tags=a&tags=b&name=checkout&sessionId=s1&orderBy=latency.desc',
    );
    expect(body).toMatchObject({
      data: [
        { id: traceId, observations: expect.arrayContaining([uuid(1), uuid(2)]) as unknown, latency: 2, scores: [] },
      ],
      meta: { page: 1, limit: 50, totalItems: 1, totalPages: 1 },
    });
  });

  test('counts in the daily metrics', async () => {
    const { body } = await get('/api/public/metrics/daily?userId=u1');
    expect(body).toMatchObject({
      data: [
        {
          date: '2026-11-20',
          countTraces: 1,
          countObservations: 2,
          usage: [
            {
              model: 'gpt-4o',
              inputUsage: 1000,
              outputUsage: 100,
              totalUsage: 1100,
              countTraces: 1,
              countObservations: 1,
            },
          ],
        },
      ],
      meta: { totalItems: 1 },
    });
    expect(await get('/api/public/metrics/daily')).toMatchObject({ body: { data: [{ date: '2026-11-20' }] } });
  });

  test('an update replaces what it says and keeps the rest; parent null makes top-level', async () => {
    await post('/v1/l/batch', {
      trace: { id: traceId, tags: ['c'], metadata: { l: 2 } },
      observations: [
        { id: uuid(2), completionTokens: 200, totalTokens: 1200, parentObservationId: null, metadata: { c: 1 } },
      ],
    });
    const { body } = await get(`/api/public/traces/${traceId}`);
    expect(body).toMatchObject({
      name: 'checkout',
      tags: ['a', 'b', 'c'],
      metadata: { k: 1, l: 2 },
      observations: [
        { id: uuid(1) },
        {
          id: uuid(2),
          name: 'call',
          parentObservationId: null,
          usage: { input: 1000, output: 200, total: 1200 },
          metadata: { a: { b: null }, c: 1 },
        },
      ],
    });
    expect(body['totalCost']).toBeCloseTo(0.0045, 9);
  });

  test('that is not valid is refused as a whole, naming the place', async () => {
    const { status, body } = await post('/v1/l/batch', {
      trace: { id: uuid(0xbad) },
      observations: [{ id: uuid(1) }, { id: uuid(2), startTime: 'yesterday' }],
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      message: expect.stringContaining('observations[1].startTime') as unknown,
      code: 'BAD_REQUEST',
      data: null,
    });
    expect((await get(`/api/public/traces/${uuid(0xbad)}`)).status).toBe(404);
  });
});

describe('real OpenTelemetry exporters', () => {
  const kinds = (['json', 'protobuf'] as const).flatMap((encoding) =>
    (['none', 'gzip'] as const).map((compression) => [encoding, compression] as const),
  );

  test.each(kinds)('%s, %s: the spans come back with tree, times, tokens and cost', async (encoding, compression) => {
    const url = `${product.url}/api/public/otel/v1/traces`;
    const traceId = await exportedTrace({ url, authorization: BASIC, encoding, compression });
    const { status, body } = await get(`/api/public/traces/${traceId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'agent',
      userId: 'otel-user',
      sessionId: 'otel-session',
      tags: ['x', 'y'],
      timestamp: '2026-11-19T08:00:00.000Z',
      latency: 1,
      observations: [
        { name: 'agent', type: 'SPAN', parentObservationId: null },
        {
          name: 'chat gpt-4o',
          type: 'GENERATION',
          model: 'gpt-4o',
          startTime: '2026-11-19T08:00:00.100Z',
          endTime: '2026-11-19T08:00:00.600Z',
          latency: 0.5,
          usage: { input: 100, output: 50, total: 150 },
          level: 'ERROR',
          statusMessage: 'boom',
          output: [{ role: 'assistant', n: 1 }],
        },
      ],
    });
    const [root, child] = body['observations'] as Json[];
    expect(child?.['parentObservationId']).toBe(root?.['id']);
    expect(child?.['calculatedTotalCost']).toBeCloseTo(0.00075, 9);
    expect(body['totalCost']).toBeCloseTo(0.00075, 9);
  });
});

describe('one OTLP request', () => {
  const encodings = ['application/json', 'application/x-protobuf'] as const;

  /** A request of one span as JSON, and the same as protobuf by the code that is generated from the format. */
  const bodies = (traceId: string) => {
    const spans = [
      {
        traceId,
        spanId: '00f067aa0ba902b7',
        parentSpanId: '',
        name: 'step',
        kind: 3,
        startTimeUnixNano: '1795132800000001000',
        endTimeUnixNano: '1795132800500000000',
        attributes: [
          { key: 'gen_ai.usage.input_tokens', value: { intValue: '7' } },
          { key: 'gen_ai.request.model', value: { stringValue: 'gpt-4o' } },
          {
            key: 'langfuse.observation.metadata.list',
            value: { arrayValue: { values: [{ doubleValue: 0.5 }, {}, { boolValue: false }] } },
          },
        ],
        status: { code: 2, message: 'm' },
      },
    ];
    return {
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'svc' } }] },
          scopeSpans: [{ scope: { name: 's' }, spans }],
        },
      ],
    };
  };

  test('gives the same answers as JSON and as protobuf', async () => {
    const answers: Json[] = [];
    for (const [index, type] of encodings.entries()) {
      const traceId = `0af7651916cd43dd8448eb211c80310${index}`;
      const request = bodies(traceId);
      const body = type === 'application/json' ? JSON.stringify(request) : otlpProtobuf(request);
      const response = await fetch(`${product.url}/api/public/otel/v1/traces`, {
        method: 'POST',
        body,
        headers: { Authorization: BASIC, 'Content-Type': type },
      });
      expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
        200,
        type,
        type === 'application/json' ? '{}' : '',
      ]);
      const { body: answer } = await get(`/api/public/traces/${traceId}`);
      const text = JSON.stringify(answer)
        .replaceAll(String(answer['id']), 'ID')
        .replaceAll(/"(created|updated)At":"[^"]*"/g, '"$1At":""');
      answers.push(JSON.parse(text) as Json);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({
      observations: [
        { id: '00000000-0000-0000-00f0-67aa0ba902b7', metadata: { list: [0.5, null, false] }, usage: { input: 7 } },
      ],
    });
  });

  test('with one bad span keeps the others and tells it; with only bad spans it is refused', async () => {
    const request = bodies('0af7651916cd43dd8448eb211c80311a');
    const [good] = request.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
    request.resourceSpans[0]?.scopeSpans[0]?.spans.push({ ...good, spanId: 'xyz' } as never);
    const mixed = await post('/api/public/otel/v1/traces', request);
    expect(mixed).toMatchObject({
      status: 200,
      body: { partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringContaining('spans[1]') as unknown } },
    });
    request.resourceSpans[0]?.scopeSpans[0]?.spans.shift();
    expect(await post('/api/public/otel/v1/traces', request)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', data: null },
    });
  });

  test('needs one of the two media types', async () => {
    const answer = await call('/api/public/otel/v1/traces', {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });
});

test('any Unicode text survives the way in and out, in keys and values', async () => {
  const stored = (text: string) => text.replaceAll('\u0000', '\ufffd').toWellFormed();
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.string({ unit: 'binary' }),
      fc.uuid(),
      async (key, value, id) => {
        // As escapes, so that lone surrogates reach the server.
        const ascii = (text: string) =>
          JSON.stringify(text).replaceAll(
            /[^ -~]/g,
            (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
          );
        const body = `{"trace":{"id":"${id}","name":${ascii(value)},"metadata":{${ascii(key)}:${ascii(value)}}},"observations":[{"id":"${id}","input":${ascii(value)}}]}`;
        const sent = await call('/v1/l/batch', { method: 'POST', body });
        expect(sent.status).toBe(200);
        const { body: answer } = await get(`/api/public/traces/${id}`);
        const [observation] = answer['observations'] as Json[];
        expect([answer['name'], observation?.['input'], Object.entries(answer['metadata'] as Json)]).toEqual([
          stored(value),
          stored(value),
          [[stored(key), stored(value)]],
        ]);
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);

describe('metric points', () => {
  const at = (second: number) => `2026-11-20T22:00:${String(second).padStart(2, '0')}Z`;
  const query = (more: string) =>
    get(`/api/public/metrics/query?name=latency&from=2026-11-20T22:00:00Z&to=2026-11-20T22:05:00Z${more}`);

  beforeAll(async () => {
    const metrics = [1, 2, 3, 4, 10].map((value, index) => ({
      name: 'latency',
      labels: { route: index < 4 ? 'a' : 'b' },
      value,
      timestamp: at(index),
    }));
    expect(await post('/v1/metrics/batch', { metrics })).toEqual({
      status: 200,
      body: { message: expect.any(String) as unknown, accepted: 5 },
    });
  });

  test.each([
    ['avg', 4],
    ['max', 10],
    ['min', 1],
    ['sum', 20],
    ['last', 10],
    ['p50', 3],
    ['p90', 7.6],
    ['p99', 9.76],
  ])('agg %s over the bucket is %d', async (agg, value) => {
    const { body } = await query(`&agg=${agg}`);
    expect(body).toMatchObject({
      data: [{ labels: {}, values: [{ timestamp: '2026-11-20T22:00:00.000+00:00' }] }],
      meta: { latest_ts: '2026-11-20T22:00:04.000+00:00', series_count: 1, truncated: false },
    });
    const [series] = body['data'] as { values: { value: number }[] }[];
    expect(series?.values[0]?.value).toBeCloseTo(value, 9);
  });

  test('group_by gives one series a label value, labels filter by containment', async () => {
    const { body } = await query('&agg=sum&group_by=route');
    expect(body['data']).toMatchObject([
      { labels: { route: 'a' }, values: [{ value: 10 }] },
      { labels: { route: 'b' }, values: [{ value: 10 }] },
    ]);
    const filtered = await query(`&agg=sum&labels=${encodeURIComponent('{"route":"b"}')}`);
    expect(filtered.body['data']).toMatchObject([{ labels: {}, values: [{ value: 10 }] }]);
  });

  test('names are listed', async () => {
    expect((await get('/api/public/metrics/names')).body).toEqual({ data: ['latency'] });
  });

  test('a retry with the same Idempotency-Key stores nothing twice, another body is another batch', async () => {
    const send = (value: number) =>
      post('/v1/metrics/batch', { metrics: [{ name: 'once', value, timestamp: at(1) }] }, { 'Idempotency-Key': 'k1' });
    await send(1);
    await send(1);
    await send(2);
    const { body } = await get(
      '/api/public/metrics/query?name=once&agg=sum&from=2026-11-20T22:00:00Z&to=2026-11-20T22:05:00Z',
    );
    expect(body['data']).toMatchObject([{ values: [{ value: 3 }] }]);
  });
});

describe('the group commit', () => {
  beforeAll(() =>
    database.query(`
      create function refuse() returns trigger language plpgsql as $$ begin
        if new.name = 'poison' then raise exception 'refused by a test'; end if; return new; end $$;
      create trigger refuse before insert on sluice.observations for each row execute function refuse();`),
  );
  afterAll(() => database.query('drop trigger refuse on sluice.observations'));

  test('50 requests of which Postgres refuses one: 50 answers of 200, 49 stored, one dead letter', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        post('/v1/l/batch', {
          trace: { id: uuid(0x5000 + n), userId: 'group' },
          observations: [{ id: uuid(1), name: n === 25 ? 'poison' : 'good' }],
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const { rows } = await database.query(
      `select (select count(*)::int from sluice.observations o join sluice.traces t on t.id = o.trace_id where user_id = 'group') as stored,
              (select count(*)::int from sluice.ingest_dead_letter) as dead`,
    );
    expect(rows).toEqual([{ stored: 49, dead: 1 }]);
  });
});

describe('the admin listener', () => {
  test('is ready, alive, and exposes the ledger', async () => {
    for (const path of ['/readyz', '/livez']) expect((await fetch(product.adminUrl + path)).status).toBe(200);
    const text = await (await fetch(`${product.adminUrl}/metrics`)).text();
    expect(text).toMatch(/sluice_gateway_items_accepted_total\{source="native"\} [1-9]/);
    expect(text).toMatch(/sluice_writer_items_total\{topic="sluice.traces.v1",outcome="dead"\} 1/);
  });
});
