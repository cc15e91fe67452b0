import { dayRows, groupRows } from './usage-tables';

const model = (name: string | null, observations: number, totalCost: number) => ({
  ...{ model: name, inputUsage: 10, outputUsage: 2, totalUsage: 12, countTraces: 1 },
  ...{ countObservations: observations, totalCost },
});

test('days come in the order of time, and what has no model is a row of its own', () => {
  const rows = dayRows([
    { date: '2026-11-03', countTraces: 1, countObservations: 5, totalCost: 0, usage: [model(null, 5, 0)] },
    { date: '2026-11-02', countTraces: 1, countObservations: 2, totalCost: 0.3, usage: [model('a', 2, 0.3)] },
    {
      date: '2026-11-01',
      countTraces: 1,
      countObservations: 5,
      totalCost: 0.5,
      usage: [model('a', 2, 0.25), model('own', 1, 0)],
    },
  ]);
  expect(rows.slice(1)).toEqual([
    ['2026-11-01', 'a', 2, 1, 10, 2, 12, 0.25],
    ['2026-11-01', 'own', 1, 1, 10, 2, 12, null],
    ['2026-11-01', '', 2, null, null, null, null, 0.25],
    ['2026-11-02', 'a', 2, 1, 10, 2, 12, 0.3],
    ['2026-11-03', '', 5, 1, 10, 2, 12, null],
  ]);
  expect(rows.every(({ length }) => length === 8)).toBe(true);
});

test('a group without a value has none', () => {
  const times = { fromTimestamp: '2026-11-01T00:00:00.000Z', toTimestamp: '2026-11-02T00:00:00.000Z' };
  const group = {
    value: null,
    count: 2,
    errors: 1,
    failed: 1,
    inputTokens: 3,
    outputTokens: 4,
    totalTokens: 7,
    totalCost: 0,
  };
  const rows = groupRows('user', [{ ...group, ...times }]);
  expect(rows[1]).toEqual([null, 2, 1, 3, 4, 7, null, times.fromTimestamp, times.toTimestamp]);
  expect(rows[1]).toHaveLength(rows[0]?.length ?? 0);
});
