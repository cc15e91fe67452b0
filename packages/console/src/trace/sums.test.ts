import { answer, call, idOf, observation } from './fixture.testing';
import { parseTrace } from './trace-data';

const sums = (...[observations, total]: Parameters<typeof answer>) => parseTrace(answer(observations, total)).sums;

test('a row has the cost, tokens and errors of all below it', () => {
  const { cost, tokens, calls, unpriced, errors } = sums(
    [
      observation({ n: 1, type: 'AGENT', to: 100 }),
      call({ n: 2, below: 1, from: 1 }, 100, 0.5),
      observation({ n: 3, below: 1, from: 2 }),
      call({ n: 4, below: 3, from: 3, level: 'ERROR' }, 20),
    ],
    120,
  );
  expect([...cost]).toEqual([0.5, 0.5, 0, 0]);
  expect([...tokens]).toEqual([120, 100, 20, 20]);
  expect([...calls]).toEqual([2, 1, 1, 1]);
  expect([...unpriced]).toEqual([1, 0, 1, 1]);
  expect([...errors]).toEqual([1, 0, 1, 1]);
});

test('who only wraps calls of a model repeats their tokens, and is no call of its own', () => {
  const wrapped = [call({ n: 1, to: 9 }, 100), call({ n: 2, below: 1 }, 60, 0.1), call({ n: 3, below: 1 }, 40, 0.1)];
  const { tokens, calls, unpriced } = sums(wrapped, 100);
  expect([tokens[0], calls[0], unpriced[0]]).toEqual([100, 2, 0]);
});

test('a call that counts in the one above it adds no tokens, no cost and no call', () => {
  const twins = [
    call({ n: 1, to: 9 }, 150, 0.5),
    call({ n: 2, below: 1, countedIn: idOf(1) }, 150, 0.4),
    call({ n: 3, below: 2, countedIn: idOf(2), level: 'ERROR' }, 150, 0.4),
  ];
  const { tokens, cost, calls, errors } = sums(twins, 150);
  expect([[...tokens], [...cost], [...calls], [...errors]]).toEqual([
    [150, 0, 0],
    [0.5, 0, 0],
    [1, 0, 0],
    [1, 1, 1],
  ]);
});

test('where the API counts all of them, all are counted', () => {
  expect(sums([call({ n: 1, to: 9 }, 100), call({ n: 2, below: 1 }, 60)], 160).tokens[0]).toBe(160);
});

test('a price of zero is known', () => {
  expect([...sums([call({ n: 1 }, 5, 0)], 5).unpriced]).toEqual([0]);
});

test('the own time is what no child took, however they overlap or overrun', () => {
  const { self } = sums([
    observation({ n: 1, to: 100 }),
    observation({ n: 2, below: 1, from: 10, to: 40 }),
    observation({ n: 3, below: 1, from: 30, to: 50 }),
    observation({ n: 4, below: 1, from: 90, to: 130 }),
    observation({ n: 5, below: 2, from: 10, to: 40 }),
    observation({ n: 6, from: 140, to: null }),
  ]);
  expect([...self]).toEqual([50, 0, 30, 20, 40, NaN]);
});
