import { receiveStamp, spanStamp } from '@sluice/record';
import type { TraceFields, TraceRecord, TraceUpdate } from '@sluice/record';
import type { OtlpSpan } from '@sluice/decode';
import fc from 'fast-check';
import {
  childOf,
  contextOf,
  observationId,
  RECEIVED,
  recordOf,
  requestOf,
  spanOf,
  START,
} from './fixtures/otlp-request';
import { normalizeOtlp } from './otlp-traces';

/** Merges updates by their stamps, as the writer does; metadata by member. */
function winners(updates: readonly TraceUpdate[]): TraceFields {
  const held = new Map<string, { stamp: string; value: unknown }>();
  const members = new Map<string, { stamp: string; value: string }>();
  const hold = <V>(into: Map<string, { stamp: string; value: V }>, key: string, stamp: string, value: V): void => {
    const earlier = into.get(key);
    if (earlier === undefined || stamp >= earlier.stamp) into.set(key, { stamp, value });
  };
  for (const { stamp, fields } of updates) {
    const { metadata, ...plain } = fields;
    for (const [key, value] of Object.entries(plain)) hold(held, key, stamp, value);
    for (const [key, value] of metadata ?? []) hold(members, key, stamp, value);
  }
  const valuesOf = <V>(all: Map<string, { value: V }>) => [...all].map(([key, { value }]) => [key, value] as const);
  const fields: TraceFields = Object.fromEntries(valuesOf(held));
  return members.size === 0 ? fields : { ...fields, metadata: new Map(valuesOf(members)) };
}

const fieldsOf = (spans: readonly OtlpSpan[]): TraceFields => winners(recordOf(spans).updates);
const io = (id: string) => ({ observationId: observationId(id) });
const none = { none: true };
const withIo = { 'langfuse.observation.input': 'i', 'langfuse.observation.output': 'o' };
const asRoot = { 'langfuse.internal.as_root': true };
const later = { startTime: START + 5 };

