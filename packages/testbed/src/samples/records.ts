import { type TraceRecord, receiveStamp } from '@sluice/record';

/** Makes a UUID that ends with the number. */
export function testUuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Makes a small record, different for each `n`; of the trace number `trace`, if it is set. */
export function traceRecord(n: number, trace = n): TraceRecord {
  const recordId = testUuid(0x10000 + n);
  const receivedAt = Date.UTC(2026, 10, 20) * 1000 + n;
  return {
    kind: 'trace',
    recordId,
    receivedAt,
    traceId: testUuid(trace),
    updates: [{ stamp: receiveStamp(receivedAt, recordId), fields: { name: `trace ${n}` } }],
    tags: ['a', 'b'],
    observations: [
      { id: testUuid(1), parentId: null, name: `span ${n}`, startTime: receivedAt, input: '{"n":1.0}', counted: true },
    ],
  };
}
