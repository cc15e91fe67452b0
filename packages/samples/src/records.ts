import { type TraceRecord, receiveStamp } from '@sluice/record';

/** A UUID that ends with the number. */
export function testUuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** A small record, different for each `n`; of trace `trace` where it is given. */
export function traceRecord(n: number, trace = n): TraceRecord {
  const recordId = testUuid(0x10000 + n);
  const receivedAt = Date.UTC(2026, 10, 20) * 1000 + n;
  return {
    kind: 'trace',
    recordId,
    receivedAt,
    traceId: testUuid(trace),
    statements: [{ stamp: receiveStamp(receivedAt, recordId), fields: { name: `trace ${n}` } }],
    tags: ['a', 'b'],
    observations: [
      { id: testUuid(1), parentId: null, name: `span ${n}`, startTime: receivedAt, input: '{"n":1.0}', counted: true },
    ],
  };
}
