import { testUuid as uuid } from '@sluice/testbed/samples';
import type { ApiUnderTest, Json } from './api-under-test';

/** Makes an event of a time on one day, as SDKs send it. */
const event = (type: string, at: string, body: object) => ({
  ...{ id: `${type} ${at} ${JSON.stringify(body)}`.slice(0, 300), type },
  ...{ timestamp: `2026-11-20T10:00:${at}Z`, body },
});

/** Batch of JavaScript 3.38: updates before their creates, several events of one millisecond. */
const OUT_OF_ORDER = [
  event('event-create', '00.535', { id: 'miss', name: 'cache miss', traceId: 'order/1', parentObservationId: 'look' }),
  event('span-create', '00.559', { id: 'look', name: 'look up', input: '4711', traceId: 'order/1' }),
  event('generation-update', '00.569', {
    ...{ id: 'call', traceId: 'order/1', output: 'shipped', endTime: '2026-11-20T10:00:00.900Z' },
    usageDetails: { input: 30, output: 4, total: 34 },
  }),
  event('trace-create', '00.569', {
    ...{ id: 'order/1', timestamp: '2026-11-20T10:00:00.533Z', name: 'where is my order', sessionId: 'events' },
    ...{
      release: 'r7',
      userId: 'grace',
      tags: ['web'],
      metadata: { k: 1, sdk: { name: 'x' } },
      input: { q: '4711' },
      public: true,
    },
  }),
  event('trace-create', '00.569', {
    ...{
      id: 'order/1',
      timestamp: '2026-11-20T10:00:00.534Z',
      output: { a: 'shipped' },
      metadata: { n: 2, sdk: { v: 3 } },
    },
  }),
  event('generation-create', '00.569', {
    ...{ id: 'call', traceId: 'order/1', parentObservationId: 'look', name: 'answer', model: 'gpt-4o' },
    ...{ startTime: '2026-11-20T10:00:00.540Z', modelParameters: { temperature: 0.1 }, input: [{ role: 'user' }] },
    usage: { promptTokens: 3, completionTokens: 4 },
  }),
];

