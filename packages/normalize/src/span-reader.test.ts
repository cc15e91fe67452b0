import { DEFAULT_LIMITS, decodeOtlpJson } from '@sluice/decode';
import type { AttributeValue, OtlpScope, OtlpSpan } from '@sluice/decode';
import { captureNames, capturedRequests } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { contextOf, eventOf, requestOf, spanOf } from './fixtures/otlp-request';
import { normalizeOtlp } from './otlp-traces';

/** Prefixes of all requests in one array, so that the readers are cached. */
const PREFIXES = ['langfuse', 'vendor'];

/** Names and values of attributes, names of events, and scopes, as real SDKs sent them. */
const { names, values, events, scopes } = sentByCaptures();

const name = fc.constantFrom(...names);
const value = fc.oneof(
  fc.constantFrom(...values),
  fc.constantFrom<AttributeValue>('', '[]', '{}', 'x', 'chat', 'agent', 0, 12, 0.5, true, false, null, '"q"', ['a'], {
    a: 1,
  }),
);
const attributes = (most: number) => fc.uniqueArray(name, { maxLength: most });
const event = fc
  .tuple(fc.constantFrom('other', ...events), fc.dictionary(name, value, { maxKeys: 3 }))
  .map(([name, held]) => eventOf(name, held));

/** Spans with the same attribute names, enough for a reader of their own: they differ only in values and events. */
const spansOfShape = fc.record({
  names: attributes(12),
  resource: fc.dictionary(name, value, { maxKeys: 3 }),
  scope: fc.constantFrom(...scopes),
  spans: fc.array(
    fc.record({
      values: fc.array(value, { minLength: 12, maxLength: 12 }),
      events: fc.array(event, { maxLength: 2 }),
      name: fc.constantFrom('chat', 'call_llm', 'agent_turn'),
      statusCode: fc.constantFrom(0, 2),
    }),
    { minLength: 14, maxLength: 14 },
  ),
});

describe('a reader of spans with the same names', () => {
  it('reads each of them as the plan for any span does', () => {
    fc.assert(
      fc.property(spansOfShape, ({ names, resource, scope, spans }) => {
        for (const { values, ...rest } of spans) {
          const sent = Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
          const span = spanOf('a', sent, rest);
          const request = requestOf([span], { resource, scope });
          // With a new array of prefixes a request is the first of its names.
          const first = normalizeOtlp(request, { ...contextOf(), prefixes: [...PREFIXES] });
          expect(normalizeOtlp(request, { ...contextOf(), prefixes: PREFIXES })).toEqual(first);
        }
      }),
      { numRuns: 50 },
    );
  });

  it.each([false, null, ''])('asks again for what was there without a value: %j', (nothing) => {
    const model = (value: AttributeValue) =>
      normalizeOtlp(requestOf([spanOf('a', { 'mlflow.llm.model': value })]), { ...contextOf(), prefixes: PREFIXES })
        .records[0]?.observations[0]?.model;
    for (let times = 0; times < 20; times++) expect(model(nothing)).toBeUndefined();
    expect(model('"gpt-4o"')).toBe('gpt-4o');
  });

  it('tells what another resource has', () => {
    const read = (resource: Record<string, string>) =>
      normalizeOtlp(requestOf([spanOf('a', { a: 1 })], { resource }), { ...contextOf(), prefixes: PREFIXES }).records[0]
        ?.observations[0]?.environment;
    for (let times = 0; times < 20; times++) expect(read({ host: 'h' })).toBeUndefined();
    expect(read({ 'deployment.environment': 'eu' })).toBe('eu');
  });
});

function sentByCaptures() {
  const sent = captureNames()
    .flatMap((capture) => capturedRequests(capture))
    .flatMap((request) => decodeOtlpJson(request, DEFAULT_LIMITS).resourceSpans);
  const scopes: OtlpScope[] = sent.flatMap(({ scopeSpans }) => scopeSpans.map(({ scope }) => scope));
  const spans: OtlpSpan[] = sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap((held) => held.spans));
  const maps = [
    ...sent.map(({ resource }) => resource.attributes),
    ...spans.flatMap((span) => [span.attributes, ...span.events.map((held) => held.attributes)]),
  ];
  return {
    names: [...new Set(maps.flatMap((map) => [...map.keys()]))],
    values: maps.flatMap((map) => [...map.values()]),
    events: [...new Set(spans.flatMap((span) => span.events.map((held) => held.name)))],
    scopes: scopes.map(({ name, version }) => ({ name, version })),
  };
}
