import { type MetricPoint, encodeRecord } from '@sluice/record';
import { DEFAULT_LIMITS, type ListContext } from './context';
import { RECEIVED } from './fixtures/otlp-request';
import { ListNormalizer } from './list-normalizer';

const context = (receivedAt = RECEIVED, recordBytes = DEFAULT_LIMITS.recordBytes) => ({
  receivedAt,
  recordIdOfChunk: (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  limits: { ...DEFAULT_LIMITS, recordBytes },
});

const point = (n: number) => ({
  name: `m${n}`,
  labels: new Map([['k', 'x'.repeat(n % 50)]]),
  value: n,
  timestamp: RECEIVED,
});

function recordsOf(portions: readonly (readonly MetricPoint[])[], context: ListContext) {
  const normalizer = new ListNormalizer('metric', context);
  return [...portions.flatMap((points) => normalizer.records(points)), ...normalizer.rest()];
}

describe('a metric request', () => {
  it('becomes one record', () => {
    const labels = new Map([['model', 'gpt-4o']]);
    const points = [
      { name: 'a', labels, value: 1.5, timestamp: RECEIVED },
      { name: 'b', labels, value: 2, timestamp: 7 },
    ];
    expect(recordsOf([points], context())).toEqual([
      { kind: 'metric', recordId: '00000000-0000-4000-8000-000000000000', receivedAt: RECEIVED, points },
    ]);
  });

  it('of no points becomes no record', () => {
    expect(recordsOf([[]], context())).toEqual([]);
  });

  it('too large for one record is cut at the same points whenever it is repeated', () => {
    const points = Array.from({ length: 500 }, (_, n) => point(n));
    const first = recordsOf([points], context(RECEIVED, 4000));
    const repeated = recordsOf([points], context(RECEIVED + 86_400_000_000, 4000));
    expect(first.length).toBeGreaterThan(5);
    // For points with one time the last received one wins, and records of one list are stored in any order.
    expect(first.map(({ receivedAt }) => receivedAt)).toEqual(first.map((_, index) => RECEIVED + index));
    expect(first.flatMap((record) => record.points.map(({ name }) => name))).toEqual(points.map(({ name }) => name));
    expect(repeated.map(({ recordId, points: { length } }) => [recordId, length])).toEqual(
      first.map(({ recordId, points: { length } }) => [recordId, length]),
    );
    for (const record of first) expect(encodeRecord(record).length).toBeLessThanOrEqual(4000);
  });

  it('is cut at the same points however its points come', () => {
    const points = Array.from({ length: 500 }, (_, n) => point(n));
    const parts = [points.slice(0, 7), points.slice(7, 300), [], points.slice(300)];
    expect(recordsOf(parts, context(RECEIVED, 4000))).toEqual(recordsOf([points], context(RECEIVED, 4000)));
  });
});
