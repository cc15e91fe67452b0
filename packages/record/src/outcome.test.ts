import { outcomeOf } from './outcome';

test.each([
  [{ rootErrors: 1, errors: 1, warnings: 0 }, 'failed'],
  [{ rootErrors: 0, errors: 2, warnings: 5 }, 'recovered'],
  [{ rootErrors: 0, errors: 0, warnings: 1 }, 'warning'],
  [{ rootErrors: 0, errors: 0, warnings: 0 }, 'ok'],
] as const)('%j is %s', (counts, outcome) => {
  expect(outcomeOf(counts)).toBe(outcome);
});
