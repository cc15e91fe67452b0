import { findRows, nextOf } from './find';
import { idOf, observation } from './fixture.testing';
import { columnsOf } from './observation-columns';

const columns = columnsOf([
  observation({ n: 1, name: 'Weather agent' }),
  observation({ n: 2, type: 'GENERATION', model: 'gpt-4o' }),
  observation({ n: 3, level: 'ERROR', statusMessage: 'Timed out' }),
  observation({ n: 4, name: null }),
]);

test.each([
  ['weather', [0]],
  ['GPT', [1]],
  ['generation', [1]],
  ['error', [2]],
  ['timed OUT', [2]],
  ['step', [1, 2]],
  [idOf(4), [3]],
  ['-4000-9000-', [0, 1, 2, 3]],
  // From the end of one id into the next.
  ['000100000000', []],
  ['nowhere', []],
  ['', []],
])('%s is found', (wanted, rows) => {
  expect([...findRows(columns, wanted)]).toEqual(rows);
});

test('after the last comes the first', () => {
  const rows = Int32Array.of(2, 5, 9);
  expect([nextOf(rows, 2, 1), nextOf(rows, 9, 1), nextOf(rows, -1, 1)]).toEqual([5, 2, 2]);
  expect([nextOf(rows, 9, -1), nextOf(rows, 2, -1), nextOf(rows, 7, -1)]).toEqual([5, 9, 5]);
  expect(nextOf(new Int32Array(), 0, 1)).toBeUndefined();
});
