import { type HrTime, ROOT_CONTEXT, SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { SampledTrace } from './sampled-trace';
import { timed } from './tracing';

const sent = new InMemorySpanExporter();
const tracer = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: sent })] }).getTracer('test');

const begin = () => new SampledTrace(tracer, tracer.startSpan('whole', {}, ROOT_CONTEXT));
const finished = () => sent.getFinishedSpans();
const names = () => finished().map(({ name }) => name);

beforeEach(() => sent.reset());

test('nothing is sent before the whole has ended, then each piece below it, with its own end', async () => {
  const trace = begin();
  const piece = trace.child({ name: 'piece', attributes: { n: 1 } });
  piece?.end();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(names()).toEqual([]);
  trace.end();
  expect(names()).toEqual(['piece', 'whole']);
  const [first, whole] = finished();
  expect(first?.parentSpanContext?.spanId).toBe(whole?.spanContext().spanId);
  expect(first?.attributes).toEqual({ n: 1 });
  const nanosecondsOf = ([seconds, rest]: HrTime = [NaN, NaN]): number => seconds * 1e9 + rest;
  expect(nanosecondsOf(first?.duration)).toBeLessThan(nanosecondsOf(whole?.duration));
});

test('a piece that has not ended ends with the whole, and nothing is begun after it', () => {
  const trace = begin();
  const piece = trace.child({ name: 'piece' });
  trace.end('aborted');
  piece?.end('late');
  expect(trace.child({ name: 'late' })).toBeUndefined();
  trace.end();
  trace.set({ late: true });
  expect(names()).toEqual(['piece', 'whole']);
  expect(finished()[0]?.status.code).toBe(SpanStatusCode.UNSET);
  expect(finished()[1]).toMatchObject({
    attributes: { 'error.type': 'aborted' },
    status: { code: SpanStatusCode.ERROR },
  });
});

test('of one that is taken back nothing is sent', () => {
  const trace = begin();
  trace.child({ name: 'piece' })?.end();
  trace.discard();
  trace.end();
  expect(trace.child({ name: 'late' })).toBeUndefined();
  expect(names()).toEqual([]);
});

test('it has a hundred pieces at most, and tells how many more there were', () => {
  const trace = begin();
  for (let n = 0; n < 130; n += 1) trace.child({ name: 'piece' })?.end();
  trace.end();
  expect(finished()).toHaveLength(101);
  expect(finished().at(-1)?.attributes).toEqual({ 'sluice.omitted_spans': 30 });
});

test.each([
  [Object.assign(new Error('password "secret"'), { code: '57014' }), '57014'],
  [Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [Object.assign(new TypeError('secret'), { code: 'a secret' }), 'TypeError'],
  ['secret', '_OTHER'],
])('work that fails passes its failure on, and only the kind of it is sent: %s', async (thrown, type) => {
  const trace = begin();
  await expect(timed(trace, { name: 'piece' }, () => Promise.reject(thrown as Error))).rejects.toBe(thrown);
  trace.end();
  expect(finished()[0]?.attributes).toEqual({ 'error.type': type });
  expect(
    JSON.stringify(finished().map(({ attributes, status, events }) => [attributes, status, events])),
  ).not.toContain('secret');
});
