import { createHash } from 'node:crypto';
import { observationIdOfSpan } from '@sluice/record';
import { recentCaptures } from '@sluice/testbed/samples';
import type { Visits } from './visit.testing';

const TRACES = '/api/public/otel/v1/traces';

/** Span of a journey. Times are milliseconds since the trace began. */
export interface Span {
  /** Text that is unique in the trace; ids are derived from it. */
  readonly key: string;
  readonly parent?: string;
  readonly name: string;
  readonly type?: 'agent' | 'generation' | 'tool' | 'retriever' | 'span';
  readonly from?: number;
  readonly to?: number;
  readonly error?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  /** Further attributes, by the names that the API documents. */
  readonly attributes?: Readonly<Record<string, string | number>>;
}

export interface Trace {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Instrumentation that sends the spans. */
  readonly scope?: string;
  /** `service.name` of its resource. */
  readonly service?: string;
  readonly spans: readonly Span[];
}

/** Returns the id of the trace with this key. */
export const traceIdOf = (key: string): string => hexOf(key, 32);
/** Returns the span id of an SDK; the API pads it to a UUID. */
export const spanIdOf = (trace: string, key: string): string => hexOf(`${trace}/${key}`, 16);

/** Returns the span's id in answers of the API. */
export const observationIdOf = (trace: string, key: string): string => observationIdOfSpan(spanIdOf(trace, key));

/** Sends traces as an SDK does, in requests of several thousand spans. */
export async function send({ post }: Pick<Visits, 'post'>, ...traces: readonly Trace[]): Promise<void> {
  for (const sender of new Set(traces.map(senderOf))) {
    const sent = traces.filter((trace) => senderOf(trace) === sender);
    const { scope, service } = sent[0] ?? {};
    const attributes = service === undefined ? [] : [{ key: 'service.name', value: { stringValue: service } }];
    const spans = sent.flatMap((trace) => trace.spans.map((span) => encoded(trace, span)));
    for (let first = 0; first < spans.length; first += 5_000) {
      const scopeSpans = [{ scope: { name: scope ?? 'journeys' }, spans: spans.slice(first, first + 5_000) }];
      await post(TRACES, JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans }] }));
    }
  }
}

const senderOf = ({ scope, service }: Trace): string => JSON.stringify([scope, service]);

/** Sends all captures of real SDKs, with present times. */
export async function sendCaptures({ post }: Pick<Visits, 'post'>): Promise<void> {
  for (const request of recentCaptures(Date.now())) await post(TRACES, request);
}

/** Makes an agent that calls a model, uses tools and fails once: `count` observations, ten below each step. */
export function longTrace(key: string, count: number, at: number): Trace {
  const root: Span = { key: 'root', name: 'research-agent', type: 'agent', from: 0, to: count * 10 };
  const steps = Array.from({ length: count - 1 }, (_, n): Span => {
    const isStep = n % 10 === 0;
    return {
      key: `n${n}`,
      parent: isStep ? 'root' : `n${n - (n % 10)}`,
      name: isStep ? `step ${n / 10}` : n % 10 === 1 ? 'chat' : 'search_web',
      type: isStep ? 'span' : n % 10 === 1 ? 'generation' : 'tool',
      from: n * 10,
      to: isStep ? (n + 10) * 10 : n * 10 + 8,
      ...(n === count - 10 && { error: 'timed out after 10 s' }),
    };
  });
  return { key, at, spans: [root, ...steps] };
}

function encoded({ key: trace, at }: Trace, span: Span): object {
  const { key, parent, name, type = 'span', from = 0, to = from + 10, error, input, output, attributes = {} } = span;
  const all: Readonly<Record<string, unknown>> = {
    'langfuse.observation.type': type,
    ...(input !== undefined && { 'langfuse.observation.input': textOf(input) }),
    ...(output !== undefined && { 'langfuse.observation.output': textOf(output) }),
    ...attributes,
  };
  return {
    traceId: traceIdOf(trace),
    spanId: spanIdOf(trace, key),
    ...(parent !== undefined && { parentSpanId: spanIdOf(trace, parent) }),
    name,
    kind: 1,
    startTimeUnixNano: nanoseconds(at + from),
    endTimeUnixNano: nanoseconds(at + to),
    attributes: Object.entries(all).map(([name, value]) => ({
      key: name,
      value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
    })),
    ...(error !== undefined && { status: { code: 2, message: error } }),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const nanoseconds = (ms: number): string => `${Math.round(ms)}000000`;
const hexOf = (text: string, digits: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, digits);
