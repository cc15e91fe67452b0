import { testUuid as uuid } from '@sluice/testbed/samples';
import type { ApiUnderTest, Json } from './api-under-test';

/** Tests the selection of traces beyond plain parameters. No other test may send traces with names that begin with `selected`. */
export function describeSelectionContract(api: () => ApiUnderTest): void {
  const get: ApiUnderTest['get'] = (path) => api().get(path);
  const post: ApiUnderTest['post'] = (...args) => api().post(...args);
  const sees: ApiUnderTest['sees'] = (check) => api().sees(check);

  describe('selected traces', () => {
    const [fast, slow] = [uuid(0xb1), uuid(0xb2)];
    /** Texts below a trace; another text is repeated until it is stored in pieces. */
    const step = {
      name: 'fetch_page',
      statusMessage: 'Timed out after 5.0s',
      output: `${'what is repeated, '.repeat(500)} and the purple elephant`,
      metadata: { tenant: 'acme_1' },
    };
    const trace = (id: string, name: string, seconds: number, more: object) => ({
      trace: { id, name, timestamp: '2026-11-20T10:00:00.0005Z', ...more },
      observations: [
        {
          id: uuid(1),
          startTime: '2026-11-20T10:00:00Z',
          endTime: `2026-11-20T10:00:0${seconds}Z`,
          totalTokens: 10 * seconds,
          level: seconds === 1 ? 'WARNING' : 'ERROR',
          ...(seconds === 1 && { model: 'selected-model' }),
          ...(seconds === 2 && step),
        },
      ],
    });

    /** JSON of a sender that writes ASCII only. */
    const input = String.raw`{"prompt":"\u0416\u0436 says \"\u4f60\u597d\"\n100% \ud83d\ude00"}`;

    beforeAll(async () => {
      const batch = JSON.stringify(
        trace(fast, 'selected fast', 1, { userId: 'selected-1', tags: ['x', 'y'], input: 0 }),
      );
      const headers = { 'Content-Type': 'application/json' };
      const body = batch.replace('"input":0', () => `"input":${input}`);
      expect((await api().send('/v1/l/batch', { method: 'POST', headers, body })).status).toBe(200);
      await post('/v1/l/batch', trace(slow, 'selected slow', 2, { environment: 'selected', tags: ['y', 'z'] }));
    });

    const own = { type: 'string', column: 'name', operator: 'starts with', value: 'selected' };
    const time = { type: 'datetime', column: 'timestamp', value: '2026-11-20T10:00:00Z' };
    const ids = async (conditions: readonly object[], more = ''): Promise<unknown> => {
      const filter = encodeURIComponent(JSON.stringify([own, ...conditions]));
      const { body } = await get(`/api/public/traces?fields=core&orderBy=id.asc&filter=${filter}${more}`);
      return body['message'] ?? (body['data'] as Json[]).map(({ id }) => id);
    };

    test.each<[readonly object[], readonly string[]]>([
      [[], [fast, slow]],
      [[{ type: 'number', column: 'latency', operator: '>', value: 1 }], [slow]],
      [[{ type: 'number', column: 'totalTokens', operator: '<=', value: 10 }], [fast]],
      [[{ type: 'null', column: 'userId', operator: 'is null', value: '' }], [slow]],
      [[{ type: 'stringOptions', column: 'level', operator: 'any of', value: ['ERROR'] }], [slow]],
      [[{ type: 'stringOptions', column: 'outcome', operator: 'any of', value: ['failed', 'ok'] }], [slow]],
      [[{ type: 'boolean', column: 'isOpen', operator: '=', value: true }], []],
      [[{ type: 'number', column: 'warningCount', operator: '>=', value: 1 }], [fast]],
      [[{ type: 'string', column: 'userId', operator: 'does not contain', value: 'x' }], [fast]],
      [[{ type: 'stringOptions', column: 'environment', operator: 'none of', value: ['selected'] }], [fast]],
      [[{ type: 'stringOptions', column: 'id', operator: 'any of', value: [slow.replaceAll('-', '')] }], [slow]],
      [[{ type: 'arrayOptions', column: 'tags', operator: 'any of', value: ['x', 'z'] }], [fast, slow]],
      [[{ type: 'null', column: 'tags', operator: 'is not null', value: '' }], [fast, slow]],
      [[{ type: 'null', column: 'tags', operator: 'is null', value: '' }], []],
      [[{ type: 'arrayOptions', column: 'tags', operator: 'all of', value: ['x', 'y'] }], [fast]],
      [[{ type: 'arrayOptions', column: 'model', operator: 'any of', value: ['selected-model', 'x'] }], [fast]],
      [[{ type: 'arrayOptions', column: 'model', operator: 'none of', value: ['selected-model'] }], [slow]],
      [[{ ...time, operator: '<=' }], [fast, slow]],
      [[{ ...time, operator: '>' }], []],
    ])('the conditions %j select', async (conditions, selected) => {
      await sees(async () => expect(await ids(conditions)).toEqual(selected));
    });

    test('conditions stand in place of the parameters for their column, and hold beside all others', async () => {
      await sees(async () => expect(await ids([], '&name=another')).toEqual([fast, slow]));
      expect(await ids([], '&userId=selected-1')).toEqual([fast]);
      expect(await ids([{ ...time, operator: '>=' }], '&toTimestamp=2026-01-01')).toEqual([fast, slow]);
    });

    test('the values of a field are listed, of all traces or of some', async () => {
      const values = async (query: string): Promise<unknown> => {
        const { body } = await get(`/api/public/traces/values?${query}`);
        return body['message'] ?? [...(body['data'] as Json[]).map(({ value }) => value), body['meta']];
      };
      await sees(async () =>
        expect(await values('field=name&prefix=selected')).toEqual([
          'selected fast',
          'selected slow',
          { truncated: false },
        ]),
      );
      expect(await values('field=name&prefix=selected&limit=1')).toEqual(['selected fast', { truncated: true }]);
      expect(await values('field=tags&userId=selected-1')).toEqual(['x', 'y', { truncated: false }]);
      expect(await values('field=userId&prefix=SELECTED')).toEqual([{ truncated: false }]);
      expect(await values('field=type')).toMatch(/^field: expected one of name, userId, .*, got "type"$/);
      expect(await values('prefix=x')).toMatch(/^field: required, one of name, /);
    });

    const searched = async (text: string, more = ''): Promise<Json> => {
      const filter = encodeURIComponent(JSON.stringify([own]));
      return (await get(`/api/public/traces?filter=${filter}&q=${encodeURIComponent(text)}${more}`)).body;
    };

    /** Ids of all traces that a search finds, which it continues like a client: one answer covers what was read within its time limit. */
    const searchedWhole = async (text: string, more: string): Promise<unknown> => {
      const ids: unknown[] = [];
      for (let next = ''; ;) {
        const { data, meta, message } = await searched(text, more + next);
        if (message !== undefined) return message;
        const found = data as Json[];
        const { searchedTo, totalItems, totalPages } = meta as Json;
        expect([totalItems, totalPages]).toEqual([found.length, Math.min(found.length, 1)]);
        ids.push(...found.map(({ id }) => id));
        if (typeof searchedTo !== 'string') return ids;
        next = `&searchFrom=${encodeURIComponent(searchedTo)}`;
      }
    };

    test.each<[string, string, readonly string[]]>([
      ['SELECTED', '', [slow, fast]],
      ['selected', '&searchIn=input,output', []],
      ['selected', '&userId=selected-1', [fast]],
      ['жЖ SAYS "你好"\n100% \u{1F600}', '&searchIn=input', [fast]],
      ['你', '&searchIn=output,id,name', []],
      ['u4f60', '', []],
      ['%', '', [fast]],
      ['_', '', [slow]],
      ['_', '&searchIn=name,id,input,output,tags,status', []],
      ['PURPLE elephant', '', [slow]],
      ['purple elephant', '&searchIn=name,id,input,output,tags,metadata,status', []],
      ['fetch_page', '&searchIn=observations', [slow]],
      ['timed out', '&searchIn=status', [slow]],
      ['ACME_', '&searchIn=metadata', [slow]],
      ['z', '&searchIn=tags', [slow]],
      [fast.replaceAll('-', '').toUpperCase(), '&searchIn=id', [fast]],
    ])('the text %j%s is found in %j', async (text, more, expected) => {
      await sees(async () => expect(await searchedWhole(text, more)).toEqual(expected));
    });

    test('a search answers where it found a text, and how much it read', async () => {
      const match = { observationId: uuid(1), observationName: 'fetch_page' };
      const { data, meta } = await searched('elephant', '&fields=core');
      expect(data).toMatchObject([
        {
          id: slow,
          match: {
            ...match,
            field: 'output',
            snippet: expect.stringMatching(/repeated,  and the purple elephant"$/) as unknown,
          },
        },
      ]);
      expect(meta).toMatchObject({ searched: { bytes: expect.any(Number) as unknown }, selected: 2 });
      const of = async (text: string) => ((await searched(text, '&fields=core')).data as Json[])[0]?.['match'];
      expect(await of('OUT AFTER')).toEqual({ ...match, field: 'status', snippet: 'Timed out after 5.0s' });
      expect(await of('selected sl')).toEqual({
        ...{ observationId: null, observationName: null },
        ...{ field: 'name', snippet: 'selected slow' },
      });
    });

    test('a search goes on from where it came to, between traces of one time', async () => {
      const at = '2026-11-20T10:00:00.000500Z';
      const { data, meta } = await searched('selected', '&limit=1&fields=core');
      expect([data, meta]).toMatchObject([[{ id: slow }], { totalItems: 1, searchedTo: `${at},${slow}` }]);
      const rest = await searched('selected', `&limit=2&searchFrom=${at},${slow}`);
      expect(rest).toMatchObject({ data: [{ id: fast }], meta: { totalItems: 1, searchedTo: null } });
      expect(await searched('selected', '&page=2')).toMatchObject({
        message: expect.stringMatching(/^page: /) as unknown,
      });
    });

    test('are summed up by the values of a field', async () => {
      const filter = encodeURIComponent(JSON.stringify([own]));
      const groups = async (query: string) =>
        (await get(`/api/public/traces/groups?tags=y&filter=${filter}&${query}`)).body;
      await sees(async () =>
        expect(await groups('by=tags&orderBy=errors')).toMatchObject({
          data: [{ value: 'y', count: 2, errors: 1, totalCost: 0, totalTokens: 30 }, {}, {}],
          meta: { totalItems: 3 },
        }),
      );
      expect(await groups('by=userId&limit=1')).toMatchObject({
        data: [{ value: 'selected-1' }],
        meta: { totalItems: 2 },
      });
      expect(await groups('by=outcome&orderBy=failed')).toMatchObject({
        data: [
          { value: 'failed', count: 1, failed: 1 },
          { value: 'warning', count: 1, failed: 0 },
        ],
      });
      expect((await groups('by=height'))['message']).toMatch(/^by: expected one of name, /);
      expect((await groups('limit=1'))['message']).toMatch(/^by: required, one of name, /);
    });

    test('are compared with the others', async () => {
      const compared = async (more: string) => {
        const filter = encodeURIComponent(JSON.stringify([own]));
        return (await get(`/api/public/traces/compare?filter=${filter}&${more}`)).body;
      };
      const picked = encodeURIComponent('[{"type":"number","column":"latency","operator":">=","value":2}]');
      const none = { p50: null, p95: null };
      await sees(async () =>
        expect(await compared(`picked=${picked}&limit=10`)).toEqual({
          data: [
            { field: 'environment', value: 'default', picked: 0, rest: 1 },
            { field: 'environment', value: 'selected', picked: 1, rest: 0 },
            { field: 'model', value: 'selected-model', picked: 0, rest: 1 },
            { field: 'model', value: null, picked: 1, rest: 0 },
            { field: 'name', value: 'selected fast', picked: 0, rest: 1 },
            { field: 'name', value: 'selected slow', picked: 1, rest: 0 },
            { field: 'outcome', value: 'failed', picked: 1, rest: 0 },
            { field: 'outcome', value: 'warning', picked: 0, rest: 1 },
            { field: 'tags', value: 'x', picked: 0, rest: 1 },
            { field: 'tags', value: 'z', picked: 1, rest: 0 },
          ],
          meta: { totalItems: 15, picked: 1, rest: 1, latency: { p50: 1.5, p95: 1.95 }, totalCost: none },
        }),
      );
      expect(await compared('')).toMatchObject({ data: [], meta: { totalItems: 0, picked: 2, rest: 0 } });
      expect(await compared('picked=[1]')).toMatchObject({
        message: expect.stringMatching(/^picked\[0\]: /) as unknown,
      });
    });

    test('are counted and measured by time', async () => {
      const histogram = async (query: string) => {
        const window = 'fromTimestamp=2026-11-20T09:00:00Z&toTimestamp=2026-11-20T11:00:00Z&tags=y';
        return (await get(`/api/public/traces/histogram?${window}&environment=selected,default&${query}`)).body;
      };
      const none = { count: 0, errors: 0, failed: 0, recovered: 0, p50: null, p95: null, totalCost: 0 };
      const meta = { fromTimestamp: '2026-11-20T09:00:00.000Z', bucketSeconds: 3600 };
      await sees(async () =>
        expect(await histogram(`buckets=2&filter=${encodeURIComponent(JSON.stringify([own]))}`)).toMatchObject({
          data: [
            { timestamp: '2026-11-20T09:00:00.000Z', ...none },
            {
              timestamp: '2026-11-20T10:00:00.000Z',
              count: 2,
              errors: 1,
              failed: 1,
              recovered: 0,
              p50: 1.5,
              p95: 1.95,
              totalCost: 0,
            },
          ],
          meta,
        }),
      );
      const byLatency = await histogram('buckets=1&by=latency&userId=selected-1');
      expect(byLatency).toMatchObject({
        data: [{ count: 1, byLatency: [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0] }],
      });
      expect(byLatency).toMatchObject({ meta: { latencyBounds: expect.arrayContaining([0.001, 1, 3]) as unknown } });
    });

    test('a condition that is not known is refused with its place', async () => {
      expect(await ids([{ ...own, column: 'colour' }])).toMatch(/^filter\[1\]\.column: expected one of id, name, /);
    });
  });
}
