import type { Choices } from './choices';
import { type Draft, type FuzzContext, type Target, ownMicros, ownSpanId, ownTraceId, pathOf } from './fuzz-input';
import { type OtlpEncoding, type OtlpMessage, plainOtlp } from './otlp-message';

const MIB = 1024 * 1024;

/** Limits of a body (contract: Limits); inputs are at the limit, one below and one beyond. */
const WIRE = 20 * MIB;
const VALUE = 8 * MIB;
const ITEMS = 50_000;
const TAGS = 200;
/** Members of an object that merges by members. */
const MEMBERS = 10_000;
const SCORES = 1000;
const PARTS = 1_000_000;

/** Makes a body of many bytes or many items, around a limit. */
export function limitDraft(context: FuzzContext, index: number, target: Target, choices: Choices): Draft {
  const off = choices.pick([-1, 0, 1]);
  const trace = ownTraceId(context.seed, index, 0);
  const encoding = target.endsWith('json') ? 'json' : 'protobuf';
  return { ...draftOf(target, encoding, { trace, index, off }, choices), done: [`${off} from a limit`] };
}

interface Limited {
  readonly trace: string;
  readonly index: number;
  /** Difference to the limit: -1, 0 or 1. */
  readonly off: number;
}

function draftOf(target: Target, encoding: OtlpEncoding, limited: Limited, choices: Choices): Draft {
  const json = { method: 'POST', contentType: 'application/json', done: [] };
  switch (target) {
    case 'native':
      return { ...json, endpoint: 'native', path: pathOf('native'), body: nativeBody(limited, choices) };
    case 'events':
      return { ...json, endpoint: 'events', path: pathOf('events'), body: eventsBody(limited, choices) };
    case 'metrics':
      return { ...json, endpoint: 'metrics', path: pathOf('metrics'), body: metricsBody(limited, choices) };
    case 'scores':
      return { ...json, endpoint: 'scores', path: pathOf('scores'), body: scoresBody(limited) };
    case 'otlp-metrics-json':
    case 'otlp-metrics-protobuf': {
      const timeUnixNano = ownMicros(limited.index, 0) * 1000n;
      const dataPoints = Array.from({ length: ITEMS + limited.off }, (_, n) => ({ timeUnixNano, asDouble: n }));
      const metrics = [{ name: 'many', gauge: { dataPoints } }];
      return plainOtlp('metrics', encoding, { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });
    }
    default: {
      const spans = spansAtLimit(limited, encoding, choices);
      return plainOtlp('trace', encoding, { resourceSpans: [{ scopeSpans: [{ spans }] }] });
    }
  }
}

function nativeBody({ trace: id, off }: Limited, choices: Choices): Buffer {
  switch (choices.pick(['value', 'wire', 'tags', 'items'] as const)) {
    case 'value':
      return Buffer.from(`{"trace":{"id":"${id}","input":"${'v'.repeat(VALUE + off)}"}}`);
    case 'wire':
      return filled(`{"trace":{"id":"${id}","unknown":"`, '"}}', WIRE + off);
    case 'tags':
      return Buffer.from(`{"trace":{"id":"${id}","tags":[${joined(TAGS + off, (n) => `"t${n}"`)}]}}`);
    case 'items': {
      const observation = (n: number): string => `{"id":"${ownSpanId(n, n)}"}`;
      return Buffer.from(`{"trace":{"id":"${id}"},"observations":[${joined(ITEMS + off, observation)}]}`);
    }
  }
}

function eventsBody({ trace: id, index, off }: Limited, choices: Choices): Buffer {
  const event = (body: string, n = 0): string =>
    `{"id":"${index}-${n}","type":"span-create","timestamp":"2026-11-20T10:00:00Z","body":${body}}`;
  switch (choices.pick(['value', 'wire', 'metadata'] as const)) {
    case 'value':
      return Buffer.from(`{"batch":[${event(`{"id":"s","traceId":"${id}","input":"${'v'.repeat(VALUE + off)}"}`)}]}`);
    case 'wire':
      return filled(`{"batch":[],"unknown":"`, '"}', WIRE + off);
    case 'metadata': {
      const members = (from: number, count: number) => joined(count, (n) => `"k${from + n}":0`);
      const part = (n: number, count: number) =>
        event(`{"id":"s","traceId":"${id}","metadata":{"a":{${members(n * MEMBERS, count)}}}}`, n);
      return Buffer.from(`{"batch":[${part(0, MEMBERS + off)},${part(1, MEMBERS)},${part(2, 2)}]}`);
    }
  }
}

function metricsBody({ off }: Limited, choices: Choices): Buffer {
  if (choices.oneIn(2)) return filled('{"metrics":[],"unknown":"', '"}', WIRE + off);
  return Buffer.from(`{"metrics":[${joined(ITEMS + off, (n) => `{"name":"many","value":${n}}`)}]}`);
}

function scoresBody({ trace, off }: Limited): Buffer {
  return Buffer.from(
    `[${joined(SCORES + off, (n) => `{"id":"${trace}-${n}","traceId":"${trace}","name":"n","value":1}`)}]`,
  );
}

function spansAtLimit({ trace, index, off }: Limited, encoding: OtlpEncoding, choices: Choices): OtlpMessage[] {
  const traceId = Buffer.from(trace, 'hex');
  const span = (n: number, more: OtlpMessage = {}): OtlpMessage => {
    return { traceId, spanId: Buffer.from(ownSpanId(index, n), 'hex'), startTimeUnixNano: 1n, ...more };
  };
  const what = choices.pick(['items', 'value', encoding === 'json' ? 'value' : 'events'] as const);
  if (what === 'items') return Array.from({ length: ITEMS + off }, (_, n) => span(n));
  // An empty event has two bytes: the smallest body that makes the largest heap.
  if (what === 'events') return [span(0, { events: Array.from({ length: PARTS + off - 2 }, () => ({})) })];
  const key = choices.pick(['langfuse.observation.output', 'other']);
  return [span(0, { attributes: [{ key, value: { stringValue: 'v'.repeat(VALUE + off) } }] })];
}

/** Makes a body of exactly this many bytes. */
function filled(begin: string, end: string, bytes: number): Buffer {
  return Buffer.from(`${begin}${'u'.repeat(bytes - begin.length - end.length)}${end}`);
}

function joined(count: number, item: (number: number) => string): string {
  return Array.from({ length: count }, (_, number) => item(number)).join(',');
}
