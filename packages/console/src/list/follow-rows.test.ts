import fc from 'fast-check';
import { follow, newIds } from './follow-rows';

interface Row {
  readonly id: string;
  readonly tokens: number;
}

const row = (id: string, tokens = 0): Row => ({ id, tokens });

test('rows stay where they are, with what is known of them now', () => {
  const now = { rows: [row('c'), row('b', 7), row('a')], total: 3 };
  expect(follow([row('b'), row('a')], 2, now)).toEqual({ rows: [row('b', 7), row('a')], waiting: 1 });
});

test('a page of new ones only tells how many came', () => {
  const now = { rows: [row('d'), row('c')], total: 120 };
  expect(follow([row('b'), row('a')], 20, now).waiting).toBe(100);
  expect(follow([row('b'), row('a')], 120, now).waiting).toBe(2);
});

test('whatever arrives, the same rows are shown in the same order', () => {
  const rows = fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))
    .map((ids) => ids.map((id, tokens) => row(id, tokens)));
  fc.assert(
    fc.property(rows, rows, (shown, fresh) => {
      const followed = follow(shown, shown.length, { rows: fresh, total: fresh.length });
      expect(followed.rows.map(({ id }) => id)).toEqual(shown.map(({ id }) => id));
      expect(followed.waiting).toBe(newIds(shown, fresh).size);
    }),
  );
});
