import { gzipSync } from 'node:zlib';
import { testUuid } from '@sluice/testbed/samples';
import type { Express } from 'express';
import { closeGateways, ERROR, post, setUp } from './gateway.testing';

afterAll(closeGateways);

const PATH = '/api/public/ingestion';
const event = (id: unknown, type = 'trace-create', body: object = { id: testUuid(1) }) => ({
  ...{ id, type, body },
  timestamp: '2026-11-20T10:00:00Z',
});
const send = (app: Express, batch: unknown) => post(app, PATH).send({ batch, metadata: { sdk_name: 'x' } });

describe('POST /api/public/ingestion', () => {
  test('answers 207 with a result for each event, in their order, when the good ones are safe', async () => {
    const { app, records } = await setUp();
    const batch = [event('a'), event('b', 'tea-create'), 'x', event('c', 'span-create', { id: 's', traceId: 'text' })];
    const { status, body, headers } = await send(app, batch);
    expect([status, headers['sluice-receipt']]).toEqual([207, 'stored']);
    expect(body).toEqual({
      successes: [
        { id: 'a', status: 201 },
        { id: 'c', status: 201 },
      ],
      errors: [
        {
          ...{ id: 'b', status: 400, error: 'InvalidRequestError' },
          message: expect.stringMatching(/^batch\[1\]\.type must be one of trace-create/) as string,
        },
        { id: 'unknown', status: 400, error: 'InvalidRequestError', message: 'batch[2] must be an object' },
      ],
    });
    expect(records).toMatchObject([{ traceId: testUuid(1) }, { observations: [{ type: 'SPAN' }] }]);
  });

  test('a log of an SDK is in neither list, and an empty batch has two empty lists', async () => {
    const { app, records } = await setUp();
    for (const batch of [[event('a', 'sdk-log', { log: 'x' })], []]) {
      const { status, body } = await send(app, batch);
      expect([status, body]).toEqual([207, { successes: [], errors: [] }]);
    }
    expect(records).toEqual([]);
  });

  test('stores scores, and refuses a wrong one alone', async () => {
    const { app, records } = await setUp();
    const score = { traceId: 'text', name: 'n', value: 1 };
    const batch = [
      event('a', 'score-create', score),
      event('b', 'score-create', { ...score, source: 'EVAL' }),
      event('c', 'score-create', { ...score, id: 'own' }),
    ];
    const { body } = await send(app, batch);
    expect(body).toMatchObject({
      successes: [{ id: 'a' }, { id: 'c' }],
      errors: [{ id: 'b', message: 'batch[1].body.source must be API, or ANNOTATION with configId' }],
    });
    expect(records).toMatchObject([{ scores: [{ id: 'a', sentTraceId: 'text' }] }, { scores: [{ id: 'own' }] }]);
  });

  test('a body without a list is 400, one above the limits 413', async () => {
    const { app, records } = await setUp({ MAX_BODY_BYTES: '1KiB' });
    for (const batch of [undefined, null, {}, 'x']) {
      const { status, body } = await send(app, batch);
      expect([status, body]).toEqual([400, { ...ERROR, code: 'BAD_REQUEST' }]);
    }
    expect((await send(app, [event('x'.repeat(800), 'trace-create', { name: 'x'.repeat(900) })])).status).toBe(413);
    expect(records).toEqual([]);
  });

  test('takes gzip, and a large body in another thread, with the same results', async () => {
    const { app, records } = await setUp();
    const batch = Array.from({ length: 3000 }, (_, n) =>
      n % 1000 === 7 ? 'x' : event(`e${n}`, 'trace-create', { id: testUuid(n), input: 'x'.repeat(1000) }),
    );
    const { status, body } = await post(app, PATH)
      .set('Content-Encoding', 'gzip')
      .set('Content-Type', 'application/json')
      .serialize((x: unknown) => x as string)
      .send(gzipSync(JSON.stringify({ batch })));
    expect(status).toBe(207);
    const { successes, errors } = body as Record<'successes' | 'errors', readonly { readonly id: string }[]>;
    expect([successes.length, errors.map(({ id }) => id)]).toEqual([2997, Array(3).fill('unknown')]);
    expect(successes[2996]?.id).toBe('e2999');
    expect(records).toHaveLength(2997);
  });

  test('counts refused events, and nothing is acknowledged while the store is away', async () => {
    const { app, metrics, state } = await setUp({}, { deadlineMs: 200 });
    await send(app, [event('a'), 'x', 'y']);
    expect((await metrics.expose()).body).toMatch(/sluice_gateway_rejected_total\{source="event",reason="invalid"\} 2/);
    state.away = true;
    expect((await send(app, [event('a')])).status).toBe(503);
  });
});
