import { otlpProtobuf } from '@sluice/testbed/samples';
import { Reader, Writer } from 'protobufjs/minimal';
import { DEFAULT_LIMITS } from './limits';
import { decodeOtlpJson, decodeOtlpMetricsJson } from './otlp-json';
import { otlpLogsJson, otlpLogsProtobuf } from './otlp-logs';
import { decodeOtlpMetricsProtobuf, decodeOtlpProtobuf } from './otlp-protobuf';

const NOW = Date.UTC(2026, 10, 20, 22) * 1000;
const span = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', name: 'call' };
const metric = { name: 'm', gauge: { dataPoints: [{ timeUnixNano: `${NOW}000`, asDouble: 1 }] } };
const scope = { name: 'old', version: '0.5' };

const traces = { resourceSpans: [{ resource: {}, scopeSpans: [{ scope, spans: [span] }] }] };
const metrics = { resourceMetrics: [{ resource: {}, scopeMetrics: [{ scope, metrics: [metric] }] }] };
const logs = { resourceLogs: [{ resource: {}, scopeLogs: [{ scope, logRecords: [{ timeUnixNano: `${NOW}000` }] }] }] };

/** A request as senders wrote it before OTLP 0.16, in both spellings. */
const oldJson = (request: unknown): Buffer[] => {
  const camel = JSON.stringify(request).replace(/"scope(Spans|Metrics|Logs)"/, '"instrumentationLibrary$1"');
  const library = camel.replace('"scope"', '"instrumentationLibrary"');
  const snake = library.replace(/"instrumentationLibrary(\w)?/g, (_, first?: string) =>
    first === undefined ? '"instrumentation_library' : `"instrumentation_library_${first.toLowerCase()}`,
  );
  return [library, snake].map((text) => Buffer.from(text));
};

/** Returns an encoded request in which field 2 of each resource has the given numbers. */
function renumbered(request: Uint8Array, numbers: readonly number[]): Buffer {
  const reader = Reader.create(request);
  const writer = Writer.create();
  while (reader.pos < reader.len) {
    writer.uint32(reader.uint32()).fork();
    for (const end = reader.uint32() + reader.pos; reader.pos < end;) {
      const tag = reader.uint32();
      const content = reader.bytes();
      for (const number of tag === ((2 << 3) | 2) ? numbers : [tag >>> 3]) {
        writer.uint32((number << 3) | 2).bytes(content);
      }
    }
    writer.ldelim();
  }
  return Buffer.from(writer.finish());
}

const OLD = [1000];
const BOTH = [1000, 2];

test('spans of instrumentation libraries are read as those of scopes', () => {
  const expected = {
    accepted: 1,
    rejected: 0,
    resourceSpans: [{ scopeSpans: [{ scope, spans: [{ name: 'call' }] }] }],
  };
  for (const body of oldJson(traces)) {
    for (const wholeBytes of [20, DEFAULT_LIMITS.wholeBytes]) {
      expect(decodeOtlpJson(body, { ...DEFAULT_LIMITS, wholeBytes })).toMatchObject(expected);
    }
  }
  const protobuf = otlpProtobuf(traces);
  for (const numbers of [OLD, BOTH]) {
    expect(decodeOtlpProtobuf(renumbered(protobuf, numbers), DEFAULT_LIMITS)).toMatchObject(expected);
  }
});

test('metrics of instrumentation libraries are read as those of scopes', () => {
  for (const body of oldJson(metrics)) {
    expect(decodeOtlpMetricsJson(body, DEFAULT_LIMITS, NOW)).toMatchObject({ accepted: 1, rejected: 0 });
  }
  const protobuf = otlpProtobuf(metrics, 'metrics');
  for (const numbers of [OLD, BOTH]) {
    const body = renumbered(protobuf, numbers);
    expect(decodeOtlpMetricsProtobuf(body, DEFAULT_LIMITS, NOW)).toMatchObject({ accepted: 1, rejected: 0 });
  }
});

test('log records of instrumentation libraries are counted', () => {
  for (const body of oldJson(logs)) expect(otlpLogsJson(body, DEFAULT_LIMITS)).toBe(1);
  expect(otlpLogsProtobuf(renumbered(otlpProtobuf(logs, 'logs'), OLD))).toBe(1);
});

test('where a resource has both lists its scopes are read, unless they are empty', () => {
  const libraries = [{ instrumentationLibrary: scope, spans: [span] }];
  const accepted = (scopeSpans: unknown) => {
    const body = { resourceSpans: [{ instrumentationLibrarySpans: libraries, scopeSpans }] };
    return decodeOtlpJson(Buffer.from(JSON.stringify(body)), DEFAULT_LIMITS).accepted;
  };
  expect(accepted([{ spans: [span, { ...span, spanId: 'b7ad6b7169203332' }] }])).toBe(2);
  expect(accepted([])).toBe(1);
  expect(accepted(null)).toBe(1);
});
