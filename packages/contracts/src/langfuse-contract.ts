import { testUuid as uuid } from '@sluice/testbed/samples';
import type { ApiUnderTest, Json } from './api-under-test';

const [HEX, DASHED] = ['5b8efff798038103d269b633813fc6f1', '5b8efff7-9803-8103-d269-b633813fc6f1'];
const [ROOT, CALL] = ['eee19b7ec3c1b1f1', 'eee19b7ec3c1b1f2'];
const NATIVE = uuid(0xc1);
const PARAMETERS =
  '{"temperature": "0.9", "max_tokens": 300, "stop": ["a", "b"], "stream": true, "seed": null, "format": {"type": "text"}}';
const padded = (span: string): string => `00000000-0000-0000-${span.slice(0, 4)}-${span.slice(4)}`;

const attribute = (key: string, value: string | number): object => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : { intValue: value },
});
const span = (spanId: string, attributes: readonly object[], more: object = {}): object => ({
  ...{ traceId: HEX, spanId, name: spanId, attributes, ...more },
  ...{ startTimeUnixNano: '1795168800000000000', endTimeUnixNano: '1795168801000000000' },
});

/** Tests that clients of the Langfuse API read what they have sent. No other test may send traces of the session `langfuse reads`. */
export function describeLangfuseContract(api: () => ApiUnderTest): void {
  const as = (headers: Record<string, string>) => async (path: string) => {
    const answer = await api().send(path, { headers });
    return { headers: answer.headers, body: JSON.parse(answer.body.toString()) as Json };
  };
  const sdk = as({ 'x-langfuse-sdk-name': 'python' });
  const other = as({});

  const prompt = { promptName: 'greet', promptVersion: 5 };

  describe('a client of the Langfuse API', () => {
    beforeAll(async () => {
      const session = attribute('session.id', 'langfuse reads');
      const spans = [
        span(ROOT, [
          session,
          attribute('langfuse.observation.metadata.plan', 'pro'),
          attribute('langfuse.trace.tags', 'b,a,ä'),
        ]),
        span(
          CALL,
          [
            attribute('langfuse.observation.type', 'generation'),
            attribute('langfuse.observation.prompt.name', 'greet'),
            attribute('langfuse.observation.prompt.version', 4),
            attribute('langfuse.observation.model.parameters', PARAMETERS),
          ],
          { parentSpanId: ROOT },
        ),
      ];
      await api().post('/v1/traces', { resourceSpans: [{ scopeSpans: [{ spans }] }] });
      const trace = { id: NATIVE, session_id: 'langfuse reads', timestamp: '2026-11-20T10:00:00Z', tags: ['b', 'a'] };
      const observations = [{ id: uuid(2), parentObservationId: uuid(1), ...prompt }];
      await api().post('/v1/l/batch', { trace, observations });
    });

    const path = `/api/public/traces/${DASHED}`;

    test('finds what came by OTLP under the ids that it holds, all others under UUIDs', async () => {
      const unit = { unit: 'TOKENS' };
      await api().sees(async () =>
        expect((await sdk(path)).body).toMatchObject({
          ...{ id: HEX, tags: ['a', 'b', 'ä'], htmlPath: `/project/default/traces/${HEX}`, metadata: { plan: 'pro' } },
          observations: [
            { id: ROOT, traceId: HEX, parentObservationId: null, usage: unit, promptName: null, promptVersion: null },
            { id: CALL, traceId: HEX, parentObservationId: ROOT, usage: unit, promptName: 'greet', promptVersion: 4 },
          ],
        }),
      );
      const { observations, ...trace } = (await other(path)).body;
      expect(trace).toMatchObject({ id: DASHED, tags: ['b', 'a', 'ä'], htmlPath: `/project/default/traces/${DASHED}` });
      expect(observations).toMatchObject([
        { id: padded(ROOT), traceId: DASHED },
        { id: padded(CALL), traceId: DASHED, parentObservationId: padded(ROOT) },
      ]);
      expect(JSON.stringify(observations)).not.toContain('"usage":{"input":0,"output":0,"total":0,"unit"');
    });

    test('reads model parameters of text and numbers, all others as they were sent', async () => {
      const parameters = async (read: typeof sdk) =>
        (await read(`/api/public/observations/${CALL}?traceId=${HEX}`)).body['modelParameters'];
      await api().sees(async () =>
        expect(await parameters(sdk)).toEqual({
          ...{ temperature: '0.9', max_tokens: 300, stream: 'true', seed: 'null' },
          ...{ stop: '["a","b"]', format: '{"type":"text"}' },
        }),
      );
      expect(await parameters(other)).toEqual(JSON.parse(PARAMETERS));
    });

    test('keeps the ids of a native trace', async () => {
      await api().sees(async () =>
        expect((await sdk(`/api/public/traces/${NATIVE}`)).body).toMatchObject({
          ...{ id: NATIVE, tags: ['a', 'b'] },
          observations: [{ id: uuid(2), traceId: NATIVE, parentObservationId: uuid(1), ...prompt }],
        }),
      );
    });

    test('has the same ids in lists, in sessions, in searches and of observations by themselves', async () => {
      const traces = [
        { id: HEX, observations: [ROOT, CALL] },
        { id: NATIVE, observations: [uuid(2)] },
      ];
      const list = '/api/public/traces?sessionId=langfuse%20reads&fields=observations';
      await api().sees(async () =>
        expect((await sdk(`${list}&orderBy=id.asc`)).body).toMatchObject({ data: sorted(traces) }),
      );
      const found = (await sdk(`${list}&q=${HEX}`)).body;
      expect(found).toMatchObject({ data: [traces[0]] });
      const session = (await sdk('/api/public/sessions/langfuse%20reads?fields=observations')).body;
      expect(sorted(session['traces'] as Json[])).toMatchObject(sorted(traces));
      const alone = { id: CALL, traceId: HEX, parentObservationId: ROOT, usage: { unit: 'TOKENS' } };
      expect((await sdk(`/api/public/observations/${CALL}`)).body).toMatchObject(alone);
      expect((await sdk(`/api/public/observations?ids=${CALL}&traceId=${HEX}`)).body).toMatchObject({ data: [alone] });
    });

    test('lists observations by the ids that it holds, with root and values as text', async () => {
      const list = `traceId=${HEX}`;
      const scanned = (await sdk(`/api/public/v2/observations?${list}&fields=basic,io,metadata,trace_context`)).body;
      const [call, root] = scanned['data'] as Json[];
      expect(call).toMatchObject({ id: CALL, traceId: HEX, parentObservationId: ROOT, isRootObservation: false });
      expect(root).toMatchObject({ id: ROOT, isRootObservation: true, input: null, tags: ['a', 'b', 'ä'] });
      expect(root).toMatchObject({ sessionId: 'langfuse reads', metadata: { plan: 'pro' } });
      const of = async (more: string) =>
        ((await sdk(`/api/public/observations?${list}&${more}`)).body['data'] as Json[]).map(({ id }) => id);
      expect(await of(`parentObservationId=${ROOT}`)).toEqual([CALL]);
      expect(await of('parentObservationId=')).toEqual([ROOT]);
      expect(await of('isRootObservation=true')).toEqual([ROOT]);
      expect(await of('type=GENERATION&environment=default&environment=x')).toEqual([CALL]);
    });

    test.each([
      path,
      '/api/public/traces?sessionId=langfuse%20reads',
      '/api/public/sessions/langfuse%20reads',
      `/api/public/observations/${CALL}?traceId=${HEX}`,
      `/api/public/observations?ids=${CALL}`,
      `/api/public/observations?traceId=${HEX}`,
      `/api/public/v2/observations?traceId=${HEX}`,
    ])('is answered another version of %s, and every answer says so', async (address) => {
      const answers = [await sdk(address), await other(address)];
      const tags = answers.map(({ headers }) => headers.get('etag'));
      expect(new Set(tags).size).toBe(2);
      for (const { headers } of answers) expect(headers.get('vary')).toContain('x-langfuse-sdk-name');
    });
  });
}

const sorted = <Row extends { readonly id?: unknown }>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
