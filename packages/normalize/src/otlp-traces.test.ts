import type { TraceRecord } from '@sluice/record';
import { contextOf, requestOf, spanOf, TRACE_UUID } from './fixtures/otlp-request';
import { normalizeOtlp, OtlpNormalizer } from './otlp-traces';

const OTHER = 'b'.repeat(32);
const ANOTHER = 'has the id of another span of this request; where both have a value, that of the later one is kept';

describe('an OTLP request', () => {
  it('becomes one record for each trace, over all resources and scopes', () => {
    const one = requestOf([spanOf('a'), spanOf('b', {}, { traceId: OTHER })], { resource: { 'service.name': 'one' } });
    const two = requestOf([spanOf('c')], { resource: { 'service.name': 'two' } });
    const { records, omitted } = normalizeOtlp(
      { ...one, resourceSpans: [...one.resourceSpans, ...two.resourceSpans] },
      contextOf(),
    );
    expect(records.map(({ traceId, observations }) => [traceId, observations.length])).toEqual([
      [TRACE_UUID, 2],
      ['bbbbbbbb-bbbb-bbbb-bbbb-bbbbbbbbbbbb', 1],
    ]);
    expect(new Set(records.map(({ recordId }) => recordId)).size).toBe(2);
    expect(omitted).toEqual([]);
  });

  it('has the service of each resource, a text or the JSON of another value, in its first 200 characters', () => {
    const services = [
      'api',
      '',
      'ä'.repeat(201),
      '\u{1F600}'.repeat(201),
      7,
      true,
      ['a', 1],
      { key: 'k' },
      null,
      undefined,
    ];
    const resourceSpans = services.flatMap((service) => {
      const resource = service === undefined ? {} : { 'service.name': service };
      return requestOf([spanOf('a', {}, { traceId: OTHER }), spanOf('b')], { resource }).resourceSpans;
    });
    for (const [n, wanted] of [
      ...[
        'api',
        '',
        'ä'.repeat(200),
        '\u{1F600}'.repeat(200),
        '7',
        'true',
        '["a",1]',
        '{"key":"k"}',
        undefined,
        undefined,
      ],
    ].entries()) {
      const { records } = normalizeOtlp({ resourceSpans: resourceSpans.slice(n, n + 1) }, contextOf());
      expect(records.flatMap(({ observations }) => observations.map(({ service }) => service))).toEqual([
        wanted,
        wanted,
      ]);
    }
  });

  it('keeps one span id in two traces apart', () => {
    const { records } = normalizeOtlp(requestOf([spanOf('a'), spanOf('a', {}, { traceId: OTHER })]), contextOf());
    expect(records.map(({ observations }) => observations.length)).toEqual([1, 1]);
  });

  it('names a span that has the id of another one, in whatever portion it comes', () => {
    const client = spanOf('a', { side: 'client' }, { name: 'GET /', kind: 3, startTime: 5 });
    const others = [{ kind: 2 }, { startTime: 6 }, { name: 'POST /' }].map((own) => ({ ...client, ...own }));
    const id = `span ${client.spanId} of trace ${client.traceId}`;
    for (const other of others) {
      const { records, omitted } = normalizeOtlp(requestOf([client, other]), contextOf());
      expect(records.flatMap(({ observations }) => observations)).toMatchObject([{ name: other.name }]);
      expect(omitted).toEqual([`${id}: ${ANOTHER}`]);
      const normalizer = new OtlpNormalizer(contextOf());
      for (const span of [client, other]) normalizer.records(requestOf([span]).resourceSpans);
      expect(normalizer.omitted).toEqual(omitted);
    }
  });

  it('names no span that is sent again, updated, or of another trace', () => {
    const span = spanOf('a', {}, { name: 'call', startTime: 5 });
    const updated = spanOf('a', { 'gen_ai.request.model': 'm' }, { name: 'call', startTime: 5, endTime: 9 });
    const elsewhere = spanOf('a', {}, { name: 'other', traceId: OTHER });
    expect(normalizeOtlp(requestOf([span, span, updated, elsewhere]), contextOf()).omitted).toEqual([]);
  });

  it('without spans becomes nothing', () => {
    expect(normalizeOtlp(requestOf([]), contextOf())).toEqual({ records: [], omitted: [] });
  });

  it('too large for one record becomes several of the same trace', () => {
    const spans = Array.from({ length: 20 }, (_, n) => spanOf(n.toString(16), { 'app.x': 'x'.repeat(300) }));
    const { records } = normalizeOtlp(requestOf(spans), contextOf({ recordBytes: 2000 }));
    expect(records.length).toBeGreaterThan(3);
    expect(records.flatMap(({ observations }) => observations)).toHaveLength(20);
    expect(records.map(({ updates }) => updates.length > 0)).toEqual(records.map((_, index) => index === 0));
  });

  it('in portions shares its bounds and what is told over all of them', () => {
    const spans = Array.from({ length: 24 }, (_, n) => spanOf(n.toString(16), { 'langfuse.version': 'x'.repeat(501) }));
    const whole = normalizeOtlp(requestOf(spans), contextOf());
    const normalizer = new OtlpNormalizer(contextOf());
    const records = [spans.slice(0, 5), spans.slice(5)].flatMap((part) =>
      normalizer.records(requestOf(part).resourceSpans),
    );
    expect(records.flatMap(({ observations }) => observations)).toEqual(
      whole.records.flatMap(({ observations }) => observations),
    );
    expect(normalizer.omitted).toEqual(whole.omitted);
    expect(normalizer.omitted).toHaveLength(11);
  });

  it('has no more tags of a trace than the limit, however its spans come', () => {
    const tags = (from: number) => ({ 'langfuse.trace.tags': Array.from({ length: 150 }, (_, n) => `t${from + n}`) });
    const spans = [
      spanOf('a', tags(0)),
      spanOf('b', tags(100)),
      spanOf('c', { 'langfuse.trace.tags': ['t1', 't150'] }),
    ];
    const whole = normalizeOtlp(requestOf(spans), contextOf());
    const normalizer = new OtlpNormalizer(contextOf());
    const records = spans.flatMap((span) => normalizer.records(requestOf([span]).resourceSpans));
    const tagsOf = (all: readonly TraceRecord[]) => [...new Set(all.flatMap((record) => record.tags))];
    expect(tagsOf(records)).toEqual(tagsOf(whole.records));
    expect(normalizer.omitted).toEqual(whole.omitted);
    expect(whole.omitted).toHaveLength(1);
  });
});
