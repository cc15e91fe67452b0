import { failedBelow } from './failed-below';
import { idOf, observation, type Step } from './fixture.testing';
import { idAt, sheetOf } from './sheet';
import { sumsOf } from './sums';
import { buildTree } from './tree';

function stepsOf(steps: readonly Step[]) {
  const nodes = steps.map(observation);
  const tree = buildTree(nodes);
  const sheet = sheetOf(Array.from(tree.order, (index) => nodes[index] ?? observation({ n: 0 })));
  return { sheet, tree, sums: sumsOf(sheet, tree, 0) };
}

const failed = (n: number, below: number, name: string, statusMessage: string | null): Step => ({
  ...{ n, below, name, statusMessage, from: n },
  level: 'ERROR',
});

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
  const rows = trace.sheet.count;
  const told = (row: number) =>
    failedBelow(trace, row).map(({ rows: found, ...rest }) => ({
      ...rest,
      ids: found.map((each) => idAt(trace.sheet, each)),
    }));
  expect(told(0)).toEqual([
    { name: 'search', message: 'timed out', ids: [idOf(3), idOf(5)] },
    { name: 'search', message: 'refused', ids: [idOf(6)] },
    { name: 'parse', message: undefined, ids: [idOf(7)] },
  ]);
  expect(told(rows - 1)).toEqual([]);
  expect(told(-1)).toEqual([]);
});
