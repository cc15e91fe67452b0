import * as fc from 'fast-check';
import { findJsonError } from './json-location';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test.each([
  ['{\n  "models": [\n    hunter2\n  ]\n}', 3, 5],
  ['{"a": 1,}', 1, 9],
  ['{"a": 1\n "b": 2}', 2, 2],
  ['{"a" 1}', 1, 6],
  ['[1, 2', 1, 6],
  ['[1 2]', 1, 4],
  ['{"a": "x\ny"}', 1, 7],
  ["{'a': 1}", 1, 2],
  ['{"a": 01}', 1, 8],
  ['{} // end', 1, 4],
  ['[}', 1, 2],
  ['', 1, 1],
  ['\n\n', 3, 1],
])('%j is no JSON from line %d, column %d on', (text, line, column) => {
  expect(isJson(text)).toBe(false);
  expect(findJsonError(text)).toEqual({ line, column });
});

test('what is deep or long is looked at too', () => {
  expect(findJsonError('['.repeat(200_000))).toEqual({ line: 1, column: 200_001 });
  expect(findJsonError(`"${'a'.repeat(1_000_000)}"`)).toBeUndefined();
  expect(findJsonError(`"${'a'.repeat(1_000_000)}`)).toEqual({ line: 1, column: 1 });
});

test('agrees with the engine on what is JSON, whatever a character of it becomes', () => {
  const broken = fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', ' ', '0', '-', 'e', '.', 't', 'x', '\n', '\u00a0', ''),
    )
    .map(([text, at, other]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + other + text.slice(place + 1);
    });
  fc.assert(
    fc.property(broken, (text) => (findJsonError(text) === undefined) === isJson(text)),
    { numRuns: 2000 },
  );
});
