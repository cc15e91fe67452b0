import { failedBelow } from './failed-descendants';
import { idOf, observation, type Step } from './fixture.testing';
import { idAt, columnsOf } from './observation-columns';
import { sumsOf } from './sums';
import { buildTree } from './tree';

function stepsOf(steps: readonly Step[]) {
  const nodes = steps.map(observation);
  const tree = buildTree(nodes);
  const columns = columnsOf(Array.from(tree.order, (index) => nodes[index] ?? observation({ n: 0 })));
  return { columns, tree, sums: sumsOf(columns, tree, 0) };
}

const failed = (n: number, below: number, name: string, statusMessage: string | null): Step => ({
  ...{ n, below, name, statusMessage, from: n },
  level: 'ERROR',
});

const failuresOf = (trace: ReturnType<typeof stepsOf>, row: number) =>
  failedBelow(trace, row).map(({ rows, ...rest }) => ({ ...rest, ids: rows.map((each) => idAt(trace.columns, each)) }));

test('the innermost failures are told once for each name and reason, without those around them', () => {
  const trace = stepsOf([
    { n: 1 },
    failed(2, 1, 'step', 'passed on'),
    failed(3, 2, 'search', 'timed out'),
    { n: 4, below: 2, from: 4 },
    failed(5, 2, 'search', 'timed out'),
    failed(6, 1, 'search', 'refused'),
    failed(7, 1, 'parse', null),
  ]);
  expect(failuresOf(trace, 0)).toEqual([
    { name: 'search', message: 'timed out', within: 'step', isReason: false, ids: [idOf(3), idOf(5)] },
    { name: 'search', message: 'refused', within: undefined, isReason: false, ids: [idOf(6)] },
    { name: 'parse', message: undefined, within: undefined, isReason: false, ids: [idOf(7)] },
  ]);
  expect(failuresOf(trace, trace.columns.count - 1)).toEqual([]);
  expect(failuresOf(trace, -1)).toEqual([]);
});

test('first comes what the row failed of: what every step above it failed with and ended; after the rest it went on', () => {
  const trace = stepsOf([
    { n: 1, level: 'ERROR' },
    { n: 2, below: 1, from: 2 },
    failed(3, 2, 'search', 'wrong argument'),
    failed(4, 1, 'reader', 'no answer'),
    { n: 5, below: 4, from: 5 },
    failed(6, 5, 'fetch', 'timed out'),
    failed(7, 4, 'fetch', 'refused'),
    // Both at once.
    failed(8, 4, 'chat', 'too many tokens'),
    { ...failed(9, 4, 'search', 'wrong argument'), from: 8 },
  ]);
  expect(failuresOf(trace, 0).map(({ message, within, isReason }) => [isReason, within, message])).toEqual([
    [true, 'reader', 'too many tokens'],
    [true, 'reader', 'wrong argument'],
    [false, undefined, 'wrong argument'],
    [false, undefined, 'timed out'],
    [false, 'reader', 'refused'],
  ]);
});

test('steps around of different names are not named', () => {
  const trace = stepsOf([
    { n: 1 },
    failed(2, 1, 'document 1', null),
    failed(3, 2, 'chat', 'too many requests'),
    failed(4, 1, 'document 2', null),
    failed(5, 4, 'chat', 'too many requests'),
  ]);
  expect(failuresOf(trace, 0)).toEqual([
    { name: 'chat', message: 'too many requests', within: undefined, isReason: false, ids: [idOf(3), idOf(5)] },
  ]);
});
