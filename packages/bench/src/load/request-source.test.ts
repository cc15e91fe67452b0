import { DEFAULT_LIMITS, decodeOtlpProtobuf } from '@sluice/decode';
import type { OtlpSpan } from '@sluice/decode';
import { createRandom } from '../random-source';
import type { RequestSource } from './request-source';
import { protobufRequests } from './workloads';

const NOW_MS = Date.UTC(2026, 10, 20, 22);

function newSource(): RequestSource {
  return protobufRequests(40, { bytes: 1800 })(createRandom(7));
}

function spansOf(body: Buffer): readonly OtlpSpan[] {
  const { rejected, resourceSpans } = decodeOtlpProtobuf(body, DEFAULT_LIMITS);
  expect(rejected).toBe(0);
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

test('a request is OTLP that the product takes, of spans of the size asked for', () => {
  const source = newSource();
  const body = source.next(NOW_MS);
  expect(spansOf(body)).toHaveLength(40);
  expect(source.items).toBe(40);
  expect(body.length / 40).toBeGreaterThan(1790);
  expect(body.length / 40).toBeLessThan(1820);
});

test('each trace has one root, and its other spans are below it', () => {
  const byTrace = new Map<string, OtlpSpan[]>();
  for (const span of spansOf(newSource().next(NOW_MS))) {
    byTrace.set(span.traceId, [...(byTrace.get(span.traceId) ?? []), span]);
  }
  expect([...byTrace.values()].map((spans) => spans.length)).toEqual([10, 10, 10, 10]);
  for (const [root, ...others] of byTrace.values()) {
    expect(root?.parentSpanId).toBeUndefined();
    for (const { parentSpanId } of others) expect(parentSpanId).toBe(root?.spanId);
  }
});

test('every renewal gives ids that were never sent before, and times up to the present', () => {
  const source = newSource();
  const first = spansOf(source.next(NOW_MS));
  const second = spansOf(source.next(NOW_MS + 1));
  expect(new Set([...first, ...second].map(({ spanId }) => spanId)).size).toBe(80);
  expect(new Set([...first, ...second].map(({ traceId }) => traceId)).size).toBe(8);
  expect(Math.max(...first.map(({ endTime }) => endTime))).toBe(NOW_MS * 1000);
  for (const { startTime, endTime } of second) expect(endTime - startTime).toBe(40_000);
});

test('model calls carry what the GenAI conventions say', () => {
  const calls = spansOf(newSource().next(NOW_MS)).filter(({ name }) => name.startsWith('chat '));
  expect(calls.length).toBeGreaterThan(20);
  for (const { attributes } of calls) {
    expect(attributes.get('gen_ai.usage.input_tokens')).toEqual(expect.any(Number));
    expect(attributes.get('gen_ai.output.messages')).toEqual(expect.stringContaining('"role":"assistant"'));
  }
});
