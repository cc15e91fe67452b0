import fc from 'fast-check';
import { type TraceComparisonQuery, type TraceDifference, compareTraces } from './compare-traces';
import { type TestReader, whileTracesAreLocked } from './reader.testing';
import {
  BASE,
  MINUTE,
  PART,
  type Row,
  everything,
  openSelectionRows,
  outcomeOf,
  percentile,
} from './selection-rows.testing';

let reader: TestReader;
let rows: readonly Row[];

beforeAll(async () => {
  ({ reader, rows } = await openSelectionRows());
});
afterAll(() => reader.close());

const orNone = (values: readonly string[]): readonly (string | null)[] => (values.length === 0 ? [null] : values);

const FIELDS: Readonly<Record<TraceDifference['field'], (row: Row) => readonly (string | null)[]>> = {
  name: () => [null],
  version: () => [null],
  userId: ({ userId }) => [userId],
  release: ({ release }) => [release],
  environment: ({ environment }) => [environment ?? 'default'],
  tags: ({ tags }) => orNone(tags),
  model: ({ models }) => orNone(models),
  outcome: (row) => [outcomeOf(row)],
};

/** The rule of the contract, in plain code: how often each value is there, by field and value. */
function expected(picked: readonly Row[], rest: readonly Row[]): ReadonlyMap<string, readonly [number, number]> {
  const counts = new Map<string, [number, number]>();
  for (const [side, of] of [picked, rest].entries()) {
    for (const row of of) {
      for (const [field, valuesOf] of Object.entries(FIELDS)) {
        for (const value of valuesOf(row)) {
          const key = JSON.stringify([field, value]);
          const count = counts.get(key) ?? [0, 0];
          count[side === 0 ? 0 : 1] += 1;
          counts.set(key, count);
        }
      }
    }
  }
  return counts;
}

it('counts each value among the picked and among the rest, the greatest difference of share first', async () => {
  const query = fc.record({
    project: fc.constantFrom<0 | 1>(0, 1),
    first: fc.integer({ min: 0, max: 50 }),
    pickedFrom: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
    slow: fc.constantFrom(undefined, 1, 7, 8),
    failed: fc.boolean(),
    ofModel: fc.boolean(),
    limit: fc.constantFrom(1, 3, 500),
  });
  await fc.assert(
    fc.asyncProperty(query, async ({ project, first, pickedFrom, slow, failed, ofModel, limit }) => {
      const asked: TraceComparisonQuery = {
        filter: { ...everything, from: BASE + first * MINUTE },
        ...(ofModel && { conditions: [{ type: 'arrayOptions', column: 'model', operator: 'any of', value: ['gpt'] }] }),
        picked: {
          filter: { ...everything, ...(pickedFrom !== undefined && { from: BASE + pickedFrom * MINUTE }) },
          conditions: [
            ...(slow === undefined
              ? []
              : [{ type: 'number', column: 'latency', operator: '>=', value: slow } as const]),
            ...(failed
              ? [{ type: 'stringOptions', column: 'level', operator: 'any of', value: ['ERROR'] } as const]
              : []),
          ],
        },
        limit,
      };
      const selected = rows.filter(
        (row) => row.project === project && row.minute >= first && (!ofModel || row.models.includes('gpt')),
      );
      const isPicked = (row: Row): boolean =>
        (slow === undefined || row.latency >= slow) && (!failed || row.hasError) && row.minute >= (pickedFrom ?? 0);
      const [picked, rest] = [selected.filter(isPicked), selected.filter((row) => !isPicked(row))];
      const found = await reader.reads.of(project === 0 ? undefined : 'acme').compareTraces(asked);
      expect([found.picked, found.rest]).toEqual([picked.length, rest.length]);

      const counts = picked.length === 0 || rest.length === 0 ? new Map<string, never>() : expected(picked, rest);
      expect(found.totalItems).toBe(counts.size);
      expect(found.differences).toHaveLength(Math.min(limit, counts.size));
      const differences = [...counts.values()].map(([a, b]) => Math.abs(a / picked.length - b / rest.length));
      const greatest = differences.toSorted((a, b) => b - a);
      for (const [n, { field, value, picked: a, rest: b }] of found.differences.entries()) {
        expect([a, b]).toEqual(counts.get(JSON.stringify([field, value])));
        expect(Math.abs(a / picked.length - b / rest.length)).toBeCloseTo(greatest[n] ?? NaN, 12);
      }
      const latencies = selected.map(({ latency }) => latency * 1e6);
      expect(found.latency.p50).toBe(percentile(latencies, 0.5));
      expect(found.latency.p95 ?? NaN).toBeCloseTo(percentile(latencies, 0.95) ?? NaN, 3);
      const costs = selected.flatMap(({ cost }) => cost ?? []);
      expect(found.totalCost.p50 ?? -1).toBeCloseTo(percentile(costs, 0.5) ?? -1, 9);
      expect(found.totalCost.p95 ?? -1).toBeCloseTo(percentile(costs, 0.95) ?? -1, 9);
    }),
    { numRuns: 100 },
  );
});

const failed: TraceComparisonQuery = {
  filter: everything,
  picked: { filter: everything, conditions: [{ type: 'number', column: 'errorCount', operator: '>', value: 0 }] },
  limit: 10,
};

it('hides what is below the floor of the project', async () => {
  await reader.owner.query('update sluice.projects set part = $1 where id = 1', [PART + 1]);
  expect(await reader.reads.of('acme').compareTraces(failed)).toMatchObject({
    ...{ differences: [], totalItems: 0, picked: 0, rest: 0 },
    ...{ latency: { p50: null, p95: null }, totalCost: { p50: null, p95: null } },
  });
  await reader.owner.query('update sluice.projects set part = 0');
});

it('refuses to go on where it takes too long', async () => {
  const late = whileTracesAreLocked(reader, (database) => compareTraces(database, failed, 50));
  await expect(late).rejects.toThrow('ask for a shorter time range');
});
