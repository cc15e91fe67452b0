import type { MetricPoint, MetricRecord } from '@sluice/record';
import { testUuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { type TestReader, openReader } from './reader.testing';

const T0 = Date.UTC(2026, 10, 20, 12) * 1000;
const HOUR = 3_600_000_000;

let writer: TestWriter;
let reader: TestReader;
beforeAll(() => {
  writer = openWriter({ now: T0 + 2 * HOUR });
  reader = openReader();
});
afterAll(() => Promise.all([writer.close(), reader.close()]));
beforeEach(() => writer.clear());

const point = (value: number, host: string): MetricPoint => ({
  name: 'm',
  labels: new Map([['host', host]]),
  value,
  timestamp: T0,
});

const record = (n: number, values: readonly number[]): MetricRecord => ({
  kind: 'metric',
  recordId: testUuid(n),
  receivedAt: T0 + HOUR + n,
  points: values.map((value) => point(value, value % 2 === 0 ? 'a' : 'b')),
});

const last = async () => {
  const window = { name: 'm', from: T0, before: T0 + HOUR, labels: new Map<string, string>() };
  const { series } = await reader.store.queryMetric({ ...window, step: '1h', aggregation: 'last' });
  return series.map(({ values }) => values);
};

test('of points with one time the one received last is the last, in whatever order and partitions records are stored', async () => {
  // Values ascend as they are received, within a record too.
  const records = [0, 1, 2, 3].map((n) => record(n, [3 * n, 3 * n + 1, 3 * n + 2]));
  const partitioned = fc.tuple(
    fc.shuffledSubarray(records, { minLength: records.length }),
    fc.array(fc.nat({ max: 2 }), { minLength: records.length, maxLength: records.length }),
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(partitioned, async ([order, partitions, together]) => {
      await writer.clear();
      if (together) await writer.storeAll([order]);
      else for (const [n, each] of order.entries()) await writer.storeAll([[each]], partitions[n]);
      expect(await last()).toEqual([[{ timestamp: T0, value: 11 }]]);
    }),
    { numRuns: 20 },
  );
});
