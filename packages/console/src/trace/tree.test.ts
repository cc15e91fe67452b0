import fc from 'fast-check';
import { type Node, buildTree } from './tree';

const START = Date.parse('2026-11-01T10:00:00.000Z');
const node = (id: string, parent: string | null, from = 0, to: number | null = from + 1): Node => ({
  id,
  parentObservationId: parent,
  startTime: new Date(START + from).toISOString(),
  latency: to === null ? null : (to - from) / 1000,
});

/** Ids by row, indented by depth. */
function drawn(nodes: readonly Node[]): string[] {
  const { order, depth } = buildTree(nodes);
  return [...order].map((index, row) => `${' '.repeat(depth[row] ?? 0)}${nodes[index]?.id ?? ''}`);
}

test('children come below their parent, in the order of their starts', () => {
  expect(drawn([node('c', 'a', 5), node('b', 'a', 2), node('d', 'b', 3), node('a', null)])).toEqual([
    'a',
    ' b',
    '  d',
    ' c',
  ]);
});

test('what names a parent that is not there is a root, and marked', () => {
  const nodes = [node('a', null), node('b', 'gone', 1)];
  expect(drawn(nodes)).toEqual(['a', 'b']);
  expect([...buildTree(nodes).isOrphan]).toEqual([0, 1]);
});

test('what is below itself is shown all the same', () => {
  expect(drawn([node('a', 'b'), node('b', 'a', 1), node('self', 'self', 2)])).toEqual(['self', 'a', ' b']);
});

test('times count from the first start to the last end; one without an end has none', () => {
  const { from, to, span } = buildTree([node('b', null, 10, null), node('a', null, 4, 9)]);
  expect({ from: [...from], to: [...to], span }).toEqual({ from: [0, 6], to: [5, NaN], span: 6 });
});

test('every observation has one row, after its parent and within its end', () => {
  const graph = fc.array(fc.record({ parent: fc.nat({ max: 30 }), from: fc.nat({ max: 50 }) }), { maxLength: 25 });
  fc.assert(
    fc.property(graph, (items) => {
      const nodes = items.map(({ parent, from }, n) => node(String(n), parent === 30 ? null : String(parent), from));
      const { order, parent, end } = buildTree(nodes);
      expect([...order].sort((a, b) => a - b)).toEqual([...nodes.keys()]);
      for (const [row, above] of parent.entries()) {
        if (above !== -1) expect([above < row, row < (end[above] ?? 0)]).toEqual([true, true]);
      }
    }),
  );
});

test('ten thousand levels and a hundred thousand rows need no stack', () => {
  const deep = Array.from({ length: 100_000 }, (_, n) => node(String(n), n === 0 ? null : String(n - 1), n));
  const { depth } = buildTree(deep);
  expect(depth[99_999]).toBe(99_999);
});
