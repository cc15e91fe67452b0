import { deflateSync } from 'node:zlib';
import { DEFAULT_LIMITS, type OtlpSpan, decodeOtlpJson } from '@sluice/decode';
import { createRandom } from '../../random-source';
import type { RequestSource } from '../request-source';
import { graphRun } from './graph-run';
import { type BatchLimit, endedSpan, exportedTraces } from './exported-traces';

import type { Instrumentation } from './instrumentation';
import { OPENINFERENCE } from './openinference';
import { OPENLLMETRY } from './openllmetry';
import { pythonJson } from './python-json';

const NOW_MS = Date.UTC(2026, 10, 20, 22);
const LIMIT = { spans: 512, bytes: 900_000 };

/** Spans and bytes, as `[{name, attributes}]` of Python, of runs that the instrumentations themselves recorded. */
const RECORDED = [
  [OPENINFERENCE, 5, 23, 292_914],
  [OPENINFERENCE, 20, 83, 1_957_731],
  [OPENINFERENCE, 50, 203, 7_357_134],
  [OPENLLMETRY, 5, 24, 339_981],
  [OPENLLMETRY, 20, 84, 2_805_617],
  [OPENLLMETRY, 50, 204, 14_602_679],
] as const;

test.each(RECORDED)(
  '%#: a run of a drawn text has the spans and the size of the recorded one',
  (of, steps, spans, bytes) => {
    const made = of.spans(graphRun(createRandom(7), steps)).map(endedSpan);
    expect(made).toHaveLength(spans);
    const size = pythonJson(made.map(({ name, attributes }) => ({ name, attributes }))).length;
    expect(Math.abs(size / bytes - 1)).toBeLessThan(0.02);
  },
);

test.each([
  [OPENINFERENCE, 1_774_242],
  [OPENLLMETRY, 3_385_150],
])('%#: drawn text is as compressible as the recorded one, value by value', (of, recorded) => {
  const made = of.spans(graphRun(createRandom(7), 50)).map(endedSpan);
  const long = made
    .flatMap(({ attributes }) => Object.values(attributes))
    .filter((value) => typeof value === 'string' && value.length > 256);
  const deflated = long.map((value) => deflateSync(String(value)).length).reduce((sum, size) => sum + size, 0);
  expect(Math.abs(deflated / recorded - 1)).toBeLessThan(0.1);
});

test.each(RECORDED)('%#: the same seed makes the same requests, another one other texts', (instrumentation, steps) => {
  const source = (seed: number) => sourceOf(instrumentation, { seed, steps, limit: LIMIT });
  const [one, same, other] = [7, 7, 8].map((seed) => Buffer.from(source(seed).next(NOW_MS)));
  expect(one?.equals(same ?? Buffer.alloc(0))).toBe(true);
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
});

function sourceOf(
  { spans, scope }: Instrumentation,
  { seed, steps, limit }: { readonly seed: number; readonly steps: number; readonly limit: BatchLimit },
): RequestSource {
  const random = createRandom(seed);
  return exportedTraces(random, { spans: spans(graphRun(random, steps)), scope, limit });
}

function spansOf(body: Buffer): readonly OtlpSpan[] {
  const { rejected, resourceSpans } = decodeOtlpJson(body, DEFAULT_LIMITS);
  expect(rejected).toBe(0);
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

const LIMITS = [
  ['bytes', OPENINFERENCE, LIMIT, 9],
  ['bytes', OPENLLMETRY, LIMIT, 18],
  ['a count', OPENLLMETRY, { spans: 512, bytes: Infinity }, 1],
  ['time', OPENINFERENCE, { spans: 4, bytes: Infinity }, 51],
] as const;

test.each(LIMITS)(
  'a run in batches by %s is whole, has one trace id, and ends with its root',
  (_, of, limit, least) => {
    const source = sourceOf(of, { seed: 7, steps: 50, limit });
    const [first, second] = [0, 1].map((run) => {
      const spans: OtlpSpan[] = [];
      let requests = 0;
      do {
        const { items } = source;
        const body = source.next(NOW_MS + run);
        const sent = spansOf(body);
        expect(sent).toHaveLength(items);
        expect(items).toBeLessThanOrEqual(limit.spans);
        expect(body.length).toBeLessThan(limit.bytes + 2_000);
        spans.push(...sent);
        requests += 1;
      } while (source.continues);
      expect(requests).toBeGreaterThanOrEqual(least);
      expect(requests).toBeLessThanOrEqual(least * 1.2);
      return spans;
    });
    const all = [...(first ?? []), ...(second ?? [])];
    expect(new Set(all.map(({ spanId }) => spanId)).size).toBe(all.length);
    for (const spans of [first ?? [], second ?? []]) {
      expect(spans.length).toBe(of === OPENINFERENCE ? 203 : 204);
      expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
      // A span is sent before its parent.
      const order = new Map(spans.map(({ spanId }, index) => [spanId, index]));
      spans.slice(0, -1).forEach(({ parentSpanId }, index) => {
        expect(order.get(parentSpanId ?? '')).toBeGreaterThan(index);
      });
      expect(spans.at(-1)?.parentSpanId).toBeUndefined();
    }
    expect(first?.[0]?.traceId).not.toBe(second?.[0]?.traceId);
  },
);

test('each call has the conversation so far, and each node the state', () => {
  const { messages, steps } = graphRun(createRandom(7), 5);
  const run = { id: 'run', messages, steps };
  const contents = messages.slice(1).map(({ content }) => JSON.stringify(content));
  steps.forEach(({ before }, index) => {
    for (const spans of [OPENINFERENCE.spans(run), OPENLLMETRY.spans(run)]) {
      for (const span of spans.slice(index * 4, index * 4 + 2)) {
        const input = ['input.value', 'gen_ai.input.messages', 'gen_ai.task.input'].map((key) => span.attributes[key]);
        const has = contents.map((content) => input.join().includes(content));
        expect([span.name, has.lastIndexOf(true) + 2, has.indexOf(false)]).toEqual([span.name, before, before - 1]);
      }
    }
  });
});

test('of more than 128 attributes the last ones are sent, as by the SDK of Python', () => {
  const spans = OPENINFERENCE.spans(graphRun(createRandom(7), 50));
  const call = spans.at(-3) ?? spans[0];
  if (call === undefined) throw new Error('no spans');
  const { attributes, droppedAttributesCount = 0 } = endedSpan(call);
  expect(Object.keys(attributes)).toEqual(Object.keys(call.attributes).slice(-128));
  expect(droppedAttributesCount).toBe(Object.keys(call.attributes).length - 128);
  expect(attributes).toHaveProperty(['openinference.span.kind'], 'LLM');
  expect(attributes).not.toHaveProperty(['input.value']);
});
