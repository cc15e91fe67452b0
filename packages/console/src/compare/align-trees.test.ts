import fc from 'fast-check';
import { type KeyedTree, alignTrees } from './align-trees';

/** A tree as it is written down: a name, and what is below it. */
type Written = readonly [string, ...Written[]];

function treeOf(roots: readonly Written[]): KeyedTree {
  const keys: string[] = [];
  const end: number[] = [];
  const walk = ([name, ...below]: Written): void => {
    const row = keys.push(name) - 1;
    below.forEach(walk);
    end[row] = keys.length;
  };
  roots.forEach(walk);
  return { keys, end: Int32Array.from(end) };
}

/** `a` for both sides, `-a`, `+a`, in the order of the rows. */
function drawn(left: readonly Written[], right: readonly Written[]): string {
  const [before, after] = [treeOf(left), treeOf(right)];
  const rows = alignTrees(before, after);
  return Array.from(rows.left, (inLeft, n) => {
    const inRight = rows.right[n] ?? -1;
    if (inLeft < 0) return `+${after.keys[inRight] ?? ''}`;
    return inRight < 0 ? `-${before.keys[inLeft] ?? ''}` : (after.keys[inRight] ?? '');
  }).join(' ');
}

const root = (...below: Written[]): Written[] => [['root', ...below]];

test.each([
  ['steps in the same order', root(['a'], ['b', ['c']]), root(['a'], ['b', ['c']]), 'root a b c'],
  ['what came, and what went', root(['a'], ['b']), root(['b'], ['c']), 'root -a b +c'],
  [
    'steps that ran at once, and began in another order',
    root(['d1', ['read'], ['chat']], ['d2', ['read'], ['chat']], ['d3', ['read']]),
    root(['d3', ['read']], ['d1', ['read'], ['chat']], ['d2', ['read'], ['chat'], ['retry']]),
    'root d3 read d1 read chat d2 read chat +retry',
  ],
  ['a step that was put around others', root(['a'], ['b']), root(['w', ['a'], ['b']]), 'root +w a b'],
  ['a step that is no longer around others', root(['w', ['a'], ['b']]), root(['a'], ['b']), 'root -w a b'],
  [
    'one more step of a loop, told by what is below it',
    root(['step', ['a']], ['step', ['b']]),
    root(['step', ['x']], ['step', ['a']], ['step', ['b']]),
    'root +step +x step a step b',
  ],
  ['another root', [['one', ['a']]] as Written[], [['two', ['a']]] as Written[], '-one +two a'],
  ['nothing', [], root(['a']), '+root +a'],
])('%s', (_, left, right, expected) => {
  expect(drawn(left, right)).toBe(expected);
});

const { written } = fc.letrec<{ written: Written }>((tie) => ({
  written: fc
    .tuple(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constant([]),
        fc.array(tie('written'), { maxLength: 4 }),
      ),
    )
    .map(([name, below]) => [name, ...below] as const),
}));
const forest = fc.array(written, { maxLength: 4 });

test('each row has one place, beside one of its key or alone; those of the right side keep their order', () => {
  fc.assert(
    fc.property(forest, forest, (a, b) => {
      const [left, right] = [treeOf(a), treeOf(b)];
      const rows = alignTrees(left, right);
      const inLeft = [...rows.left].filter((row) => row >= 0);
      expect(inLeft.toSorted((one, other) => one - other)).toEqual([...left.keys.keys()]);
      expect([...rows.right].filter((row) => row >= 0)).toEqual([...right.keys.keys()]);
      for (const [n, row] of rows.left.entries()) {
        const beside = rows.right[n] ?? -1;
        expect(row >= 0 || beside >= 0).toBe(true);
        if (row >= 0 && beside >= 0) expect(left.keys[row]).toBe(right.keys[beside]);
      }
    }),
  );
});

test('a tree is beside itself row by row', () => {
  fc.assert(
    fc.property(forest, (a) => {
      const tree = treeOf(a);
      const rows = alignTrees(tree, tree);
      expect([...rows.left]).toEqual([...tree.keys.keys()]);
      expect([...rows.right]).toEqual([...tree.keys.keys()]);
    }),
  );
});

test('a hundred thousand rows are aligned soon, one below the other, or all of one name', () => {
  const count = 100_000;
  const names = (last: string): string[] => [...new Array<string>(count - 1).fill('step'), last];
  const nested = (last: string): KeyedTree => ({ keys: names(last), end: new Int32Array(count).fill(count) });
  const flat = (last: string): KeyedTree => ({ keys: names(last), end: Int32Array.from(names(last), (_, n) => n + 1) });
  const together = ({ left, right }: ReturnType<typeof alignTrees>): number =>
    left.reduce((sum, row, n) => sum + (row >= 0 && (right[n] ?? -1) >= 0 ? 1 : 0), 0);
  expect(together(alignTrees(nested('a'), nested('b')))).toBe(count - 1);
  expect(together(alignTrees(flat('a'), flat('b')))).toBe(count - 1);
});
