import type { ListedTrace } from '../api/types';
import { COLUMN_IDS, columnOf } from './columns';
import { lettersOf, numberText } from './number-text';

const trace = (values: Partial<ListedTrace>): ListedTrace =>
  ({
    ...{ id: 'one', timestamp: new Date(Date.now() - 3 * 86_400_000).toISOString(), name: 'run', tags: [] },
    ...{ latency: 600, totalCost: 12_345_678.5, totalTokens: 0, observationCount: 12_345_678, errorCount: 3 },
    ...values,
  }) as unknown as ListedTrace;

test('numbers are shown in few digits, or in all of them', () => {
  const ids = ['latency', 'totalCost', 'totalTokens', 'observationCount', 'timestamp', 'name'] as const;
  expect(ids.map((id) => numberText(id, trace({})))).toEqual([
    '10 m 00 s',
    '$12,345,678.5000',
    '—',
    '12,345,678',
    '3 d',
    undefined,
  ]);
});

test('each column of numbers has the letters of its longest one, others none', () => {
  const traces = [trace({}), trace({ latency: 360_000, inputTokens: 5, outputTokens: 88_400, warningCount: 0 })];
  expect([lettersOf('latency', traces), lettersOf('outputTokens', traces), lettersOf('latency', [])]).toEqual([
    10, 5, 0,
  ]);
  expect(COLUMN_IDS.filter((id) => lettersOf(id, traces) > 0)).toEqual(
    COLUMN_IDS.filter((id) => columnOf(id).isNumber === true),
  );
});