describe('what spans say about their trace', () => {
  it('the true root gives name, input and output, whatever the order of the spans', () => {
    const spans = [
      childOf('f', 'a', withIo, { startTime: START - 5 }),
      spanOf('f', withIo, { name: 'root' }),
      childOf('f', 'b', withIo),
    ];
    for (const order of [spans, spans.toReversed()]) {
      expect(fieldsOf(order)).toMatchObject({ name: 'root', input: io('f'), output: io('f') });
    }
  });

  it('until a root arrives they come from the earliest span that has them, then the lower span id', () => {
    const silent = childOf('f', 'a', {}, { startTime: START - 5 });
    expect(fieldsOf([childOf('f', 'c', withIo, later), childOf('f', 'b', withIo), silent])).toMatchObject({
      name: 'span a',
      input: io('b'),
      output: io('b'),
    });
    expect(fieldsOf([childOf('f', 'b', withIo), childOf('f', 'a', withIo)])).toMatchObject({
      name: 'span a',
      input: io('a'),
    });
    expect(fieldsOf([silent])).not.toHaveProperty('input');
  });

  it('a root without input ends what other spans said of it, also in a later request', () => {
    const [child, root] = [childOf('f', 'a', withIo, { startTime: START - 5 }), spanOf('f')];
    expect(fieldsOf([child, root])).toMatchObject({ input: none, output: none });
    for (const order of [
      [root, child],
      [child, root],
    ]) {
      expect(winners(order.flatMap((span) => recordOf([span]).updates))).toMatchObject({ input: none });
    }
  });

  it.each([
    ['leaves it to model calls where it has no product attribute', { 'http.route': '/chat' }, 'openRoot'],
    ['states that there is none where it has one', { 'langfuse.version': '1' }, 'root'],
    ['states that there is none where it has one of another prefix', { 'vendor.observation.type': 'span' }, 'root'],
  ] as const)('a root without input %s', (_, attributes, rank) => {
    const { updates, recordId } = recordOf([spanOf('f', attributes)]);
    const stamp = spanStamp(rank, START, observationId('f'), RECEIVED, recordId);
    expect(updates).toContainEqual({ stamp, fields: { input: none, output: none } });
  });

  it('a root without input leaves that of a span marked as root, and of another root, whichever is earlier', () => {
    const marked = childOf('f', 'b', { ...asRoot, ...withIo });
    for (const startTime of [START - 5, START + 5]) {
      const silent = spanOf('f', {}, { startTime, name: 'root' });
      expect(fieldsOf([marked, silent])).toMatchObject({ name: 'root', input: io('b'), output: io('b') });
      expect(fieldsOf([spanOf('c', withIo), silent])).toMatchObject({ input: io('c'), output: io('c') });
    }
  });

  it('input and output rank apart: each comes from the highest that has it', () => {
    const input = { 'langfuse.observation.input': 'i' };
    const output = { 'langfuse.observation.output': 'o' };
    expect(fieldsOf([childOf('f', 'b', { ...asRoot, ...withIo }), spanOf('f', output)])).toMatchObject({
      input: io('b'),
      output: io('f'),
    });
    expect(fieldsOf([childOf('f', 'a', withIo), spanOf('f', input)])).toMatchObject({ input: io('f'), output: none });
  });

  it.each([true, 'true'])('a span marked as root by %j goes before other spans and after the true root', (mark) => {
    const marked = childOf('f', 'b', { 'langfuse.internal.as_root': mark }, later);
    expect(fieldsOf([childOf('f', 'a'), marked]).name).toBe('span b');
    expect(fieldsOf([marked, spanOf('f', {}, later)]).name).toBe('span f');
    expect(fieldsOf([childOf('f', 'a'), childOf('f', 'c', { 'langfuse.internal.as_root': false }, later)]).name).toBe(
      'span a',
    );
  });

  it('user, session, environment, release and version rank by the span that carries them', () => {
    const of = (n: string) => ({
      'user.id': `u${n}`,
      'session.id': `s${n}`,
      'langfuse.environment': `e${n}`,
      'langfuse.release': `r${n}`,
      'langfuse.version': `v${n}`,
    });
    expect(fieldsOf([childOf('f', 'a', of('1')), spanOf('f', of('2'), later)])).toMatchObject({
      userId: 'u2',
      sessionId: 's2',
      environment: 'e2',
      release: 'r2',
      version: 'v2',
    });
    expect(fieldsOf([childOf('f', 'a', of('1')), spanOf('f', {}, later)])).toMatchObject({
      userId: 'u1',
      sessionId: 's1',
    });
  });

  it('the explicit attributes of any span go before the root; of two the later in the request', () => {
    const spans = [
      childOf('f', 'a', {
        'langfuse.trace.name': 'first',
        'langfuse.trace.input': '{"q": 1.0}',
        'langfuse.trace.output': '42',
      }),
      childOf('f', 'b', { 'vendor.trace.name': 'second', 'langfuse.trace.public': 'true' }),
      spanOf('f'),
    ];
    expect(fieldsOf(spans)).toMatchObject({
      name: 'second',
      input: { text: '{"q": 1.0}' },
      output: { text: '"42"' },
      public: true,
    });
  });

  it('trace metadata comes from the explicit attributes of any span and from the metadata of roots, merged by key', () => {
    const fields = fieldsOf([
      spanOf('f', {
        'langfuse.trace.metadata.a.b': 'x',
        'langfuse.observation.metadata.o': 'root',
        'langfuse.observation.metadata.c': 'gives way',
        'langfuse.observation.metadata.api_key': 'secret',
        'app.y': 1,
      }),
      childOf('f', 'a', {
        'langfuse.trace.metadata': '{"c": 1.0}',
        'vendor.trace.metadata.a.b': 'y',
        'langfuse.observation.metadata.child': 'no',
      }),
    ]);
    const expected = { 'a.b': '"y"', c: '1.0', o: '"root"', api_key: '"[redacted]"' };
    expect(Object.fromEntries(fields.metadata ?? [])).toEqual(expected);
  });

  it('of the metadata of several roots that of the higher rank is kept, then that of the earlier one', () => {
    const has = (of: string, ...keys: string[]) =>
      Object.fromEntries(keys.map((key) => [`langfuse.observation.metadata.${key}`, of]));
    const spans = [
      childOf('f', 'a', { ...has('marked', 'x', 'y', 'z'), ...asRoot }, { startTime: START - 5 }),
      spanOf('b', has('later', 'x', 'y'), later),
      spanOf('c', has('earlier', 'x')),
    ];
    for (const order of [spans, spans.toReversed()]) {
      const expected = { x: '"earlier"', y: '"later"', z: '"marked"' };
      expect(Object.fromEntries(fieldsOf(order).metadata ?? [])).toEqual(expected);
    }
  });

  it('a span marked as the root of its application names the trace below a foreign parent, and keeps the mark', () => {
    const mark = { 'langfuse.internal.is_app_root': true };
    const record = recordOf([childOf('e', 'a'), childOf('f', 'b', { ...mark, ...withIo }, later)]);
    expect(winners(record.updates)).toMatchObject({ name: 'span b', input: io('b') });
    expect(record.observations[1]?.metadata?.get('attributes')).toBe(JSON.stringify(mark));
    expect(fieldsOf([childOf('f', 'b', mark), spanOf('f', {}, later)]).name).toBe('span f');
  });

  it('OTLP never gives the trace a timestamp', () => {
    expect(fieldsOf([spanOf('f')])).not.toHaveProperty('timestamp');
  });

  it('tags of all spans are united in the order first seen, each once', () => {
    expect(
      recordOf([
        childOf('f', 'a', { 'langfuse.trace.tags': ['b', 'a'] }),
        spanOf('f', { 'langfuse.trace.tags': '["c","a"]' }),
        childOf('f', 'c', { 'langfuse.trace.tags': 'd, b,' }),
        childOf('f', 'd', { 'vendor.tags': 'single' }),
      ]).tags,
    ).toEqual(['b', 'a', 'c', 'd', 'single']);
  });
});

