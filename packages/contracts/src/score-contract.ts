import { testUuid as uuid } from '@sluice/testbed/samples';
import type { ApiUnderTest, Json } from './api-under-test';

const [HEX, DASHED, SPAN] = [
  '5b8efff798038103d269b633813fc6e1',
  '5b8efff7-9803-8103-d269-b633813fc6e1',
  'eee19b7ec3c1b1e1',
];
const CHAT = 'scored chat/1';
const NAME = 'score contract';
const at = (second: number): string => `2026-11-20T10:00:0${second}.000Z`;

/** Scores of each type in the order of their times, of a trace of OTLP, a trace of events, a session and a run. */
const SENT = [
  { id: 'sc-0', traceId: HEX, name: NAME, value: 0.5, comment: 'c', metadata: { k: 1 } },
  { id: 'sc-1', traceId: HEX, observationId: SPAN, name: NAME, value: 1, dataType: 'BOOLEAN', environment: 'staging' },
  { id: 'sc-2/?#%', traceId: CHAT, name: NAME, value: 'good' },
  { id: 'sc-3', traceId: CHAT, observationId: 'step', name: NAME, value: 'well said', dataType: 'TEXT' },
  { id: 'sc-4', sessionId: 'scored session', name: NAME, value: 2 },
  { id: 'sc-5', datasetRunId: 'scored run', name: NAME, value: -1 },
  { id: 'sc-6', traceId: HEX, name: 'output', value: 'better', dataType: 'CORRECTION', environment: 'sc-corrected' },
].map((score, second) => ({ ...score, timestamp: at(second) }));

const IDS = SENT.map(({ id }) => id);
const named = `name=${encodeURIComponent(NAME)}`;

