import { answer, observation } from './fixture.testing';
import { slowSteps } from './slow-steps';
import { parseTrace } from './trace-data';

const trace = parseTrace(
  answer([
    observation({ n: 0, to: 1000 }),
    observation({ n: 1, below: 0, from: 0, to: 300, name: 'fetch', type: 'TOOL' }),
    observation({ n: 2, below: 0, from: 300, to: 800, name: 'fetch', type: 'TOOL' }),
    observation({ n: 3, below: 0, from: 300, to: 700, name: 'beside' }),
    observation({ n: 4, below: 0, from: 800, to: 900, name: 'parse' }),
  ]),
);

test('steps of one name are one part, the largest first; what ran beside them is none', () => {
  expect(slowSteps(trace, 0)).toEqual([
    { name: 'fetch', count: 2, ms: 800, share: 0.8, longest: 2 },
    { name: 'step 0', count: 1, ms: 100, share: 0.1, longest: 0 },
    { name: 'parse', count: 1, ms: 100, share: 0.1, longest: 4 },
  ]);
});

test('of a step without others below it there is itself alone', () => {
  expect(slowSteps(trace, 4)).toMatchObject([{ share: 1 }]);
});
