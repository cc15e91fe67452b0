import fc from 'fast-check';
import { briefly } from './format-value';

test.each<[unknown, string]>([
  ['a text', 'a text'],
  ['two\nlines', 'two lines'],
  [null, 'null'],
  [{}, '{}'],
  [{ to: 'ada', lines: [1, true, null] }, '{ "to": "ada", "lines": [ 1, true, null ] }'],
  ['x'.repeat(61), `${'x'.repeat(60)}…`],
])('%j in a line', (value, text) => {
  expect(briefly(value, 60)).toBe(text);
});

test('what is short is the JSON of it, spaces apart', () => {
  const short = fc.jsonValue({ maxDepth: 3 }).filter((value) => typeof value !== 'string');
  fc.assert(
    fc.property(short, (value) => {
      expect(JSON.parse(briefly(value, 100_000))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('it is never longer than it may be, however long and deep the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 40 }), (value, most) => {
      expect(briefly(value, most).length).toBeLessThanOrEqual(most + 1);
    }),
  );
  let deep: unknown = Array.from({ length: 1_000_000 }, (_, n) => n);
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(briefly(deep, 40)).toBe('[ [ [ [ [ [ [ [ … ] ] ] ] ] ] ] ]');
});
