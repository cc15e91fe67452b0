import { call, observation } from '../trace/fixture.testing';
import { buildTree } from '../trace/tree';
import { pairLetters, timeText } from './pair-letters';
import { type Side, compareRows } from './rows';

const HOUR_MS = 3_600_000;

const sideOf = (ms: number, tokens: number, cost: number): Side => {
  const observations = [observation({ n: 1, to: ms }), call({ n: 2, below: 1, to: ms }, tokens, cost)];
  return { observations, tree: buildTree(observations) };
};

const lettersOf = (left: Side, right: Side) => pairLetters({ rows: compareRows(left, right), left, right });

test('columns of a comparison have the letters of their longest numbers', () => {
  // 10 m 00 s, 100 h 00 m, +99 h 50 m ×600, +12,345,678, +$1,234,567.8612.
  expect(lettersOf(sideOf(600_000, 0, 0.03), sideOf(100 * HOUR_MS, 12_345_678, 1_234_567.8912))).toEqual({
    ...{ before: 9, after: 10, time: 10, share: 5, tokens: 11, cost: 16 },
  });
});

test('an equal figure is a sign, and a step without an end says so', () => {
  expect(lettersOf(sideOf(640, 10, 0.5), sideOf(640, 10, 0.5))).toMatchObject({
    time: 1,
    share: 1,
    tokens: 1,
    cost: 1,
  });
  expect([timeText(null), timeText(600_000)]).toEqual(['no end yet', '10 m 00 s']);
});
