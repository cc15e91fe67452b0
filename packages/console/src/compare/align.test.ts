import fc from 'fast-check';
import { type Alignment, align } from './align';

/** `a=a`, `-b`, `+c` by row. */
const drawn = (left: string, right: string, mostPairs?: number): string => {
  const rows = align(Array.from(left), Array.from(right), mostPairs);
  return [...rows.left]
    .map((inLeft, row) => {
      const inRight = rows.right[row] ?? -1;
      if (inLeft === -1) return `+${right[inRight] ?? ''}`;
      return inRight === -1 ? `-${left[inLeft] ?? ''}` : (left[inLeft] ?? '');
    })
    .join(' ');
};

test.each([
  ['', '', ''],
  ['abc', 'abc', 'a b c'],
  ['abc', '', '-a -b -c'],
  ['ac', 'abc', 'a +b c'],
  ['abcd', 'acxd', 'a -b c +x d'],
  ['ababab', 'bababa', '-a b a b a b +a'],
])('%j beside %j is %j', (left, right, rows) => {
  expect(drawn(left, right)).toBe(rows);
});

const common = ({ left, right }: Alignment): number =>
  [...left].filter((inLeft, row) => inLeft !== -1 && right[row] !== -1).length;

/** The table of all prefixes, which needs the product of the lengths. */
function lengthByTable(left: readonly string[], right: readonly string[]): number {
  let above = new Array<number>(right.length + 1).fill(0);
  for (const a of left) {
    const row = [0];
    for (const [j, b] of right.entries()) {
      row.push(a === b ? (above[j] ?? 0) + 1 : Math.max(above[j + 1] ?? 0, row[j] ?? 0));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}

const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 24 });

test('as much is in common as the table of all prefixes finds', () => {
  fc.assert(fc.property(keys, keys, (a, b) => expect(common(align(a, b))).toBe(lengthByTable(a, b))));
});

test('each item has one row, in its order, beside an equal one or alone, however few pairs are looked at', () => {
  fc.assert(
    fc.property(keys, keys, fc.integer({ min: 1, max: 40 }), (a, b, mostPairs) => {
      const { left, right } = align(a, b, mostPairs);
      expect([...left].filter((n) => n !== -1)).toEqual([...a.keys()]);
      expect([...right].filter((n) => n !== -1)).toEqual([...b.keys()]);
      for (const [row, inLeft] of left.entries()) {
        const inRight = right[row] ?? -1;
        expect(inLeft !== -1 || inRight !== -1).toBe(true);
        if (inLeft !== -1 && inRight !== -1) expect(a[inLeft]).toBe(b[inRight]);
      }
    }),
  );
});

test('a name that repeats a hundred thousand times is aligned by number, and that is said', () => {
  const many = (first: string, last: string): string[] => [first, ...new Array<string>(100_000).fill('step'), last];
  const rows = align(many('a', 'x'), many('b', 'y'));
  expect([common(rows), rows.isExact]).toEqual([100_000, false]);
});
