import type { Choices } from './choices';
import { type Draft, type FuzzWorld, type Target, ownMicros, ownSpanId, ownTraceId } from './fuzz-input';
import { OTLP_PATH } from './otlp-json';
import { OTLP_METRICS_PATH } from './otlp-metrics-json';
import { bytesField, doubleField, encode, fixed64Field, messageField, textField } from './protobuf-tree';

const MIB = 1024 * 1024;

/** The limits of a body, exactly, one below and one beyond (contract: Limits). */
const WIRE = 20 * MIB;
const VALUE = 8 * MIB;
const ITEMS = 50_000;
const TAGS = 200;

/** A body of many bytes or many items, around a limit. */
export function limitDraft(world: FuzzWorld, index: number, target: Target, choices: Choices): Draft {
  const off = choices.pick([-1, 0, 1]);
  const trace = ownTraceId(world.seed, index, 0);
  switch (target) {
    case 'native':
      return draft('native', '/v1/l/batch', 'application/json', nativeBody(trace, off, choices), off);
    case 'metrics':
      return draft('metrics', '/v1/metrics/batch', 'application/json', metricsBody(off, choices), off);
    case 'otlp-json':
      return draft('otlp', OTLP_PATH, 'application/json', otlpJsonBody(trace, index, off, choices), off);
    case 'otlp-metrics-json':
      return draft('otlp-metrics', OTLP_METRICS_PATH, 'application/json', otlpMetricsJsonBody(index, off), off);
    case 'otlp-metrics-protobuf': {
      const body = otlpMetricsProtobufBody(index, off);
      return draft('otlp-metrics', OTLP_METRICS_PATH, 'application/x-protobuf', body, off);
    }
    default:
      return draft('otlp', OTLP_PATH, 'application/x-protobuf', otlpProtobufBody(trace, index, off, choices), off);
  }
}

function draft(endpoint: Draft['endpoint'], path: string, contentType: string, body: Buffer, off: number): Draft {
  return { endpoint, method: 'POST', path, contentType, body, done: [`${off} from a limit`] };
}

function nativeBody(id: string, off: number, choices: Choices): Buffer {
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

function metricsBody(off: number, choices: Choices): Buffer {
  if (choices.oneIn(2)) return filled('{"metrics":[],"unknown":"', '"}', WIRE + off);
  return Buffer.from(`{"metrics":[${joined(ITEMS + off, (n) => `{"name":"many","value":${n}}`)}]}`);
}

function otlpJsonBody(traceId: string, index: number, off: number, choices: Choices): Buffer {
  const spans = (text: string): Buffer => Buffer.from(`{"resourceSpans":[{"scopeSpans":[{"spans":[${text}]}]}]}`);
  const ids = (n: number): string => `"traceId":"${traceId}","spanId":"${ownSpanId(index, n)}"`;
  if (choices.oneIn(2)) return spans(joined(ITEMS + off, (n) => `{${ids(n)}}`));
  const value = (name: string): string => `{"key":"${name}","value":{"stringValue":"${'v'.repeat(VALUE + off)}"}}`;
  return spans(`{${ids(0)},"attributes":[${value(choices.pick(['langfuse.observation.input', 'other']))}]}`);
}

function otlpProtobufBody(traceId: string, index: number, off: number, choices: Choices): Buffer {
  const span = (n: number, ...more: readonly Buffer[]) =>
    bytesField(
      2,
      Buffer.concat([
        encode([
          bytesField(1, Buffer.from(traceId, 'hex')),
          bytesField(2, Buffer.from(ownSpanId(index, n), 'hex')),
          fixed64Field(7, 1n),
        ]),
        ...more,
      ]),
    );
  const request = (spans: ReturnType<typeof span>[]): Buffer => encode([messageField(1, [messageField(2, spans)])]);
  switch (choices.pick(['items', 'value', 'events'] as const)) {
    case 'items':
      return request(Array.from({ length: ITEMS + off }, (_, n) => span(n)));
    case 'value': {
      const value = messageField(2, [textField(1, 'v'.repeat(VALUE + off))]);
      return request([span(0, encode([messageField(9, [textField(1, 'langfuse.observation.output'), value])]))]);
    }
    case 'events':
      // Two bytes each: the smallest body that makes the largest heap.
      return request([span(0, Buffer.alloc(2 * (1_000_000 + off - 2), Buffer.from('5a00', 'hex')))]);
  }
}

function otlpMetricsJsonBody(index: number, off: number): Buffer {
  const time = `"timeUnixNano":"${ownMicros(index, 0) * 1000n}"`;
  const points = joined(ITEMS + off, (n) => `{${time},"asDouble":${n}}`);
  return Buffer.from(
    `{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"many","gauge":{"dataPoints":[${points}]}}]}]}]}`,
  );
}

function otlpMetricsProtobufBody(index: number, off: number): Buffer {
  const time = fixed64Field(3, ownMicros(index, 0) * 1000n);
  const points = Array.from({ length: ITEMS + off }, (_, n) => messageField(1, [time, doubleField(4, n)]));
  const metric = messageField(2, [textField(1, 'many'), messageField(5, points)]);
  return encode([messageField(1, [messageField(2, [metric])])]);
}

/** A body of exactly so many bytes. */
function filled(begin: string, end: string, bytes: number): Buffer {
  return Buffer.from(`${begin}${'u'.repeat(bytes - begin.length - end.length)}${end}`);
}

function joined(count: number, item: (number: number) => string): string {
  return Array.from({ length: count }, (_, number) => item(number)).join(',');
}
