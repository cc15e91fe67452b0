import { testUuid } from '@sluice/testbed/samples';
import type { Express } from 'express';
import { closeGateways, ERROR, post, setUp } from './gateway.testing';

afterAll(closeGateways);

const PATH = '/api/public/scores';
const score = (others: object = {}) => ({ traceId: testUuid(1), name: 'quality', value: 0.5, ...others });
const send = (app: Express, body: object) => post(app, PATH).send(body);

describe('POST /api/public/scores', () => {
  test('answers one score with its id as sent, when it is safe', async () => {
    const { app, records } = await setUp();
    const { status, body, headers } = await send(app, score({ id: '0123456789ABCDEF' }));
    expect([status, body, headers['sluice-receipt']]).toEqual([200, { id: '0123456789ABCDEF' }, 'stored']);
    expect(records).toMatchObject([
      { kind: 'score', scores: [{ id: '0123456789ABCDEF', traceId: testUuid(1), name: 'quality', value: 0.5 }] },
    ]);
  });

  test.each([undefined, null, ''])('gives a score with the id %p a new one', async (id) => {
    const { app, records } = await setUp();
    const ids = [await send(app, score({ id })), await send(app, score({ id }))].map(
      ({ body }) => (body as { readonly id: string }).id,
    );
    expect(new Set(ids).size).toBe(2);
    expect(records).toMatchObject(ids.map((each) => ({ scores: [{ id: each }] })));
  });

  test('answers a list with 202, and with 207 where it refuses some', async () => {
    const { app, records } = await setUp();
    const all = await send(app, [score({ id: 'a' }), score({ id: 'b', traceId: 'text' }), score({ id: 'c' })]);
    expect([all.status, all.body, all.headers['sluice-receipt']]).toEqual([202, { message: 'Accepted' }, 'stored']);
    expect(records).toMatchObject([{ scores: [{ id: 'a' }, { id: 'c' }] }, { scores: [{ id: 'b' }] }]);
    const some = await send(app, [score({ id: 'd' }), score({ configId: 'x' }), 5]);
    expect([some.status, some.body]).toEqual([
      207,
      {
        ...{ accepted: 1, rejected: 2 },
        errors: [
          { message: '[1].configId must be the id of a score config: no score config has this id' },
          { message: '[2] must be an object' },
        ],
      },
    ]);
    expect(records.slice(2)).toMatchObject([{ scores: [{ id: 'd' }] }]);
    const none = await send(app, [score({ value: null })]);
    expect([none.status, none.body]).toMatchObject([207, { accepted: 0, rejected: 1 }]);
    expect([(await send(app, [])).status, records.length]).toEqual([202, 3]);
  });

  test('of two scores of a list with one id the later one has the higher stamp, also in another trace', async () => {
    const { app, records } = await setUp();
    const traces = [2, 1, 2].map(testUuid);
    await send(
      app,
      ['x', 'a', 'a'].map((id, n) => score({ id, value: n, traceId: traces[n] })),
    );
    const sent = records.flatMap((record) => (record.kind === 'score' ? record.scores : []));
    const [first, last] = sent.filter(({ id }) => id === 'a').sort((a, b) => (a.stamp < b.stamp ? -1 : 1));
    expect([sent.length, first?.value, last?.value]).toEqual([3, 1, 2]);
  });

  test('redacts secrets in metadata', async () => {
    const { app, records } = await setUp();
    await send(app, score({ metadata: { api_key: 'sk-1', deep: { password: 'x', page: 1 } } }));
    const text = '{"api_key":"[redacted]","deep":{"password":"[redacted]","page":1}}';
    expect(records).toMatchObject([{ scores: [{ metadata: text }] }]);
  });

  test('a wrong score is 400 with the member, a list or a body above its limit 413, and nothing is stored', async () => {
    const { app, records } = await setUp({ MAX_BODY_BYTES: '100KiB' });
    const { status, body } = await send(app, score({ value: 'x', dataType: 'NUMERIC' }));
    const message = 'value must be a finite number for the dataType NUMERIC';
    expect([status, body]).toEqual([400, { ...ERROR, code: 'BAD_REQUEST', message }]);
    expect((await send(app, Array(1001).fill(1) as object)).status).toBe(413);
    expect((await send(app, score({ comment: 'x'.repeat(102_400) }))).status).toBe(413);
    expect(records).toEqual([]);
  });

  test('counts scores and refusals, and acknowledges nothing while the store is away', async () => {
    const { app, metrics, state } = await setUp({}, { deadlineMs: 200 });
    await send(app, [score(), score({ traceId: testUuid(2) }), 'x']);
    const { body } = await metrics.expose();
    expect(body).toMatch(/sluice_gateway_items_accepted_total\{source="score"\} 2/);
    expect(body).toMatch(/sluice_gateway_rejected_total\{source="score",reason="invalid"\} 1/);
    state.away = true;
    expect((await send(app, score())).status).toBe(503);
  });
});
