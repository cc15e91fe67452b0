import { type Endpoint, endpoints } from '@sluice/api';
import type { ListName } from '@sluice/decode/schemas';
import type { SluiceRecord } from '@sluice/record';
import { readSettings } from '@sluice/runtime';
import { otlpProtobuf, testUuid } from '@sluice/testbed/samples';
import { type Format, type Job, read } from '.';
import { gatewayFields, gatewayLimits } from '../config';

const limits = gatewayLimits(readSettings({}, gatewayFields));

const spans = {
  resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: '1'.repeat(32), spanId: '2'.repeat(16), name: 'span' }] }] }],
};
const dataPoints = [{ asDouble: 1, timeUnixNano: '1795211111000000000' }];
const points = {
  resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints } }] }] }],
};
const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'text' } }] }] }] };
const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));

/** Bodies that are lists: the examples of their endpoints. */
const LISTS = Object.fromEntries(
  Object.values<Endpoint>(endpoints).flatMap(({ list, body }) =>
    list === undefined ? [] : [[list, json(body?.['application/json']?.example as object)]],
  ),
) as Record<ListName, Buffer>;

const BODIES: Readonly<Record<Format, Buffer>> = {
  ...LISTS,
  native: json({ trace: { id: testUuid(1), name: 'trace' }, observations: [{ id: testUuid(2) }] }),
  events: json({
    batch: [{ id: 'e', type: 'trace-create', timestamp: '2026-11-20T10:00:00Z', body: { id: testUuid(1) } }],
  }),
  scores: json({ traceId: testUuid(1), name: 'quality', value: 1 }),
  'otlp-json': json(spans),
  'otlp-protobuf': Buffer.from(otlpProtobuf(spans)),
  'otlp-metrics-json': json(points),
  'otlp-metrics-protobuf': Buffer.from(otlpProtobuf(points, 'metrics')),
  'otlp-logs-json': json(logs),
  'otlp-logs-protobuf': Buffer.from(otlpProtobuf(logs, 'logs')),
};

function recordsOf(format: Format, others: Pick<Job, 'project' | 'repeatable'> = {}): readonly SluiceRecord[] {
  const receivedAt = 1_795_211_112_000_000;
  const job = {
    format,
    receivedAt,
    requestId: testUuid(3),
    limits,
    prefixes: ['langfuse'],
    resourceLabels: [],
    ...others,
  };
  return [...read(BODIES[format], job)].flat();
}

describe('reading a body', () => {
  test.each(Object.keys(BODIES) as Format[])('of %s makes records of the project of its sender', (format) => {
    const records = recordsOf(format);
    expect(records).toHaveLength(format.startsWith('otlp-logs') ? 0 : 1);
    expect(records.filter((record) => 'project' in record)).toEqual([]);
    expect(recordsOf(format, { project: 'acme' })).toEqual(records.map((record) => ({ ...record, project: 'acme' })));
  });

  test('that repeats one of another project with its key makes other records', () => {
    const repeatable = { sender: 'sender', key: 'key' };
    const idsIn = (project?: string) =>
      recordsOf('metrics', { repeatable, ...(project !== undefined && { project }) }).map(({ recordId }) => recordId);
    expect(idsIn('acme')).toEqual(idsIn('acme'));
    expect(new Set([...idsIn(), ...idsIn('acme'), ...idsIn('other')]).size).toBe(3);
  });
});
