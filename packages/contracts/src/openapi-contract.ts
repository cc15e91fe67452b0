import * as zlib from 'node:zlib';
import { openApiDocument } from '@sluice/api';
import { otlpProtobuf, testUuid as uuid, zstdFrame } from '@sluice/testbed/samples';
import type { ApiUnderTest, Json, RawAnswer } from './api-under-test';
import {
  GETS,
  LOGS,
  NAME,
  POINT,
  READS,
  READS_THAT_NAME_IGNORED,
  READS_WITH_CREDENTIALS,
  SPAN,
  TOO_MANY_ITEMS,
  TRACE,
  WRITES,
  pointsOf,
  spansOf,
} from './documented-requests';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const PROTOBUF_TYPE = { 'Content-Type': 'application/x-protobuf' };

/** Paths of the stored score. */
const SCORES = [`scores/${NAME}`, `v2/scores/${NAME}`];

const messageOf = ({ body }: RawAnswer): string => (JSON.parse(body.toString()) as { message: string }).message;

/** Tests every operation of the OpenAPI document, with a request that succeeds and one that is refused. */
export function describeOpenApiContract(api: () => ApiUnderTest): void {
  const get = (path: string, headers: Record<string, string> = {}): Promise<RawAnswer> => api().send(path, { headers });
  const post = (
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = JSON_TYPE,
  ): Promise<RawAnswer> => api().send(path, { method: 'POST', headers, body });

  describe('what is sent and read', () => {
    test.each(WRITES)('POST %s stores', async (path, body, success) => {
      expect((await post(path, JSON.stringify(body))).status).toBe(success);
    });

    test.each(WRITES)(
      'POST %s stores zstd where Node has it, otherwise 400 names gzip',
      async (path, body, success) => {
        const headers = { ...JSON_TYPE, 'Content-Encoding': 'zstd' };
        const answer = await post(path, Uint8Array.from(zstdFrame(JSON.stringify(body))), headers);
        expect(answer.status).toBe('zstdDecompress' in zlib ? success : 400);
        if (answer.status === 400) expect(messageOf(answer)).toContain('must be gzip');
      },
    );

    test('a list of scores is 202, and 207 where some are refused', async () => {
      const score = { traceId: TRACE, name: NAME, value: 1 };
      for (const [list, status] of [
        [[{ ...score, id: NAME }], 202],
        [[{ ...score, id: NAME }, {}], 207],
      ] as const) {
        expect((await post('/api/public/scores', JSON.stringify(list))).status).toBe(status);
      }
    });

    test.each([
      ['traces', 'trace', spansOf({ ...SPAN, spanId: '0000000000000001' }, { ...SPAN, traceId: '00' })],
      ['metrics', 'metrics', pointsOf(POINT, {})],
      ['logs', 'logs', LOGS],
    ] as const)(
      'OTLP %s are answered in the encoding of the request, also where one was refused',
      async (path, signal, body) => {
        for (const [headers, sent] of [
          [JSON_TYPE, JSON.stringify(body)],
          [PROTOBUF_TYPE, otlpProtobuf(body, signal)],
        ] as const) {
          for (const base of ['/api/public/otel', '']) {
            const answer = await post(`${base}/v1/${path}`, sent, headers);
            expect([answer.status, answer.headers.get('content-type')]).toEqual([200, headers['Content-Type']]);
            expect(answer.body.length).toBeGreaterThan(0);
          }
        }
      },
    );

    test.each(GETS)('GET %s answers, with Bearer and with Basic, and HEAD the same without a body', async (path) => {
      const bearer = await get(path);
      expect(bearer.status).toBe(200);
      expect((await get(path, { Authorization: api().basic })).body).toEqual(bearer.body);
      const head = await api().send(path, { method: 'HEAD' });
      expect(head.status).toBe(200);
      for (const name of ['content-type', 'content-length']) {
        expect(head.headers.get(name)).toBe(bearer.headers.get(name));
      }
    });

    test.each(READS_THAT_NAME_IGNORED)('GET %s names the parameters that it has ignored', async (path) => {
      const { status, headers } = await get(`${path}${path.includes('?') ? '&' : '?'}offset=1&a%2Cb=2`);
      expect([status, headers.get('sluice-ignored-parameters')]).toEqual([200, 'offset, a%2Cb']);
    });

    test('the lists have something, with and without each group of fields', async () => {
      for (const fields of ['', 'core', 'io', 'observations', 'metrics', 'scores', 'summary']) {
        const list = await get(`/api/public/traces?name=${NAME}&fields=${fields}`);
        expect(JSON.parse(list.body.toString())).toMatchObject({ data: [{ id: TRACE }] });
        expect((await get(`/api/public/traces/${TRACE}?fields=${fields}`)).status).toBe(200);
      }
      const series = await get(`/api/public/metrics/query?name=${NAME}&group_by=l`);
      expect(JSON.parse(series.body.toString())).toMatchObject({ data: [{ labels: { l: 'a' } }] });
      const daily = await get(`/api/public/metrics/daily?traceName=${NAME}`);
      expect(JSON.parse(daily.body.toString())).toMatchObject({ data: [{ usage: [{ model: 'gpt-4o' }] }] });
    });

    test.each([`/api/public/traces?name=${NAME}`, `/api/public/traces/${TRACE}?`])(
      'GET %s adds a summary where it is requested, and changes nothing else',
      async (path) => {
        const first = async (fields: string): Promise<Json> => {
          const body = JSON.parse((await get(`${path}&fields=${fields}`)).body.toString()) as Json;
          return Array.isArray(body.data) ? (body.data[0] as Json) : body;
        };
        const summary = { observationCount: 3, errorCount: 0, warningCount: 0, models: ['gpt-4o'] };
        const tokens = { inputTokens: 0, outputTokens: 0, totalTokens: 3 };
        const previews = { inputPreview: null, outputPreview: null };
        for (const others of ['core', 'io,metrics', 'observations']) {
          expect(await first(`${others},summary`)).toEqual({
            ...(await first(others)),
            ...{ ...summary, ...tokens, ...previews, outcome: 'ok', isOpen: true, failure: null },
          });
        }
      },
    );

    test.each([
      `/api/public/traces?name=${NAME}`,
      `/api/public/traces/${TRACE}`,
      `/api/public/observations/${uuid(1)}?traceId=${TRACE}`,
      `/api/public/sessions/${NAME}`,
      `/api/public/observations?ids=${uuid(1)}&traceId=${TRACE}`,
      `/api/public/observations?traceId=${TRACE}&limit=1`,
      `/api/public/v2/observations?traceId=${TRACE}`,
    ])('GET %s answers 304 to a client that has it, until something has changed', async (path) => {
      const first = await get(path);
      const known = { 'If-None-Match': `"another", ${first.headers.get('etag')}` };
      const again = await get(path, known);
      expect([again.status, again.body.length, again.headers.get('etag')]).toEqual([304, 0, first.headers.get('etag')]);
      const { status } = await post('/v1/l/batch', JSON.stringify({ trace: { id: TRACE, metadata: { path } } }));
      expect(status).toBe(200);
      const changed = await get(path, known);
      expect(changed.status).toBe(200);
      expect(changed.headers.get('etag')).not.toBe(first.headers.get('etag'));
    });

    test.each(['scores', 'v2/scores', 'v3/scores', ...SCORES])(
      'GET /api/public/%s answers 304 to a client that has it',
      async (path) => {
        const first = await get(`/api/public/${path}?id=`);
        const again = await get(`/api/public/${path}?id=`, { 'If-None-Match': first.headers.get('etag') ?? '' });
        expect([again.status, again.body.length]).toEqual([304, 0]);
      },
    );

    test.each(SCORES)('GET /api/public/%s names no score of another id', async (path) => {
      expect((await get(`/api/public/${path}x`)).status).toBe(404);
    });

    test('a trace comes without the values of its observations, where those are not requested', async () => {
      const path = `/api/public/traces/${TRACE}`;
      const all = JSON.parse((await get(`${path}?observationFields=all`)).body.toString()) as Json;
      expect(JSON.parse((await get(path)).body.toString())).toEqual(all);
      const core = JSON.parse((await get(`${path}?observationFields=core`)).body.toString()) as Json;
      const values = { input: null, output: null, metadata: {}, modelParameters: null };
      const bytes = (value: unknown): number => (value === null ? 0 : JSON.stringify(value).length);
      const sizes = ({ input, output, metadata }: Json): Json => ({
        input: bytes(input),
        output: bytes(output),
        metadata: Object.keys(metadata as object).length === 0 ? 0 : bytes(metadata),
      });
      expect(core).toEqual({
        ...all,
        observations: (all.observations as Json[]).map((each) => ({ ...each, ...values, sizes: sizes(each) })),
      });
    });

    test('observations are found by their ids, with and without their trace', async () => {
      const ids = [uuid(1), '00f067aa0ba902b7', uuid(0xdead), 'no-id'];
      const path = '/api/public/observations';
      const ofTrace = JSON.parse((await get(`/api/public/traces/${TRACE}`)).body.toString()) as Json;
      const wanted = (ofTrace.observations as Json[]).filter(({ id }) => id === uuid(1) || String(id).endsWith('02b7'));
      expect(wanted).toHaveLength(2);
      const list = JSON.parse((await get(`${path}?traceId=${TRACE}&ids=${ids.join()}`)).body.toString()) as Json;
      expect(list).toMatchObject({ data: wanted, meta: { totalItems: 2, totalPages: 1 } });
      for (const observation of wanted) {
        const one = await get(`${path}/${String(observation.id)}?traceId=${TRACE.toUpperCase()}`);
        expect(JSON.parse(one.body.toString())).toMatchObject({ ...observation, projectId: 'default', modelId: null });
      }
      expect((await get(`${path}/00f067aa0ba902b7`)).status).toBe(200);
    });

    test('observations are listed, by pages and by a cursor, newest first', async () => {
      const read = async (path: string): Promise<Json> => JSON.parse((await get(path)).body.toString()) as Json;
      const ofTrace = await read(`/api/public/traces/${TRACE}`);
      const newest = (ofTrace.observations as Json[]).toReversed().map(({ id }) => id);
      const list = await read(`/api/public/observations?traceId=${TRACE}&limit=2`);
      expect((list.data as Json[]).map(({ id }) => id)).toEqual(newest.slice(0, 2));
      expect(list.meta).toEqual({ page: 1, limit: 2, totalItems: 3, totalPages: 2 });
      const scan = `/api/public/v2/observations?traceId=${TRACE}&limit=2&fields=`;
      const all = 'core,basic,time,io,metadata,model,usage,prompt,metrics,trace_context';
      const first = await read(`${scan}${all}`);
      const cursor = encodeURIComponent((first.meta as { cursor: string }).cursor);
      const rest = await read(`${scan}core&cursor=${cursor}`);
      expect([...(first.data as Json[]), ...(rest.data as Json[])].map(({ id }) => id)).toEqual(newest);
      expect(rest.meta).toEqual({});
      expect(Object.keys((rest.data as Json[])[0] ?? {})).not.toContain('name');
    });

    test('a session is listed, and has its traces as the list has them', async () => {
      const read = async (path: string): Promise<Json> => JSON.parse((await get(path)).body.toString()) as Json;
      const fields = 'io,metrics,summary';
      const list = await read(`/api/public/traces?sessionId=${NAME}&fields=${fields}`);
      const detail = await read(`/api/public/sessions/${NAME}?fields=${fields}`);
      expect(detail.traces).toEqual(list.data);
      expect(detail.traces).toHaveLength(1);
      const { traces, ...session } = await read(`/api/public/sessions/${NAME}`);
      expect(traces).toMatchObject([
        { id: TRACE, sessionId: NAME, observations: [], latency: expect.any(Number) as number },
      ]);
      const [trace] = list.data as Json[];
      expect(session).toEqual({ id: NAME, createdAt: trace?.timestamp, projectId: 'default', environment: 'default' });
      const began = Date.parse(String(session.createdAt));
      const [at, after] = [began, began + 1].map((time) => encodeURIComponent(new Date(time).toISOString()));
      const window = (to = '') => `/api/public/sessions?fromTimestamp=${at}&toTimestamp=${to}&environment=x,default`;
      expect((await read(window(after))).data).toContainEqual(session);
      expect((await read(window(at))).data).not.toContainEqual(session);
      expect((await read('/api/public/sessions?environment=x')).data).toEqual([]);
      const walked = await read('/api/public/sessions?cursor=newest&fields=summary&environment=default');
      for (const order of ['totalCost', 'lastTimestamp&cursor=newest']) {
        expect((await read(`/api/public/sessions?environment=default&orderBy=${order}`)).data).toContainEqual(session);
      }
      const summary = { traceCount: 1, failedTraceCount: 0, isWhole: true, users: [], inputPreview: null };
      expect(walked.data).toContainEqual(expect.objectContaining({ ...session, ...summary }));
      expect(walked.meta).toMatchObject({ nextCursor: null });
      const { headers } = await get('/api/public/sessions');
      const again = await get('/api/public/sessions', { 'If-None-Match': headers.get('etag') ?? '' });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    });

    test('/api/public/openapi.json is the document, for everybody', async () => {
      const { status, headers, body } = await get('/api/public/openapi.json', { Authorization: '' });
      expect(status).toBe(200);
      expect(JSON.parse(body.toString())).toEqual(openApiDocument);
      const again = await get('/api/public/openapi.json', { 'If-None-Match': headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    });
  });

  describe('what is refused', () => {
    const wrong = { Authorization: 'Bearer wrong' };

    test.each(READS_WITH_CREDENTIALS)('GET %s without credentials: 401', async (path) => {
      expect((await get(path, wrong)).status).toBe(401);
      expect((await api().send(path, { method: 'HEAD', headers: wrong })).status).toBe(401);
    });

    test.each(WRITES)('POST %s without credentials: 401', async (path) => {
      expect((await post(path, '{', wrong)).status).toBe(401);
    });

    test.each(WRITES)('POST %s for a page of another origin, with the credentials of a browser: 403', async (path) => {
      const headers = { ...JSON_TYPE, Origin: 'https://another.example', Authorization: api().basic };
      expect((await post(path, '{', headers)).status).toBe(403);
    });

    test.each(WRITES)('POST %s with what is no JSON, or damaged gzip: 400', async (path) => {
      expect((await post(path, '{')).status).toBe(400);
      expect((await post(path, '{}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' })).status).toBe(400);
      expect(messageOf(await post(path, '{}', { ...JSON_TYPE, 'Content-Encoding': 'br' }))).toContain(
        'Content-Encoding',
      );
    });

    test('POST /api/public/otel/v1/traces with another type, or with no good span: 400', async () => {
      const path = '/api/public/otel/v1/traces';
      expect(messageOf(await post(path, '{}', { 'Content-Type': 'text/plain' }))).toContain('Content-Type');
      expect(messageOf(await post(path, JSON.stringify(spansOf({ ...SPAN, traceId: '00' }))))).toContain('traceId');
      expect((await post(path, '{', PROTOBUF_TYPE)).status).toBe(400);
    });

    test('POST /v1/metrics/batch with a key that is too long: 400', async () => {
      const answer = await post('/v1/metrics/batch', '{"metrics":[]}', { 'Idempotency-Key': 'k'.repeat(256) });
      expect(answer.status).toBe(400);
      expect(messageOf(answer)).toContain('Idempotency-Key');
    });

    test.each(TOO_MANY_ITEMS)('POST %s with more items than the limit: 413', async (path, body) => {
      expect((await post(path, JSON.stringify(body))).status).toBe(413);
    });

    // Log records are only counted: only the body can be too large.
    test.each(['/api/public/otel/v1/logs', '/v1/logs'])('POST %s with too many bytes: 413', async (path) => {
      expect((await post(path, ' '.repeat(20 * 2 ** 20 + 1))).status).toBe(413);
    });

    test.each([
      '/api/public/traces?limit=0',
      '/api/public/metrics/daily?limit=1001',
      '/api/public/metrics/query',
      '/api/public/observations?type=NOPE',
      '/api/public/observations?limit=101',
      '/api/public/v2/observations?limit=1001',
      '/api/public/v2/observations?cursor=x',
      '/api/public/v2/observations?parseIoAsJson=true',
      '/api/public/v2/observations?filter=[{"type":"string","column":"height","operator":"=","value":"x"}]',
      `/api/public/observations?ids=${Array.from({ length: 51 }, (_, n) => n).join()}`,
      '/api/public/observations?ids=x&level=ERROR',
      '/api/public/observations/groups',
      '/api/public/observations/groups?by=height',
      '/api/public/observations/groups?by=tool&interval=week',
      '/api/public/observations/groups?by=tool&interval=hour&fromStartTime=2000-01-01T00:00:00Z',
      '/api/public/projects?x=%zz',
      '/api/public/traces?userID=ada',
      '/api/public/health?failIfNoRecentEvents=true',
    ])('GET %s: 400', async (path) => {
      expect((await get(path)).status).toBe(400);
    });

    test('a trace that is not there, and text that is no id: 404', async () => {
      expect((await get(`/api/public/traces/${uuid(0xdead)}`)).status).toBe(404);
      expect((await get('/api/public/traces/no-id')).status).toBe(404);
      expect((await get('/api/public/sessions/none')).status).toBe(404);
      for (const path of [uuid(0xdead), 'no-id', `${uuid(1)}?traceId=no-id`, `${uuid(1)}?traceId=${uuid(0xdead)}`]) {
        expect((await get(`/api/public/observations/${path}`)).status).toBe(404);
      }
    });

    test('reads with a receipt that is none: 400', async () => {
      for (const path of READS) {
        expect([path, (await get(path, { 'Sluice-Receipt': 'x' })).status]).toEqual([path, 400]);
      }
    });

    test('a trace with an undecodable query: 400', async () => {
      expect((await get(`/api/public/traces/${TRACE}?fields=%ff`)).status).toBe(400);
    });

    test.each(['GET /unknown', 'DELETE /api/public/traces', 'GET /v1/l/batch', 'POST /healthz', 'OPTIONS /healthz'])(
      '%s, which the document does not have: 404',
      async (request) => {
        const [method = '', path = ''] = request.split(' ');
        expect((await api().send(path, { method })).status).toBe(404);
      },
    );
  });
}
