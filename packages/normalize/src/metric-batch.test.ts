import { encodeRecord } from '@sluice/record';
import { DEFAULT_LIMITS } from './context';
import { RECEIVED } from './fixtures/otlp-request';
import { MetricNormalizer, normalizeMetrics } from './metric-batch';

const context = (receivedAt = RECEIVED, recordBytes = DEFAULT_LIMITS.recordBytes) => ({
  receivedAt,
  recordIdOfChunk: (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  limits: { ...DEFAULT_LIMITS, recordBytes },
});

const point = (n: number) => ({ name: `m${n}`, labels: new Map([['k', 'x'.repeat(n % 50)]]), value: n });

describe('a metric request', () => {
  it('becomes one record; a point without a time has that of the receipt', () => {
    const labels = new Map([['model', 'gpt-4o']]);
    expect(
      normalizeMetrics(
        [
          { name: 'a', labels, value: 1.5 },
          { name: 'b', labels, value: 2, timestamp: 7 },
        ],
        context(),
      ),
    ).toEqual([
      {
        kind: 'metric',
        recordId: '00000000-0000-4000-8000-000000000000',
        receivedAt: RECEIVED,
        points: [
          { name: 'a', labels, value: 1.5, timestamp: RECEIVED },
          { name: 'b', labels, value: 2, timestamp: 7 },
        ],
      },
    ]);
  });

  it('of no points becomes no record', () => {
    expect(normalizeMetrics([], context())).toEqual([]);
  });

  it('too large for one record is cut at the same points whenever it is repeated', () => {
    const points = Array.from({ length: 500 }, (_, n) => point(n));
    const first = normalizeMetrics(points, context(RECEIVED, 4000));
    const repeated = normalizeMetrics(points, context(RECEIVED + 86_400_000_000, 4000));
    expect(first.length).toBeGreaterThan(5);
    expect(first.flatMap((record) => record.points.map(({ name }) => name))).toEqual(points.map(({ name }) => name));
    expect(repeated.map(({ recordId, points: { length } }) => [recordId, length])).toEqual(
      first.map(({ recordId, points: { length } }) => [recordId, length]),
    );
    for (const record of first) expect(encodeRecord(record).length).toBeLessThanOrEqual(4000);
  });

  it('is cut at the same points however its points come', () => {
    const points = Array.from({ length: 500 }, (_, n) => point(n));
    const normalizer = new MetricNormalizer(context(RECEIVED, 4000));
    const parts = [points.slice(0, 7), points.slice(7, 300), [], points.slice(300)];
    const records = parts.flatMap((part) => normalizer.records(part));
    expect([...records, ...normalizer.rest()]).toEqual(normalizeMetrics(points, context(RECEIVED, 4000)));
  });
});