describe('the updates of a record', () => {
  it('are the fewest that say the winners, with the stamps of their spans', () => {
    const record = recordOf([
      childOf('f', 'a', { 'user.id': 'u', 'langfuse.trace.name': 'explicit' }),
      childOf('f', 'b', { 'user.id': 'loses', ...withIo }, later),
      spanOf('f', { 'langfuse.observation.input': 'i' }),
    ]);
    const { recordId } = record;
    expect(record.updates).toEqual([
      { stamp: receiveStamp(RECEIVED, recordId), fields: { name: 'explicit' } },
      {
        stamp: spanStamp(2, START, observationId('f'), RECEIVED, recordId),
        fields: { input: io('f') },
      },
      { stamp: spanStamp('root', START, observationId('f'), RECEIVED, recordId), fields: { output: none } },
      { stamp: spanStamp(0, START, observationId('a'), RECEIVED, recordId), fields: { userId: 'u' } },
    ]);
  });

  it('of a span without times compare by the time of receipt', () => {
    const record = recordOf([spanOf('f', {}, { startTime: 0, endTime: 0 })]);
    expect(record.updates[0]?.stamp).toBe(spanStamp(2, RECEIVED, observationId('f'), RECEIVED, record.recordId));
  });

  it('have the same winners in any order of the spans and any split into requests', () => {
    const span = fc
      .record({
        id: fc.integer({ min: 1, max: 0xffff }),
        root: fc.boolean(),
        marked: fc.boolean(),
        start: fc.integer({ min: 0, max: 3 }),
        user: fc.option(fc.constantFrom('u1', 'u2')),
        io: fc.boolean(),
        metadata: fc.option(fc.constantFrom('trace', 'observation')),
      })
      .map(({ id, root, marked, start, user, io, metadata }) =>
        spanOf(
          id.toString(16),
          {
            ...(user !== null && { 'user.id': user }),
            ...(marked && asRoot),
            ...(io && withIo),
            // For two explicit claims the later request decides: all have the same value.
            ...(metadata !== null && { [`langfuse.${metadata}.metadata.k`]: metadata === 'trace' ? 't' : id }),
          },
          { startTime: START + start, ...(!root && { parentSpanId: 'f'.repeat(16) }) },
        ),
      );
    const spans = fc.uniqueArray(span, { selector: ({ spanId }) => spanId, minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(spans, fc.infiniteStream(fc.nat()), (sent, random) => {
        const shuffled = sent.map((one) => ({ one, key: random.next().value })).sort((a, b) => a.key - b.key);
        const parts = [0, 1, 2].map((part) => shuffled.filter(({ key }) => key % 3 === part).map(({ one }) => one));
        const context = contextOf();
        const records = parts.flatMap(
          (part): readonly TraceRecord[] => normalizeOtlp(requestOf(part), context).records,
        );
        expect(winners(records.flatMap(({ updates }) => updates))).toEqual(fieldsOf(sent));
      }),
    );
  });
});