/** Tests events of Langfuse clients. No other test may send traces of the session `events`. */
export function describeEventContract(api: () => ApiUnderTest): void {
  const send = async (batch: readonly unknown[]) => {
    const { status, body } = await api().post('/api/public/ingestion', { batch, metadata: { sdk_name: 'x' } });
    return { status, ...(body as Readonly<Record<'successes' | 'errors', readonly Json[]>>) };
  };
  const stored = async (batch: readonly { readonly id: string }[]) => {
    const successes = batch.map(({ id }) => ({ id, status: 201 }));
    expect(await send(batch)).toEqual({ status: 207, successes, errors: [] });
  };
  const trace = async (id: string) => (await api().get(`/api/public/traces/${encodeURIComponent(id)}`)).body;

  describe('events of Langfuse clients', () => {
    test('make the trace that they say, whatever their order in the batch', async () => {
      await stored(OUT_OF_ORDER);
      await api().sees(async () => {
        const { observations, ...read } = await trace('order/1');
        expect(read).toMatchObject({
          ...{ id: 'order/1', htmlPath: '/project/default/traces/order%2F1' },
          ...{ timestamp: '2026-11-20T10:00:00.533Z', name: 'where is my order', userId: 'grace', tags: ['web'] },
          ...{
            input: { q: '4711' },
            output: { a: 'shipped' },
            metadata: { k: 1, n: 2, sdk: { name: 'x', v: 3 } },
            release: 'r7',
            public: true,
          },
          ...{ sessionId: 'events', usage: { input: 30, output: 4, total: 34 } },
        });
        const byName = new Map((observations as Json[]).map((each) => [each['name'], each]));
        expect(byName.size).toBe(3);
        const look = 'look';
        const ids = [...byName.values()].map(({ id, traceId }) => [id, traceId]);
        expect(ids.sort()).toEqual(['call', 'look', 'miss'].map((id) => [id, 'order/1']));
        expect(byName.get('look up')).toMatchObject({ type: 'SPAN', startTime: '2026-11-20T10:00:00.559Z' });
        expect(byName.get('cache miss')).toMatchObject({ type: 'EVENT', parentObservationId: look });
        expect(byName.get('answer')).toMatchObject({
          ...{ type: 'GENERATION', parentObservationId: look, output: 'shipped', model: 'gpt-4o', latency: 0.36 },
          ...{ usage: { input: 30, output: 4 }, modelParameters: { temperature: 0.1 } },
        });
      });
    });

    test('change nothing when their batch is sent again', async () => {
      const before = await trace('order/1');
      for (let times = 0; times < 3; times++) await stored(OUT_OF_ORDER);
      expect(await trace('order/1')).toEqual(before);
    });

    test('of one time have the order of their batch, updates after creates', async () => {
      const [id, traceId] = [uuid(1), 'twice'];
      await stored([
        event('span-update', '01', { id, traceId, name: 'last' }),
        event('span-create', '01', { id, traceId, name: 'first', level: 'ERROR' }),
        event('span-create', '01', { id, traceId, name: 'second', level: 'WARNING' }),
      ]);
      await api().sees(async () =>
        expect(await trace('twice')).toMatchObject({ observations: [{ name: 'last', level: 'WARNING' }] }),
      );
    });

    test('join what came by OTLP and by native batches', async () => {
      const [traceId, spanId] = ['0af7651916cd43dd8448eb2100e7e701', 'b7ad6b7169203331'];
      const span = { traceId, spanId, name: 'of OTLP', startTimeUnixNano: '1795168800000000000' };
      await api().post('/v1/traces', { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
      await stored([
        event('trace-create', '02', { id: traceId, userId: 'of an event' }),
        event('tool-create', '02', { id: 'a', traceId, parentObservationId: spanId, name: 'step' }),
      ]);
      await api().sees(async () => {
        const read = await trace(traceId);
        expect(read).toMatchObject({ userId: 'of an event', name: 'of OTLP' });
        expect(read['observations']).toMatchObject([
          { name: 'of OTLP' },
          { id: 'a', name: 'step', type: 'TOOL', parentObservationId: '00000000-0000-0000-b7ad-6b7169203331' },
        ]);
      });
    });

    test.each(['Frage/Antwort 3', 'a?b#c', 'x'.repeat(800), '50%', '\u{1F600} ÄÖ', '%2e'])(
      'have any text as an id: %s',
      async (id) => {
        await stored([event('trace-create', '03', { id, name: 'n' }), event('span-create', '03', { id, traceId: id })]);
        await api().sees(async () => {
          expect(await trace(id)).toMatchObject({ id, name: 'n', observations: [{ id, traceId: id }] });
          const one = await api().get(`/api/public/observations/${encodeURIComponent(id)}`);
          expect(one.body).toMatchObject({ id, traceId: id });
        });
      },
    );

    test('are answered with the ids that were sent, in lists and searches too', async () => {
      const data = [{ id: 'order/1', observations: expect.arrayContaining(['call', 'look', 'miss']) as string[] }];
      const listed = (id: string, parentObservationId: string | null) => ({
        id,
        traceId: 'order/1',
        parentObservationId,
      });
      const contains = JSON.stringify([{ type: 'string', column: 'id', operator: 'contains', value: 'rder/' }]);
      await api().sees(async () => {
        for (const query of [
          'sessionId=events',
          `sessionId=events&filter=${encodeURIComponent(contains)}`,
          'q=order%2F1',
        ]) {
          expect([query, (await api().get(`/api/public/traces?${query}`)).body]).toMatchObject([query, { data }]);
        }
        const of = async (path: string) => (await api().get(`/api/public/${path}`)).body;
        expect(await of('sessions/events')).toMatchObject({ traces: [{ id: 'order/1' }] });
        expect(await of('observations?parentObservationId=look&type=EVENT')).toMatchObject({
          data: [listed('miss', 'look')],
        });
        expect(await of('observations?ids=look')).toMatchObject({ data: [listed('look', null)] });
        expect(await of('v2/observations?traceId=order%2F1&name=answer')).toMatchObject({
          data: [listed('call', 'look')],
        });
      });
    });

    test('that are wrong do not cost the others, and their results name what is accepted', async () => {
      const batch = [
        event('trace-create', 'tomorrow', { id: 'kept' }),
        event('trace-create', '04', { id: 'kept', name: 'kept' }),
        event('generation-create', '04', { id: uuid(1), traceId: 'kept', level: 'LOUD' }),
        event('score-create', '04', { traceId: 'kept', name: 'n', value: 'x', dataType: 'NUMERIC' }),
        event('dataset-create', '04', { name: 'n' }),
        'x',
        event('sdk-log', '04', { log: 'x' }),
      ];
      const { status, successes, errors } = await send(batch);
      expect([status, successes]).toEqual([207, [{ id: (batch[1] as Json)['id'], status: 201 }]]);
      expect(errors.map(({ message }) => message)).toEqual([
        expect.stringContaining('batch[0].timestamp must be an ISO 8601 time'),
        expect.stringContaining('batch[2].body.level must be one of'),
        expect.stringContaining('batch[3].body.value must be a finite number'),
        expect.stringContaining('batch[4].type must be one of trace-create'),
        'batch[5] must be an object',
      ]);
      await api().sees(async () => expect(await trace('kept')).toMatchObject({ name: 'kept', observations: [] }));
    });

    test('that are not a list are 400', async () => {
      for (const body of [{}, { batch: 'x' }, []]) {
        const { status, body: answer } = await api().post('/api/public/ingestion', body);
        expect([status, answer['code']]).toEqual([400, 'BAD_REQUEST']);
      }
    });
  });
}
