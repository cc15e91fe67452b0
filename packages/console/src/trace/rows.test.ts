import fc from 'fast-check';
import { type Wanted, chooseRows } from './choose-rows';
import { answer, call, observation } from './fixture.testing';
import { noiseOf } from './noise';
import { parseTrace } from './trace-data';
import { closedBelow, positionOf, viewOf } from './view';

const trace = parseTrace(
  answer([
    observation({ n: 0, type: 'AGENT', to: 1000 }),
    observation({ n: 1, below: 0, from: 1, to: 500, name: 'RunnableSequence', type: 'CHAIN' }),
    call({ n: 2, below: 1, from: 2, to: 400 }, 10),
    observation({ n: 3, below: 2, from: 3, to: 300, name: 'connect' }),
    observation({ n: 4, below: 1, from: 401, to: 402, type: 'TOOL', level: 'ERROR' }),
    observation({ n: 5, below: 0, from: 600, name: 'parse the answer' }),
  ]),
);
const noise = noiseOf(trace.columns, trace.tree, trace.sums);
const NOTHING: Wanted = { all: false, onlyErrors: false, atLeastMs: 0, root: -1, pinned: -1 };

/** Rows with their depth, as they are drawn. */
function drawn(wanted: Partial<Wanted>, closed: Uint8Array = new Uint8Array(trace.columns.count)): string[] {
  const { isKept } = chooseRows(trace, noise, { ...NOTHING, ...wanted });
  const { rows, depth } = viewOf(trace.tree, isKept, closed);
  return [...rows].map((row, position) => `${' '.repeat(depth[position] ?? 0)}${row}`);
}

test('steps of frameworks are left out, and what is below them moves up', () => {
  expect(drawn({})).toEqual(['0', ' 2', ' 4', ' 5']);
  expect(drawn({ all: true })).toEqual(['0', ' 1', '  2', '   3', '  4', ' 5']);
});

test('it is said how many are left out', () => {
  expect(chooseRows(trace, noise, NOTHING)).toMatchObject({ noise: 2, others: 0 });
  expect(chooseRows(trace, noise, { ...NOTHING, onlyErrors: true })).toMatchObject({ noise: 2, others: 2 });
});

test('of errors and long ones the rows above stay', () => {
  expect(drawn({ onlyErrors: true })).toEqual(['0', ' 4']);
  expect(drawn({ onlyErrors: true, all: true })).toEqual(['0', ' 1', '  4']);
  expect(drawn({ atLeastMs: 300, all: true })).toEqual(['0', ' 1', '  2']);
});

test('a subtree begins at the left', () => {
  expect(drawn({ root: 1, all: true })).toEqual(['1', ' 2', '  3', ' 4']);
  expect(drawn({ root: 1 })).toEqual(['1', ' 2', ' 4']);
});

test('a row that somebody was led to is shown whatever is filtered', () => {
  expect(drawn({ onlyErrors: true, pinned: 3 })).toEqual(['0', ' 2', '  3', ' 4']);
});

test('levels are collapsed as they are shown, and a collapsed row hides all below it', () => {
  const { isKept } = chooseRows(trace, noise, NOTHING);
  expect(drawn({}, closedBelow(trace.tree, isKept, 1))).toEqual(['0']);
  expect(drawn({}, closedBelow(trace.tree, isKept, 2))).toEqual(['0', ' 2', ' 4', ' 5']);
  const closed: Uint8Array = new Uint8Array(trace.columns.count);
  closed[1] = 1;
  const all = chooseRows(trace, noise, { ...NOTHING, all: true });
  const view = viewOf(trace.tree, all.isKept, closed);
  expect([[...view.rows], [...view.hasMore]]).toEqual([
    [0, 1, 5],
    [1, 1, 0],
  ]);
  // A hidden row stands where the one is that hides it.
  expect([3, 5].map((row) => positionOf(view, trace.tree, row))).toEqual([1, 2]);
});

test('what a reader of the screen is told agrees with what is drawn', () => {
  const graph = fc.array(fc.record({ parent: fc.nat({ max: 20 }), isKept: fc.boolean(), isClosed: fc.boolean() }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(graph, (items) => {
      const { tree } = parseTrace(
        answer(items.map(({ parent }, n) => observation({ n, ...(parent < n && { below: parent }), from: n }))),
      );
      const kept = Uint8Array.from(items, ({ isKept }) => Number(isKept));
      const view = viewOf(
        tree,
        kept,
        Uint8Array.from(items, ({ isClosed }) => Number(isClosed)),
      );
      for (const [position, row] of view.rows.entries()) {
        expect(kept[row]).toBe(1);
        const above = view.parent[position] ?? -1;
        const beside = [...view.parent].flatMap((each, n) => (each === above ? [n] : []));
        expect(view.siblings[position]).toBe(beside.length);
        expect(beside[(view.nth[position] ?? 0) - 1]).toBe(position);
        expect(view.depth[position]).toBe(above === -1 ? 0 : (view.depth[above] ?? 0) + 1);
        if (above !== -1) expect(row < (tree.end[view.rows[above] ?? 0] ?? 0)).toBe(true);
      }
    }),
  );
});
