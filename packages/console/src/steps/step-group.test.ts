import { orderOfGroups, sortGroups } from './group-order';
import { type Group, filtersOfGroup, nameOfGroup, narrowed } from './step-group';

const group = (value: string, p95: number | null, more: Partial<Group> = {}): Group => ({
  ...{ value, promptVersion: null, calls: 1, errors: 0, traces: 1, timeToFirstToken: null, tokensPerSecond: null },
  latency: p95 === null ? null : { p50: p95 / 2, p95, p99: p95 },
  ...{ totalCost: 0, inputTokens: 0, outputTokens: 0, totalTokens: 0 },
  ...{ fromStartTime: '2026-11-20T10:00:00.000Z', toStartTime: '2026-11-20T11:00:00.000Z' },
  ...more,
});

test('groups are ordered both ways, those without a value last', () => {
  const all = [group('open', null), group('fast', 1), group('slow', 9), group('same', 1)];
  const order = (sort: string) => sortGroups(all, sort).map(({ value }) => value);
  expect(order('p95.desc')).toEqual(['slow', 'fast', 'same', 'open']);
  expect(order('p95.asc')).toEqual(['fast', 'same', 'slow', 'open']);
  expect(order('value.asc')).toEqual(['fast', 'open', 'same', 'slow']);
  expect(order('colour.asc')).toEqual(['open', 'fast', 'slow', 'same']);
});

test('the version of a prompt whose calls cost the most more than those of the version before is first', () => {
  const version = (value: string, promptVersion: number | null, calls: number, totalCost: number) =>
    group(value, 1, { promptVersion, calls, totalCost });
  const all = [
    ...[version('greet', 1, 10, 10), version('greet', 4, 1, 3), version('greet', 3, 100, 100)],
    ...[version('plan', 2, 1, 2), version('plan', null, 1, 1.5), version('sum', 1, 1, 9)],
  ];
  expect(sortGroups(all, 'change.desc').map(nameOfGroup)).toEqual([
    ...['greet v4', 'plan v2', 'greet v3', 'greet v1', 'plan', 'sum v1'],
  ]);
  expect(sortGroups(all, 'callCost.desc').map(nameOfGroup)[0]).toBe('sum v1');
});

test('the API chooses the first of too many groups where it knows the order', () => {
  expect(['p95.desc', 'p95.asc', 'p99.desc', 'totalCost.desc', 'calls.desc'].map(orderOfGroups)).toEqual([
    ...['latencyP95', 'calls', 'calls', 'totalCost', 'calls'],
  ]);
});

test('a group is selected by its column; a prompt by name and version, a message by its kind', () => {
  const greet = group('greet', 1, { promptVersion: 3 });
  expect(nameOfGroup(greet)).toBe('greet v3');
  expect(filtersOfGroup('prompt', greet)).toEqual([
    { name: 'promptName', value: 'greet' },
    { name: 'promptVersion', operator: 'is', value: '3' },
  ]);
  expect(filtersOfGroup('statusMessage', group('timed out after #', 1))).toEqual([
    { name: 'statusMessageGroup', value: 'timed out after #' },
  ]);
  expect(filtersOfGroup('tool', group('search_docs', 1))).toEqual([{ name: 'toolName', value: 'search_docs' }]);
});

test('a group replaces the value of its column, and leaves all other filters', () => {
  const level = { name: 'level', value: 'ERROR' } as const;
  const other = { name: 'model', value: 'gpt-4o' } as const;
  const not = { name: 'model', operator: 'not', value: 'o1' } as const;
  const chosen = { name: 'model', value: 'o3' } as const;
  expect(narrowed([level, other, not], [chosen])).toEqual([level, not, chosen]);
});
