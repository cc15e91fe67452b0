import { otlpProtobuf } from '@sluice/testbed/samples';
import { DEFAULT_LIMITS } from './limits';
import { otlpLogsJson, otlpLogsProtobuf } from './otlp-logs';

const record = { timeUnixNano: '1795132800000001000', body: { stringValue: 'x' } };
const logs = {
  resourceLogs: [
    { resource: {}, scopeLogs: [{ logRecords: [record, record] }, { scope: { name: 's' }, logRecords: [record] }] },
    { scopeLogs: [{ logRecords: [record] }] },
  ],
};
const json = (body: unknown, limits = DEFAULT_LIMITS) => otlpLogsJson(Buffer.from(JSON.stringify(body)), limits);

describe('log records of an export', () => {
  it('are counted in both encodings, large or not', () => {
    expect(json(logs)).toBe(4);
    expect(json(logs, { ...DEFAULT_LIMITS, wholeBytes: 20 })).toBe(4);
    expect(json({ resource_logs: [{ scope_logs: [{ log_records: [record] }] }] })).toBe(1);
    expect(otlpLogsProtobuf(Buffer.from(otlpProtobuf(logs, 'logs')))).toBe(4);
  });

  it('are none in an empty export', () => {
    expect(json({})).toBe(0);
    expect(otlpLogsProtobuf(Buffer.alloc(0))).toBe(0);
  });

  it.each([
    '[]',
    '{"resourceLogs":{}}',
    '{"resourceLogs":[7]}',
    '{"resourceLogs":[{"scopeLogs":[{"logRecords":{}}]}]}',
    '{',
  ])('refuses %s', (body) => {
    expect(() => otlpLogsJson(Buffer.from(body), DEFAULT_LIMITS)).toThrow(
      expect.objectContaining({ kind: 'invalid' }) as Error,
    );
  });

  it('refuses what is no protobuf', () => {
    expect(() => otlpLogsProtobuf(Buffer.from('{"resourceLogs":[]}'))).toThrow(/ExportLogsServiceRequest.*JSON/);
  });

  const time = { startTimeUnixNano: '1795132800000001000', endTimeUnixNano: '1795132800000001000' };
  const span = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', name: 'x', ...time };
  const points = { dataPoints: [{ timeUnixNano: '1795132800000001000', asDouble: 1 }] };
  it.each([
    ['traces', { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }, 'resourceSpans'],
    [
      'metrics',
      { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: points }] }] }] },
      'resourceMetrics',
    ],
  ] as const)('are not taken for %s', (signal, body, list) => {
    expect(() => json(body)).toThrow(`the body must be an OTLP logs export; it has ${list} and no resourceLogs`);
    expect(() => otlpLogsProtobuf(Buffer.from(otlpProtobuf(body, signal === 'traces' ? 'trace' : signal)))).toThrow(
      `the body must be an OTLP logs export; it looks like an export of ${signal}`,
    );
    expect(() => json({ resource_spans: [] })).toThrow('it has resource_spans');
  });
});