/** Tests scores. No other test may send scores with these ids. */
export function describeScoreContract(api: () => ApiUnderTest): void {
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await api().send(`/api/public/${path}`, { headers });
    return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.body.toString()) as Json };
  };
  const dataOf = async (path: string, headers?: Record<string, string>): Promise<readonly Json[]> =>
    (await get(path, headers)).body['data'] as Json[];
  const idsOf = async (path: string) => (await dataOf(path)).map(({ id }) => id);
  const newest = (...numbers: number[]) => numbers.toReversed().map((n) => IDS[n]);

  describe('scores', () => {
    beforeAll(async () => {
      const span = { traceId: HEX, spanId: SPAN, name: 's', attributes: [] };
      const times = { startTimeUnixNano: '1795168800000000000', endTimeUnixNano: '1795168801000000000' };
      const attributes = Object.entries({ 'user.id': 'sc-ada', 'session.id': 'sc-session' }).map(([key, value]) => ({
        ...{ key, value: { stringValue: value } },
      }));
      // Scores come before their traces, as SDKs send them.
      for (const score of SENT) {
        expect(await api().post('/api/public/scores', score)).toEqual({ status: 200, body: { id: score.id } });
      }
      await api().post('/v1/traces', {
        resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, ...times, attributes }] }] }],
      });
      const body = { id: CHAT, name: 'n', tags: ['sc-tag'], timestamp: at(0) };
      const batch = [{ id: 'sc-event', type: 'trace-create', timestamp: at(0), body }];
      expect((await api().post('/api/public/ingestion', { batch })).status).toBe(207);
      await api().sees(async () => expect(await idsOf(`v2/scores?${named}`)).toEqual(newest(0, 1, 2, 3, 4, 5)));
      await api().sees(async () => expect((await get(`traces/${HEX}`)).status).toBe(200));
      await api().sees(async () => expect((await get(`traces/${encodeURIComponent(CHAT)}`)).status).toBe(200));
    });

    test('are listed newest first, those of traces alone by version 1, all by version 2 and 3', async () => {
      expect(await idsOf(`scores?${named}`)).toEqual(newest(0, 1, 2, 3));
      expect(await idsOf('scores?environment=sc-corrected')).toEqual([]);
      expect(await idsOf('v2/scores?environment=sc-corrected')).toEqual(newest(6));
      expect(await idsOf(`v3/scores?${named}`)).toEqual(newest(0, 1, 2, 3, 4, 5));
      const { body } = await get(`v2/scores?${named}&page=2&limit=4`);
      expect(body).toMatchObject({
        data: newest(0, 1).map((id) => ({ id })),
        meta: { page: 2, limit: 4, totalItems: 6, totalPages: 2 },
      });
    });

    test('have the members of their version, and what their trace has', async () => {
      const [boolean] = await dataOf('scores?scoreIds=sc-1');
      const times = { createdAt: expect.any(String) as string, updatedAt: expect.any(String) as string };
      const none = { comment: null, authorUserId: null, configId: null, queueId: null };
      const one = {
        ...{ id: 'sc-1', projectId: 'default', traceId: DASHED, name: NAME, source: 'API' },
        observationId: `00000000-0000-0000-${SPAN.slice(0, 4)}-${SPAN.slice(4)}`,
        ...{ dataType: 'BOOLEAN', value: 1, stringValue: 'True', timestamp: at(1), environment: 'staging' },
        ...{ metadata: {}, ...none, ...times },
      };
      const trace = { userId: 'sc-ada', tags: [], environment: 'default' };
      expect(boolean).toEqual({ ...one, trace });
      const two = { ...one, sessionId: null, datasetRunId: null };
      expect(await dataOf('v2/scores?scoreIds=sc-1')).toEqual([
        { ...two, trace: { ...trace, sessionId: 'sc-session' } },
      ]);
      expect(await dataOf('v2/scores?scoreIds=sc-1&fields=score')).toEqual([two]);
      expect((await get('scores/sc-1')).body).toEqual(one);
      expect((await get('v2/scores/sc-1')).body).toEqual(two);
      expect((await get(`v2/scores/${encodeURIComponent('sc-2/?#%')}`)).body).toMatchObject({
        ...{ id: 'sc-2/?#%', traceId: CHAT, dataType: 'CATEGORICAL', value: 0, stringValue: 'good' },
      });
      const text = (await get('v2/scores/sc-3')).body;
      expect(text).toMatchObject({ traceId: CHAT, observationId: 'step', stringValue: 'well said' });
      expect(text).not.toHaveProperty('value');
      expect(await dataOf('v2/scores?scoreIds=sc-4')).toMatchObject([{ sessionId: 'scored session', trace: null }]);
      expect((await get('v2/scores/sc-6')).body).toMatchObject({ value: 0, stringValue: 'better' });
      for (const path of ['scores/sc-4', 'scores/sc-6', 'v2/scores/sc-none', `v2/scores/${uuid(1)}`]) {
        expect([path, (await get(path)).status]).toEqual([path, 404]);
      }
    });

    test('have one typed value by version 3, and the groups that are requested', async () => {
      const all = await dataOf('v3/scores?id=sc-0,sc-1,sc-3,sc-4,sc-5,sc-6&fields=details,subject,annotation');
      const span = `00000000-0000-0000-${SPAN.slice(0, 4)}-${SPAN.slice(4)}`;
      expect(all.map(({ value, subject }) => [value, subject])).toEqual([
        ['better', { kind: 'trace', id: DASHED }],
        [-1, { kind: 'experiment', id: 'scored run' }],
        [2, { kind: 'session', id: 'scored session' }],
        ['well said', { kind: 'observation', id: 'step', traceId: CHAT }],
        [true, { kind: 'observation', id: span, traceId: DASHED }],
        [0.5, { kind: 'trace', id: DASHED }],
      ]);
      expect(all.at(-1)).toMatchObject({ comment: 'c', metadata: { k: 1 }, configId: null, queueId: null });
      const [core] = await dataOf('v3/scores?id=sc-0&fields=core');
      expect(Object.keys(core ?? {}).sort()).toEqual([
        ...[
          'createdAt',
          'dataType',
          'environment',
          'id',
          'name',
          'projectId',
          'source',
          'timestamp',
          'updatedAt',
          'value',
        ],
      ]);
    });

    test('continue by the cursor of version 3', async () => {
      const found: unknown[] = [];
      for (let cursor: unknown = ''; typeof cursor === 'string';) {
        const { body } = await get(`v3/scores?${named}&limit=2&cursor=${cursor}`);
        const meta = body['meta'] as Json;
        expect(meta).toMatchObject({ limit: 2 });
        found.push(...(body['data'] as Json[]).map(({ id }) => id));
        cursor = meta['cursor'];
      }
      expect(found).toEqual(newest(0, 1, 2, 3, 4, 5));
    });

    test.each([
      ['scores', 'userId=sc-ada', [0, 1]],
      ['scores', 'traceTags=sc-tag', [2, 3]],
      ['v2/scores', 'userId=sc-ada', [0, 1, 6]],
      ['v2/scores', `traceId=${HEX}`, [0, 1, 6]],
      ['v2/scores', `traceId=${encodeURIComponent(CHAT)}`, [2, 3]],
      ['v2/scores', `observationId=step,${SPAN}`, [1, 3]],
      ['v2/scores', 'sessionId=scored+session', [4]],
      ['v2/scores', 'datasetRunId=scored+run', [5]],
      ['v2/scores', `${named}&environment=staging`, [1]],
      ['v2/scores', `${named}&source=API&dataType=TEXT`, [3]],
      ['v2/scores', `${named}&operator=%3E%3D&value=0.5`, [0, 4]],
      ['v2/scores', `${named}&operator=!%3D&value=2`, [0, 5]],
      ['v2/scores', `${named}&fromTimestamp=${at(1)}&toTimestamp=${at(3)}`, [1, 2]],
      ['v2/scores', `${named}&configId=x`, []],
      ['v3/scores', `traceId=${DASHED},${encodeURIComponent(CHAT)}`, [0, 1, 2, 3, 6]],
      ['v3/scores', `traceId=${HEX}&observationId=${SPAN}`, [1]],
      ['v3/scores', 'sessionId=scored+session,x', [4]],
      ['v3/scores', 'experimentId=scored+run', [5]],
      ['v3/scores', `${named}&dataType=numeric&valueMin=0.5&valueMax=2&configId=`, [0, 4]],
      ['v3/scores', `${named}&dataType=numeric&value=2,-1`, [4, 5]],
      ['v3/scores', `${named}&dataType=Boolean&value=true`, [1]],
      ['v3/scores', `${named}&dataType=CATEGORICAL&value=good`, [2]],
      ['v3/scores', `${named}&source=api&environment=staging,x`, [1]],
    ] as const)('are selected: %s?%s', async (path, query, numbers) => {
      expect(await idsOf(`${path}?${query}`)).toEqual(newest(...numbers));
    });

    test.each([
      ['scores', 'operator=%3E', 'operator'],
      ['scores', 'limit=101', 'limit'],
      ['v2/scores', 'value=1', 'value'],
      ['v2/scores', 'fields=trace', 'fields'],
      ['v2/scores', 'fields=score&userId=x', 'userId'],
      ['v2/scores', 'filter=[{}]', 'filter'],
      ['v2/scores', 'dataType=numeric', 'dataType'],
      ['v3/scores', 'fields=trace', 'fields'],
      ['v3/scores', 'page=1', 'page'],
      ['v3/scores', 'value=1', 'value'],
      ['v3/scores', 'valueMin=1&dataType=TEXT', 'valueMin'],
      ['v3/scores', 'observationId=x', 'observationId'],
      ['v3/scores', 'traceId=x&sessionId=y', 'sessionId'],
      ['v3/scores', 'cursor=x', 'cursor'],
      ['v3/scores', 'source=x', 'source'],
    ])('refuse %s?%s with the name of the parameter', async (path, query, name) => {
      const { status, body } = await get(`${path}?${query}`);
      expect([status, String(body['message']).slice(0, name.length + 1)]).toEqual([400, `${name}:`]);
    });

    test('are in the answer of their trace, and their ids in lists; corrections are not', async () => {
      expect((await get(`traces/${HEX}`)).body['scores']).toMatchObject([
        { id: 'sc-1', value: 1, stringValue: 'True', traceId: DASHED },
        { id: 'sc-0', value: 0.5, traceId: DASHED, metadata: { k: 1 } },
      ]);
      expect((await get(`traces/${encodeURIComponent(CHAT)}`)).body['scores']).toMatchObject([
        { id: 'sc-3' },
        { id: 'sc-2/?#%' },
      ]);
      const list = 'traces?sessionId=sc-session&fields=';
      expect(await dataOf(`${list}scores`)).toMatchObject([{ id: DASHED, scores: newest(0, 1) }]);
      expect(await dataOf(`${list}core`)).toMatchObject([{ id: DASHED, scores: [] }]);
      expect((await get(`traces/${HEX}?fields=core`)).body['scores']).toEqual([]);
      expect((await get('sessions/sc-session')).body['traces']).toMatchObject([{ scores: newest(0, 1) }]);
    });

    test('have the ids that SDKs hold', async () => {
      const sdk = { 'x-langfuse-sdk-name': 'python' };
      const own = { traceId: HEX, observationId: SPAN };
      expect(await dataOf('v2/scores?scoreIds=sc-1', sdk)).toMatchObject([own]);
      expect((await get('scores/sc-1', sdk)).body).toMatchObject(own);
      expect((await get(`traces/${HEX}`, sdk)).body['scores']).toMatchObject([own, { traceId: HEX }]);
      const subject = { kind: 'observation', id: SPAN, traceId: HEX };
      expect(await dataOf('v3/scores?id=sc-1&fields=subject', sdk)).toMatchObject([{ subject }]);
    });

    test.each(['scores?scoreIds=sc-0', 'v2/scores/sc-0', 'v3/scores?id=sc-0', `traces/${HEX}`])(
      'are answered 304 to a client that has %s, until one changes',
      async (path) => {
        const first = await get(path);
        const known = { 'If-None-Match': first.headers.get('etag') ?? '' };
        expect((await api().send(`/api/public/${path}`, { headers: known })).status).toBe(304);
        const changed = { ...SENT[0], comment: `changed for ${path}` };
        expect((await api().post('/api/public/scores', changed)).status).toBe(200);
        await api().sees(async () => expect((await get(path, known)).status).toBe(200));
      },
    );
  });
}
