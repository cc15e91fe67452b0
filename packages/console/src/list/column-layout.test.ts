import fc from 'fast-check';
import {
  USUAL_LAYOUT,
  cssWidthOf,
  leastTableWidth,
  moved,
  readLayout,
  resized,
  shownColumns,
  toggled,
  widthOf,
} from './column-layout';
import { COLUMN_IDS, type ColumnId } from './columns';

const columns = fc.subarray([...COLUMN_IDS], { minLength: 1 });
const column = fc.constantFrom(...COLUMN_IDS);

test('a layout is read as it was written', () => {
  const layouts = fc.record({
    shown: columns,
    widths: fc.dictionary(column, fc.integer({ min: 48, max: 1200 }), { noNullPrototype: true }),
  });
  fc.assert(fc.property(layouts, (layout) => expect(readLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout)));
});

test.each([undefined, null, 'wide', 7, [], { shown: 'all', widths: [] }, { shown: ['color'], widths: { color: 9 } }])(
  '%j is no layout',
  (stored) => {
    expect(readLayout(stored)).toEqual(USUAL_LAYOUT);
  },
);

test('a width is within bounds', () => {
  expect(readLayout({ widths: { name: -5, input: 1e9, output: null } }).widths).toEqual({ name: 48, input: 1200 });
});

test('a column that is hidden and shown again stands where it stood, when the order is the usual one', () => {
  fc.assert(
    fc.property(column, (id) => {
      const without = COLUMN_IDS.filter((each) => each !== id);
      expect(toggled(without, id)).toEqual(COLUMN_IDS);
      expect(toggled(COLUMN_IDS, id)).toEqual(without);
    }),
  );
});

test('the last column stays', () => {
  expect(toggled(['name'], 'name')).toEqual(['name']);
});

test('a column moves by one place and back, and not past the ends', () => {
  fc.assert(
    fc.property(columns, column, (shown, id) => {
      const right = moved(shown, id, 1);
      expect([...right].sort()).toEqual([...shown].sort());
      if (shown.at(-1) !== id) expect(moved(right, id, -1)).toEqual(shown);
      else expect(right).toEqual(shown);
    }),
  );
});

test('a narrow window shows fewer columns, as long as nobody has chosen some', () => {
  expect(shownColumns(USUAL_LAYOUT, true)).toContain('tags');
  expect(shownColumns(USUAL_LAYOUT, false)).not.toContain('tags');
  const chosen: ColumnId[] = ['tags'];
  expect(shownColumns({ shown: chosen, widths: {} }, false)).toBe(chosen);
});

test('a column is as wide as it was drawn, until it is as it was', () => {
  const drawn = resized(USUAL_LAYOUT, 'input', 333.4);
  expect([widthOf(drawn, 'input'), widthOf(drawn, 'name')]).toEqual([333, 200]);
  expect(resized(drawn, 'input', undefined)).toEqual(USUAL_LAYOUT);
});

test('a column of numbers is not drawn narrower than its longest one', () => {
  const drawn = resized(USUAL_LAYOUT, 'latency', 60);
  const widths = [cssWidthOf(drawn, 'name', 0), cssWidthOf(drawn, 'input', 0), cssWidthOf(drawn, 'latency', 10)];
  expect(widths).toEqual(['200px', undefined, 'max(60px, 10ch + 24px)']);
  expect(leastTableWidth(widths)).toBe('calc(200px + 120px + max(60px, 10ch + 24px))');
});
