import fc from 'fast-check';
import { type Branch, findChildren, keyOf, pathOf, rootOf } from './branch';
import { matchesIn } from './find';
import { canOpen, close, endOf, nestedIn, open, openPaths, positionOf, reveal, rowAt, unfinished } from './outline';

const treeOf = (text: string): Branch => rootOf(text, [['value', 0]]);

/** Opens all, in small bits. */
function openAll(root: Branch, budget: number): void {
  for (let position = 0; position < root.rows; position += 1) {
    const row = rowAt(root, position);
    const inner = row && open(row);
    while (inner?.isDone === false) findChildren(inner, budget);
  }
}

/** Paths and values as a program would list them. */
function listed(value: unknown, path: string): (readonly [string, unknown])[] {
  const own = [path, value] as const;
  if (typeof value !== 'object' || value === null) return [own];
  return [
    own,
    ...Object.entries(value).flatMap(([key, each]) =>
      listed(each, Array.isArray(value) ? `${path}[${key}]` : `${path}${step(key)}`),
    ),
  ];
}
const step = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);

/** No integers as names, which objects put first, nor escapes, which `JSON.parse` of Node 24 may mix up; no strings that hold JSON, which are opened too. */
const plain = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, 0, -1.5, '', 'a "b" \\ \n é', ']},:'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b c', 'ü'), tie('value')),
  ),
})).value;

test('all that is in a value has a row, in order, with its path and text', () => {
  fc.assert(
    fc.property(plain, fc.integer({ min: 1, max: 20 }), fc.constantFrom(0, 1), (value, budget, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      const root = treeOf(text);
      openAll(root, budget);
      const rows = Array.from({ length: root.rows }, (_, position) => rowAt(root, position));
      const found = rows.map((row) => {
        if (row === undefined) return undefined;
        const { branch, index } = row;
        return [pathOf(branch, index), JSON.parse(branch.text.slice(branch.starts[index], endOf(row)))];
      });
      expect(found).toEqual(listed(value, 'value'));
      expect(rows.map((row) => row && positionOf(row.branch, row.index))).toEqual([...rows.keys()]);
    }),
  );
});

test('what is closed again leaves nothing behind', () => {
  const root = treeOf('{"a":[1,2],"b":{"c":[3]}}');
  openAll(root, 5);
  expect(root.rows).toBe(7);
  const first = rowAt(root, 0);
  if (first !== undefined) close(first);
  expect([root.rows, rowAt(root, 1)]).toEqual([1, undefined]);
});

test('every place of a text is in the row that it is shown in', () => {
  fc.assert(
    fc.property(plain, fc.nat(), (value, seed) => {
      const text = JSON.stringify(value);
      const offset = seed % text.length;
      const row = reveal(treeOf(text), offset);
      expect(row).toBeDefined();
      if (row === undefined) return;
      const { branch, index } = row;
      const from = branch.isObject ? (branch.keys[index] ?? 0) : (branch.starts[index] ?? 0);
      expect(from <= offset).toBe(true);
    }),
  );
});

test('what a search finds is opened', () => {
  const text = '{"a":[{"name":"Ada"},{"name":"Ödön"}],"b":"\\u00f6d\\u00f6n"}';
  const root = treeOf(text);
  const found = matchesIn(text, 'ödön', 0, text.length).map((at) => {
    const row = reveal(root, at);
    return row && pathOf(row.branch, row.index);
  });
  expect(found).toEqual(['value.a[1].name', 'value.b']);
  expect(matchesIn(text, '', 0, text.length)).toEqual([]);
});

test('a string that holds JSON opens as what it holds', () => {
  const root = treeOf(JSON.stringify({ arguments: '\n {"city":"Oslo"}', brace: '{no' }));
  openAll(root, 100);
  const rows = Array.from({ length: root.rows }, (_, position) => rowAt(root, position));
  expect(rows.map((row) => row && pathOf(row.branch, row.index))).toEqual([
    'value',
    'value.arguments',
    'value.arguments.city',
    'value.brace',
  ]);
  expect(rows.map((row) => row && canOpen(row))).toEqual([true, true, false, true]);
  expect(nestedIn({ branch: rows[3]?.branch as Branch, index: 1 })).toBeUndefined();
});

test('paths that were open are open in another value', () => {
  const root = treeOf('{"a":{"b":{"c":1}},"d":{"e":2}}');
  openPaths(root, new Set(['value', 'value.a', 'value.x']));
  const paths = Array.from({ length: root.rows }, (_, position) => {
    const row = rowAt(root, position);
    return row && String(keyOf(row.branch, row.index));
  });
  expect(paths).toEqual(['value', 'a', 'b', 'd']);
});

test('a hundred thousand levels can be opened one by one', () => {
  const root = treeOf('['.repeat(100_000) + ']'.repeat(100_000));
  for (let position = 0; position < 300; position += 1) {
    const row = rowAt(root, position);
    if (row !== undefined) open(row);
  }
  expect(root.rows).toBe(301);
  expect(reveal(treeOf('['.repeat(2000)), 1999)?.depth).toBe(499);
});

test('a million items are found in bits, and the first of them at once', () => {
  const root = treeOf(`[${Array.from({ length: 1_000_000 }, (_, n) => n).join(',')}]`);
  const first = rowAt(root, 0);
  const inner = first && open(first);
  expect(inner !== undefined && inner.count > 1000 && !inner.isDone).toBe(true);
  for (let bits = 0; unfinished(root).length > 0; bits += 1) {
    for (const branch of unfinished(root)) findChildren(branch, 1_000_000);
    expect(bits).toBeLessThan(10);
  }
  expect(root.rows).toBe(1_000_001);
});
