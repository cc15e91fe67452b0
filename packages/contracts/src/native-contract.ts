import { openApiDocument } from '@sluice/api';
import { beginUpload } from '@sluice/testbed/network';
import { testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import type { ApiUnderTest, Json } from './api-under-test';

/** Tests the API's answers about native batches. */
export function describeNativeContract(api: () => ApiUnderTest): void {
  const get: ApiUnderTest['get'] = (path) => api().get(path);
  const post: ApiUnderTest['post'] = (...args) => api().post(...args);
  const call: ApiUnderTest['call'] = (...args) => api().call(...args);
  const sees: ApiUnderTest['sees'] = (check) => api().sees(check);

  describe('a native batch', () => {
    const traceId = uuid(0xa1);
    const batch = {
      trace: {
        id: traceId,
        name: 'checkout',
        userId: 'u1',
        session_id: 's1',
        release: 'r1',
        version: 'v1',
        environment: 'staging',
        public: true,
        tags: ['a', 'b'],
        metadata: { k: 1 },
        input: 'hi',
        output: ['bye'],
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
          endTime: '2026-11-20T10:00:01.500999Z',
          completionStartTime: '2026-11-20T10:00:00.75Z',
          model: 'gpt-4o',
          modelParameters: { temperature: 0 },
          level: 'warning',
          statusMessage: 'slow',
          version: 'v2',
          environment: 'canary',
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
      await sees(async () => {
        const { status, body } = await get(`/api/public/traces/${traceId.replaceAll('-', '').toUpperCase()}`);
        expect(status).toBe(200);
        expect(body).toMatchObject({
          id: traceId,
          name: 'checkout',
          userId: 'u1',
          sessionId: 's1',
          release: 'r1',
          version: 'v1',
          environment: 'staging',
          public: true,
          tags: ['a', 'b'],
          metadata: { k: 1 },
          input: 'hi',
          output: ['bye'],
          timestamp: '2026-11-20T10:00:00.000Z',
          latency: 2,
          usage: { input: 1000, output: 100, total: 1100 },
          observations: [
            {
              id: uuid(1),
              type: 'SPAN',
              parentObservationId: null,
              environment: 'staging',
              latency: 2,
              usage: { input: 0, output: 0, total: 0 },
            },
            {
              id: uuid(2),
              type: 'GENERATION',
              parentObservationId: uuid(1),
              model: 'gpt-4o',
              modelParameters: { temperature: 0 },
              level: 'WARNING',
              statusMessage: 'slow',
              version: 'v2',
              environment: 'canary',
              latency: 1.000999,
              timeToFirstToken: 0.25,
              startTime: '2026-11-20T10:00:00.500Z',
              endTime: '2026-11-20T10:00:01.500Z',
              completionStartTime: '2026-11-20T10:00:00.750Z',
              calculatedInputCost: expect.closeTo(0.0025, 9) as number,
              calculatedOutputCost: expect.closeTo(0.001, 9) as number,
              calculatedTotalCost: expect.closeTo(0.0035, 9) as number,
              costSource: expect.stringMatching(/^genai-prices@/) as string,
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
    });

    test('sent twice changes nothing', async () => {
      const before = await get(`/api/public/traces/${traceId}`);
      await post('/v1/l/batch', batch);
      await sees(async () => expect(await get(`/api/public/traces/${traceId}`)).toEqual(before));
    });

    test('appears in the list, by its filters', async () => {
      await sees(async () => {
        const { body } = await get(
          '/api/public/traces?userId=u1&tags=a&tags=b&name=checkout&sessionId=s1&orderBy=latency.desc',
        );
        expect(body).toMatchObject({
          data: [
            {
              id: traceId,
              observations: expect.arrayContaining([uuid(1), uuid(2)]) as unknown,
              latency: 2,
              usage: { input: 1000, output: 100, total: 1100 },
              scores: [],
            },
          ],
          meta: { page: 1, limit: 50, totalItems: 1, totalPages: 1 },
        });
        const { body: bare } = await get('/api/public/traces?userId=u1&fields=core');
        const notAsked = {
          input: null,
          output: null,
          metadata: {},
          latency: -1,
          totalCost: -1,
          usage: { input: -1, output: -1, total: -1 },
          observations: [],
        };
        expect(bare['data']).toEqual((body['data'] as Json[]).map((trace) => ({ ...trace, ...notAsked })));
      });
    });

    test('counts in the daily metrics', async () => {
      await sees(async () => {
        const { body } = await get('/api/public/metrics/daily?userId=u1');
        expect(body).toMatchObject({
          data: [
            {
              date: '2026-11-20',
              countTraces: 1,
              countObservations: 2,
              totalCost: expect.closeTo(0.0035, 9) as number,
              usage: [
                {
                  model: 'gpt-4o',
                  inputUsage: 1000,
                  outputUsage: 100,
                  totalUsage: 1100,
                  countTraces: 1,
                  countObservations: 1,
                  totalCost: expect.closeTo(0.0035, 9) as number,
                },
              ],
            },
          ],
          meta: { totalItems: 1 },
        });
        const { body: all } = await get('/api/public/metrics/daily');
        expect((all['data'] as Json[]).map(({ date }) => date)).toContain('2026-11-20');
      });
    });

    test('an update replaces what it says and keeps the rest; parent null makes top-level', async () => {
      await post('/v1/l/batch', {
        trace: { id: traceId, tags: ['c'], metadata: { l: 2 } },
        observations: [
          { id: uuid(2), completionTokens: 200, totalTokens: 1200, parentObservationId: null, metadata: { c: 1 } },
        ],
      });
      await sees(async () => {
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
    });

    test.each([
      ['small', 10],
      ['large', 2 * 2 ** 20],
    ])(
      'is received when its last byte has come: a slow upload that is %s wins over a quick one within it',
      async (size, bytes) => {
        const id = uuid(0xb00 + bytes);
        const url = `${api().ingestUrl}/v1/l/batch`;
        const body = JSON.stringify({ trace: { id, name: 'slow', input: 'v'.repeat(bytes) } });
        const slow = await beginUpload(url, { authorization: api().authorization, body });
        await post('/v1/l/batch', { trace: { id, name: 'quick', userId: 'quick' } });
        const { status, receipt } = await slow.finish();
        expect([size, status]).toEqual([size, 200]);
        api().noteReceipt(receipt);
        await sees(async () => {
          expect((await get(`/api/public/traces/${id}`)).body).toMatchObject({ name: 'slow', userId: 'quick' });
        });
      },
    );

    test('usageDetails and costDetails replace all that was said before, single counts their own part', async () => {
      const id = uuid(0xd0);
      const update = async (members: object, expected: unknown): Promise<void> => {
        await post('/v1/l/batch', { trace: { id }, observations: [{ id: uuid(1), ...members }] });
        await sees(async () => {
          const { body } = await get(`/api/public/traces/${id}`);
          const [{ usage, usageDetails, costDetails } = {}] = body['observations'] as Json[];
          expect({ usage, usageDetails, costDetails }).toEqual(expected);
        });
      };
      await update(
        {
          usageDetails: { input: 10, input_cached_tokens: 5, pages: 1 },
          costDetails: { input: 1, output: 2 },
        },
        {
          usage: { input: 15, output: 0, total: 16 },
          usageDetails: { input: 10, input_cached_tokens: 5, pages: 1, total: 16 },
          costDetails: { input: 1, output: 2 },
        },
      );
      await update(
        { usageDetails: { output: 4 }, costDetails: { output: 3 } },
        {
          usage: { input: 0, output: 4, total: 4 },
          usageDetails: { output: 4, total: 4 },
          costDetails: { output: 3 },
        },
      );
      await update(
        { promptTokens: 7 },
        expect.objectContaining({
          usage: { input: 7, output: 4, total: 11 },
          usageDetails: { input: 7, output: 4, total: 11 },
        }),
      );
      await update(
        { usageDetails: { input: 1, total: 9 } },
        expect.objectContaining({
          usage: { input: 1, output: 0, total: 9 },
          usageDetails: { input: 1, total: 9 },
        }),
      );
    });

    test('keeps free-form values as they were sent: numbers, spaces, escapes, names sent twice', async () => {
      const value = String.raw`{"n": 1.0, "big":12345678901234567890,"a":1,"a":2, "e":"\u00e9\/"}`;
      const id = uuid(0xa5);
      const body = `{"trace":{"id":"${id}","input":${value},"metadata":{"b":${value}}},
        "observations":[{"id":"${id}","output": ${value},"modelParameters":${value}}]}`;
      expect((await call('/v1/l/batch', { method: 'POST', body })).status).toBe(200);
      await sees(async () => {
        const { body: answer } = await api().send(`/api/public/traces/${id}`);
        for (const name of ['input', 'b', 'output', 'modelParameters']) {
          expect(answer.toString()).toContain(`"${name}":${value}`);
        }
      });
    });

    test('of ids alone is answered with every field', async () => {
      const id = uuid(0xa6);
      await post('/v1/l/batch', { trace: { id }, observations: [{ id: uuid(1) }] });
      const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;
      const nothing = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]));
      const common = {
        ...nothing('name', 'input', 'output', 'version'),
        metadata: {},
        environment: 'default',
        createdAt: time,
        updatedAt: time,
        usage: { input: 0, output: 0, total: 0 },
      };
      const observation = {
        ...nothing(...(openApiDocument.components.schemas['Observation']?.['required'] as readonly string[])),
        ...common,
        id: uuid(1),
        traceId: id,
        type: 'SPAN',
        startTime: time,
        level: 'DEFAULT',
        unit: 'TOKENS',
        usageDetails: {},
        costDetails: {},
        promptTokens: 0,
        completionTokens: 0,
        totalTokens: 0,
        calculatedTotalCost: 0,
      };
      const trace = {
        ...common,
        ...nothing('userId', 'sessionId', 'release', 'externalId'),
        id,
        timestamp: time,
        public: false,
        bookmarked: false,
        tags: [],
        latency: 0,
        totalCost: 0,
        scores: [],
        htmlPath: `/project/default/traces/${id}`,
        projectId: 'default',
      };
      await sees(async () => {
        const { body } = await get(`/api/public/traces/${id}`);
        expect(body).toEqual({ ...trace, observations: [observation] });
      });
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

  test('any Unicode text survives the way in and out, in keys and values', async () => {
    const stored = (text: string) => Buffer.from(text.replaceAll('\u0000', '\ufffd')).toString();
    // Escaped as ASCII, so that lone surrogates reach the server.
    const ascii = (text: string) =>
      JSON.stringify(text).replaceAll(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const sample = fc.record({
      key: fc.string({ unit: 'binary', minLength: 1 }),
      value: fc.string({ unit: 'binary' }),
      id: fc.uuid(),
    });
    const survives = async ({ key, value, id }: { key: string; value: string; id: string }): Promise<void> => {
      const body = `{"trace":{"id":"${id}","name":${ascii(value)},"metadata":{${ascii(key)}:${ascii(value)}}},"observations":[{"id":"${id}","input":${ascii(value)}}]}`;
      const sent = await call('/v1/l/batch', { method: 'POST', body });
      expect(sent.status).toBe(200);
      await sees(async () => {
        const { body: answer } = await get(`/api/public/traces/${id}`);
        const [observation] = answer['observations'] as Json[];
        expect([answer['name'], observation?.['input'], Object.entries(answer['metadata'] as Json)]).toEqual([
          stored(value),
          stored(value),
          [[stored(key), stored(value)]],
        ]);
      });
    };
    // Several at once, because each waits for its own write.
    await fc.assert(
      fc.asyncProperty(fc.array(sample, { minLength: 15, maxLength: 15 }), async (samples) => {
        await Promise.all(samples.map(survives));
      }),
      { numRuns: 10 },
    );
  });
}
