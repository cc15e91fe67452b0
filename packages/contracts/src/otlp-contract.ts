import { randomUUID } from 'node:crypto';
import { otlpProtobuf } from '@sluice/testbed/samples';
import { exportedMetrics, exportedTrace } from './exporters/exported-trace';
import type { ApiUnderTest, Json } from './api-under-test';

/** Tests the API's answers about spans sent over OTLP. */
export function describeOtlpContract(api: () => ApiUnderTest): void {
  const get: ApiUnderTest['get'] = (path) => api().get(path);
  const post: ApiUnderTest['post'] = (...args) => api().post(...args);
  const call: ApiUnderTest['call'] = (...args) => api().call(...args);
  const sees: ApiUnderTest['sees'] = (check) => api().sees(check);

  describe('real OpenTelemetry exporters', () => {
    const kinds = (['json', 'protobuf'] as const).flatMap((encoding) =>
      (['none', 'gzip'] as const).map((compression) => [encoding, compression] as const),
    );

    test.each(kinds)('%s, %s: the spans come back with tree, times, tokens and cost', async (encoding, compression) => {
      const url = `${api().ingestUrl}/api/public/otel/v1/traces`;
      const traceId = await exportedTrace({ url, authorization: api().basic, encoding, compression });
      await api().seesOfOthers(async () => {
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
  });

  describe('one OTLP request', () => {
    const encodings = ['application/json', 'application/x-protobuf'] as const;

    /** Makes a request of one span as JSON, and as protobuf by generated code. */
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
        const sent = await api().send('/api/public/otel/v1/traces', {
          method: 'POST',
          body,
          headers: { Authorization: api().basic, 'Content-Type': type },
        });
        expect([sent.status, sent.headers.get('content-type'), sent.body.toString()]).toEqual([
          200,
          type,
          type === 'application/json' ? '{}' : '',
        ]);
        await sees(async () => {
          const { status, body: answer } = await get(`/api/public/traces/${traceId}`);
          expect(status).toBe(200);
          const text = JSON.stringify(answer)
            .replaceAll(String(answer['id']), 'ID')
            .replaceAll(/"(created|updated)At":"[^"]*"/g, '"$1At":""');
          answers[index] = JSON.parse(text) as Json;
        });
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]).toMatchObject({
        observations: [
          { id: '00000000-0000-0000-00f0-67aa0ba902b7', metadata: { list: [0.5, null, false] }, usage: { input: 7 } },
        ],
      });
    });

    test.each([
      ['gpt-4o-mini-2027-01-01', 'gpt-4o-mini', 0.00015],
      ['gpt-4o', 'gpt-4o-mini', 0.0025],
      ['gpt-4o-mini', 'our-deployment', 0.00015],
    ])(
      'of the model %s that answered, %s requested, costs what either of them does',
      async (answered, requested, cost) => {
        const traceId = randomUUID().replaceAll('-', '');
        const request = bodies(traceId);
        const [span] = request.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
        span?.attributes.splice(
          0,
          Infinity,
          { key: 'gen_ai.request.model', value: { stringValue: requested } },
          { key: 'gen_ai.response.model', value: { stringValue: answered } },
          { key: 'gen_ai.usage.input_tokens', value: { intValue: '1000' } },
        );
        expect((await post('/api/public/otel/v1/traces', request)).status).toBe(200);
        await sees(async () => {
          const { body } = await get(`/api/public/traces/${traceId}`);
          expect(body).toMatchObject({ observations: [{ model: requested }] });
          expect(body['totalCost']).toBeCloseTo(cost, 9);
        });
      },
    );

    test('whose agent repeats the tokens of its model call counts them once in the usage of its trace', async () => {
      const traceId = randomUUID().replaceAll('-', '');
      const tokens = { key: 'gen_ai.usage.input_tokens', value: { intValue: '70' } };
      const operation = (value: string) => ({ key: 'gen_ai.operation.name', value: { stringValue: value } });
      const span = { traceId, startTimeUnixNano: '1795132800000000000', endTimeUnixNano: '1795132801000000000' };
      const spans = [
        { ...span, spanId: '1'.repeat(16), name: 'agent', attributes: [operation('invoke_agent'), tokens] },
        {
          ...span,
          spanId: '2'.repeat(16),
          parentSpanId: '1'.repeat(16),
          name: 'chat',
          attributes: [operation('chat'), tokens],
        },
      ];
      await post('/api/public/otel/v1/traces', { resourceSpans: [{ scopeSpans: [{ spans }] }] });
      await sees(async () => {
        const { body } = await get(`/api/public/traces/${traceId}`);
        expect(body).toMatchObject({
          usage: { input: 70, output: 0, total: 70 },
          observations: [{ usage: { input: 70 } }, { usage: { input: 70 } }],
        });
      });
    });

    test.each(encodings)('with times that are none keeps the span, and tells it (%s)', async (type) => {
      const isJson = type === 'application/json';
      const traceId = randomUUID().replaceAll('-', '');
      const request = bodies(traceId);
      const sent = isJson ? 'abc' : '18446744073709551615';
      const [span] = request.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
      const times = { startTimeUnixNano: sent, endTimeUnixNano: '7258118400000000000' };
      Object.assign(span ?? {}, times, { events: [{ name: 'e', timeUnixNano: sent }] });
      const answer = await api().send('/api/public/otel/v1/traces', {
        method: 'POST',
        body: isJson ? JSON.stringify(request) : otlpProtobuf(request),
        headers: { Authorization: api().basic, 'Content-Type': type },
      });
      expect(answer.status).toBe(200);
      const answered = answer.body.toString();
      for (const name of ['startTimeUnixNano', 'endTimeUnixNano', 'events[0].timeUnixNano'])
        expect(answered).toContain(`${name} is no time from 1970 to 2199`);
      if (isJson) expect(answered).not.toContain('rejectedSpans');
      await sees(async () => {
        const { body } = await get(`/api/public/traces/${traceId}`);
        const [observation] = body['observations'] as Json[];
        expect(observation).toMatchObject({
          endTime: null,
          metadata: {
            'sluice.startTimeUnixNano': sent,
            'sluice.endTimeUnixNano': '7258118400000000000',
            events: [{ name: 'e', timeUnixNano: sent }],
          },
        });
        // An invalid time counts as not sent: the time of receipt is stored.
        expect(Math.abs(Date.now() - Date.parse(String(observation?.['startTime'])))).toBeLessThan(600_000);
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

  describe('OTLP metrics', () => {
    const PATH = '/api/public/otel/v1/metrics';
    const at = (second: number): string => `17952144${String(second).padStart(2, '0')}000000000`; // 2026-11-20T22:40:00Z
    const series = async (name: string, more = ''): Promise<unknown> => {
      const window = 'from=2026-11-20T22:39:00Z&to=2026-11-20T22:45:00Z';
      return (await get(`/api/public/metrics/query?name=${name}&agg=sum&${window}${more}`)).body['data'];
    };
    const valuesOf = (data: unknown): unknown[] =>
      (data as { values: { value: number }[] }[]).map(({ values }) => values.map(({ value }) => value));

    const request = (prefix: string) => {
      const attributes = [{ key: 'route', value: { stringValue: '/a' } }];
      const distribution = { timeUnixNano: at(1), count: '4', sum: 10, attributes };
      const metrics = [
        { name: `${prefix}.gauge`, gauge: { dataPoints: [{ timeUnixNano: at(0), asDouble: 0.5, attributes }] } },
        {
          name: `${prefix}.sum`,
          sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: [{ timeUnixNano: at(0), asInt: '7' }] },
        },
        {
          name: `${prefix}.histogram`,
          histogram: {
            aggregationTemporality: 1,
            dataPoints: [{ ...distribution, min: 1, max: 5, bucketCounts: ['4'], explicitBounds: [] }],
          },
        },
        {
          name: `${prefix}.exponential`,
          exponentialHistogram: { aggregationTemporality: 1, dataPoints: [{ ...distribution, scale: 2 }] },
        },
        {
          name: `${prefix}.summary`,
          summary: { dataPoints: [{ ...distribution, quantileValues: [{ quantile: 0.9, value: 4 }] }] },
        },
      ];
      const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] };
      return { resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] };
    };

    test.each([
      ['JSON', 'application/json'],
      ['protobuf', 'application/x-protobuf'],
    ])('as %s: every kind can be queried, and what is sent again counts once', async (encoding, type) => {
      const prefix = `otlp-${encoding}`;
      const sent = request(prefix);
      const body = encoding === 'JSON' ? JSON.stringify(sent) : otlpProtobuf(sent, 'metrics');
      for (let times = 0; times < 2; times++) {
        const headers = { 'Content-Type': type };
        const { status, body: answer } = await api().send(PATH, { method: 'POST', body, headers });
        expect([status, answer.toString()]).toEqual([200, encoding === 'JSON' ? '{}' : '']);
      }
      const figures = { gauge: 0.5, sum: 7, 'histogram.count': 4, 'histogram.sum': 10, 'histogram.min': 1 };
      const more = { 'histogram.max': 5, 'exponential.count': 4, 'summary.sum': 10, 'summary.p90': 4 };
      for (const [name, value] of Object.entries({ ...figures, ...more })) {
        await sees(async () => {
          expect([name, valuesOf(await series(`${prefix}.${name}`))]).toEqual([name, [[value]]]);
        });
      }
      expect(await series(`${prefix}.histogram.sum`, '&group_by=route')).toMatchObject([{ labels: { route: '/a' } }]);
      const labels = encodeURIComponent('{"temporality":"cumulative","service.name":"shop"}');
      expect(valuesOf(await series(`${prefix}.sum`, `&labels=${labels}`))).toEqual([[7]]);
    });

    test.each([
      ['json', 'gzip', '/api/public/otel'],
      ['protobuf', 'none', ''],
    ] as const)(
      'of a real SDK as %s, %s, with the base %j: its figures can be queried, and it is told of logs',
      async (encoding, compression, base) => {
        const prefix = `sdk-${encoding}`;
        const url = `${api().ingestUrl}${base}`;
        const from = new Date().toISOString();
        const sent = { url, authorization: api().basic, encoding, compression };
        const warnings = await exportedMetrics(sent, prefix);
        const reasons = ['asDouble|finite', 'logs are not stored'].map(
          (text) => expect.stringMatching(text) as unknown,
        );
        expect(warnings).toEqual(reasons);
        const figures = { counter: 3, updown: -2, gauge: 0.5 };
        const ofHistograms = ['histogram', 'exponential'].flatMap((name) =>
          Object.entries({ count: 3, sum: 10, min: 1, max: 7 }).map(
            ([key, value]) => [`${name}.${key}`, value] as const,
          ),
        );
        for (const [name, value] of [...Object.entries(figures), ...ofHistograms]) {
          await api().seesOfOthers(async () => {
            const { body } = await get(`/api/public/metrics/query?name=${prefix}.${name}&agg=sum&from=${from}`);
            expect([name, valuesOf(body['data'])]).toEqual([name, [[value]]]);
          });
        }
      },
    );

    test('with one bad data point the others are stored, and it is told', async () => {
      const dataPoints = [{ timeUnixNano: at(0), asInt: '3' }, { timeUnixNano: at(0) }];
      const metrics = [{ name: 'otlp.partly', gauge: { dataPoints } }];
      expect(await post(PATH, { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] })).toEqual({
        status: 200,
        body: {
          partialSuccess: {
            rejectedDataPoints: '1',
            errorMessage: expect.stringContaining('dataPoints[1]') as unknown,
          },
        },
      });
      await sees(async () => expect(valuesOf(await series('otlp.partly'))).toEqual([[3]]));
    });
  });
}
