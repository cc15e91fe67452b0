import { createHash } from 'node:crypto';
import { otlpProtobuf } from '@sluice/testbed/samples';
import { type Product, startProduct } from './product.testing';

/*
 * Spans of one trace as their processes send them: children first, the root last or in the middle, in hundreds of requests. Whatever the
 * order, the trace equals that of a single request. (Contract: of two explicit values the one received later is stored, and tags have the
 * order of their arrival: so these spans do not contradict each other there.)
 */

const SPANS = 10_000;
const REQUESTS = 100;
const START_NS = BigInt(Date.UTC(2026, 10, 20, 12)) * 1_000_000n;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** Returns the numbers in a fixed pseudo-random order. */
function shuffled(numbers: readonly number[]): number[] {
  const keys = new Map(numbers.map((n) => [n, createHash('sha256').update(String(n)).digest('hex')]));
  return numbers.toSorted((one, other) => ((keys.get(one) ?? '') < (keys.get(other) ?? '') ? -1 : 1));
}

const spanId = (n: number): string => (n + 1).toString(16).padStart(16, '0');

/** Returns the attributes of span `n` besides its place and time. User, session, environment, release and version contradict each other. */
function attributesOf(n: number): Record<string, string | number | boolean> {
  return {
    ...(n % 5 === 1 && {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': n % 2 === 0 ? 'gpt-4o' : 'claude-sonnet-4-5',
      'gen_ai.usage.input_tokens': n,
      'gen_ai.usage.output_tokens': n % 97,
      'langfuse.observation.input': `question ${n}`,
      'langfuse.observation.output': `answer ${n}`,
    }),
    ...(n === 0 && { 'langfuse.observation.input': 'asked', 'langfuse.observation.output': 'answered' }),
    ...(n % 1_000 === 7 && { 'user.id': `user ${n}`, 'session.id': `session ${n}` }),
    ...(n % 1_500 === 9 && { 'langfuse.trace.name': 'the trace', 'langfuse.release': `release ${n}` }),
    ...(n % 2_000 === 11 && { 'langfuse.trace.input': 'the input', 'langfuse.trace.public': true }),
    ...(n % 400 === 13 && { [`langfuse.trace.metadata.key${n}`]: `value ${n}` }),
    ...(n % 900 === 17 && { 'langfuse.environment': `environment-${n}`, 'langfuse.version': `v${n}` }),
    ...(n === 4_321 && { 'langfuse.internal.as_root': true }),
  };
}

function otlpSpan(traceId: string, n: number) {
  const start = START_NS + BigInt(n) * 1_000_000n;
  const attributes = Object.entries(attributesOf(n)).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : typeof value === 'boolean'
          ? { boolValue: value }
          : { intValue: String(value) },
  }));
  if (n % 300 === 19) {
    const tags = [`tag ${n % 900}`, 'all'].map((tag) => ({ stringValue: tag }));
    attributes.push({ key: 'langfuse.trace.tags', value: { arrayValue: { values: tags } } } as never);
  }
  return {
    traceId,
    spanId: spanId(n),
    ...(n > 0 && { parentSpanId: spanId(Math.floor((n - 1) / 3)) }),
    name: `step ${n % 50}`,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt((n * 7_919) % 60_000) * 1_000_000n),
    attributes,
    ...(n % 250 === 23 && { status: { code: 2, message: `failed ${n}` } }),
  };
}

async function send(traceId: string, spans: readonly number[]): Promise<void> {
  const body = otlpProtobuf({
    resourceSpans: [{ scopeSpans: [{ spans: spans.map((n) => otlpSpan(traceId, n)) }] }],
  });
  const headers = { 'Content-Type': 'application/x-protobuf' };
  const { status } = await product.send('/api/public/otel/v1/traces', { method: 'POST', headers, body });
  expect(status).toBe(200);
}

/** Returns the API's whole answer for a trace, without times of receipt and ids. */
async function answerOf(traceId: string): Promise<unknown> {
  const { status, body } = await product.send(`/api/public/traces/${traceId}`, {});
  expect(status).toBe(200);
  const dashed = traceId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const text = body.toString().replaceAll(dashed, 'TRACE');
  return JSON.parse(text, (key, value: unknown) => {
    if (key === 'tags') return (value as string[]).sort();
    return key === 'createdAt' || key === 'updatedAt' ? undefined : value;
  });
}

test('a trace of 10,000 spans is the same in one request and in a hundred of any order', async () => {
  const all = Array.from({ length: SPANS }, (_, n) => n);
  const whole = 'a'.repeat(32);
  await send(whole, all);
  const expected = (await answerOf(whole)) as { observations: unknown[]; name: string; latency: number };
  expect(expected.observations).toHaveLength(SPANS);
  expect(expected).toMatchObject({ name: 'the trace', input: 'the input', output: 'answered', userId: 'user 7' });
  for (const [traceId, order] of [
    ['b'.repeat(32), all.toReversed()],
    ['c'.repeat(32), shuffled(all)],
  ] as const) {
    const size = SPANS / REQUESTS;
    const requests = Array.from({ length: REQUESTS }, (_, n) => order.slice(n * size, (n + 1) * size));
    for (let at = 0; at < REQUESTS; at += 10) {
      await Promise.all(requests.slice(at, at + 10).map((spans) => send(traceId, spans)));
    }
    const { observations, ...trace } = (await answerOf(traceId)) as typeof expected;
    const { observations: expectedObservations, ...expectedTrace } = expected;
    expect(trace).toEqual(expectedTrace);
    expect(observations).toEqual(expectedObservations);
  }
});
