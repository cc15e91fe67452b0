import fc from 'fast-check';
import { type Step, idOf, observation } from './fixture.testing';
import { slowPath } from './slow-path';
import { buildTree } from './tree';

const pathOf = (steps: readonly Step[], root = 0): readonly (readonly [number, number])[] => {
  const nodes = steps.map(observation);
  const tree = buildTree(nodes);
  const own = slowPath(tree, root);
  return Array.from(own.keys())
    .filter((row) => (own[row] ?? -1) >= 0)
    .map((row) => [nodes.findIndex(({ id }) => id === nodes[tree.order[row] ?? 0]?.id) + 1, Math.round(own[row] ?? 0)]);
};

test('of steps one after the other each is on it, and the row itself where none of them ran', () => {
  expect(
    pathOf([
      { n: 1, to: 100 },
      { n: 2, below: 1, from: 10, to: 40 },
      { n: 3, below: 1, from: 50, to: 90 },
    ]),
  ).toEqual([
    [1, 30],
    [2, 30],
    [3, 40],
  ]);
});

test('of steps at once it is the one that ends last, and before it the one that ended before it began', () => {
  expect(
    pathOf([
      { n: 1, to: 100 },
      { n: 2, below: 1, from: 0, to: 60 },
      { n: 3, below: 1, from: 0, to: 45 },
      { n: 4, below: 1, from: 50, to: 100 },
      { n: 5, below: 4, from: 60, to: 95 },
    ]),
  ).toEqual([
    [1, 5],
    [3, 45],
    [4, 15],
    [5, 35],
  ]);
});

test('what outlasts the step around it counts as far as that reaches, what has no end as far as the trace', () => {
  expect(
    pathOf([
      { n: 1, to: 50 },
      { n: 2, below: 1, from: 10, to: 90 },
    ]),
  ).toEqual([
    [1, 10],
    [2, 40],
  ]);
  expect(
    pathOf([
      { n: 1, to: null },
      { n: 2, below: 1, from: 10, to: 90 },
    ]),
  ).toEqual([
    [1, 10],
    [2, 80],
  ]);
});

test('of a whole trace its roots are the steps', () => {
  const steps: readonly Step[] = [
    { n: 1, to: 40 },
    { n: 2, from: 50, to: 90 },
    { n: 3, from: 10, to: 30 },
  ];
  expect(pathOf(steps, -1)).toEqual([
    [1, 40],
    [2, 40],
  ]);
});

test('all parts of the path together are the time of the row, and none of them is outside of one that is on it', () => {
  const steps = fc.array(fc.record({ below: fc.nat(30), from: fc.nat(1000), took: fc.nat(1000) }), { maxLength: 30 });
  fc.assert(
    fc.property(steps, (given) => {
      const nodes = [
        observation({ n: 0, to: 1000 }),
        ...given.map(({ below, from, took }, n) =>
          observation({ n: n + 1, below: below % (n + 1), from, to: from + took }),
        ),
      ];
      const tree = buildTree(nodes);
      const root = tree.order.indexOf(nodes.findIndex(({ id }) => id === idOf(0)));
      const own = slowPath(tree, root);
      const all = own.reduce((sum, each) => sum + Math.max(0, each), 0);
      expect(Math.abs(all - 1000)).toBeLessThanOrEqual(own.length);
      for (const [row, each] of own.entries())
        if (each >= 0 && row !== root) expect(own[tree.parent[row] ?? -1]).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('of a hundred thousand rows it is known soon, below each other or side by side', () => {
  const count = 100_000;
  const beside = buildTree(
    Array.from({ length: count }, (_, n) =>
      observation({ n, ...(n > 0 && { below: 0 }), from: n % 1000, to: n === 0 ? 2000 : (n % 1000) + 500 }),
    ),
  );
  const nested = buildTree(
    Array.from({ length: count }, (_, n) => observation({ n, ...(n > 0 && { below: n - 1 }), to: 1000 })),
  );
  expect(slowPath(beside, 0).filter((each) => each >= 0)).toHaveLength(4);
  expect(slowPath(nested, 0).filter((each) => each >= 0)).toHaveLength(count);
});
