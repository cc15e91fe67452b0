import { Distribution } from './distribution';

test('a quantile is a value that was measured', () => {
  const durations = new Distribution();
  for (const value of [5, 1, 4, 2, 3]) durations.add(value);
  expect([0, 0.2, 0.5, 0.95, 1].map((share) => durations.quantile(share))).toEqual([1, 1, 3, 5, 5]);
});

test('without values there is no quantile', () => {
  expect(new Distribution().quantile(0.5)).toBeNaN();
});

test('values can come after a quantile was read', () => {
  const durations = new Distribution();
  durations.add(2);
  expect(durations.quantile(1)).toBe(2);
  const more = new Distribution();
  more.add(9);
  more.add(1);
  durations.addAll(more);
  expect(durations.count).toBe(3);
  expect([durations.quantile(0), durations.quantile(1)]).toEqual([1, 9]);
});
