import { type Step, call, observation } from '../trace/fixture.testing';
import { buildTree } from '../trace/tree';
import { type Side, compareRows } from './rows';
import { type Aligned, shownPairs, sidesOf } from './shown-pairs';

const sideOf = (...steps: readonly (Step | ReturnType<typeof call>)[]): Side => {
  const observations = steps.map((step) => ('id' in step ? (step as ReturnType<typeof call>) : observation(step)));
  return { observations, tree: buildTree(observations) };
};

const left = sideOf(
  { n: 1, to: 1000 },
  { n: 2, below: 1, from: 10, to: 110 },
  { n: 3, below: 1, from: 120, to: 520 },
  call({ n: 4, below: 3, from: 130, to: 500 }, 100, 0.01),
  { n: 5, below: 1, from: 600, to: 650 },
);
const right = sideOf(
  { n: 1, to: 6000 },
  { n: 2, below: 1, from: 10, to: 110, level: 'ERROR' },
  { n: 3, below: 1, from: 120, to: 5500 },
  call({ n: 4, below: 3, from: 130, to: 5490 }, 100, 0.01),
  call({ n: 6, below: 1, from: 5600, to: 5800 }, 100, 0.5),
);
const aligned: Aligned = { rows: compareRows(left, right), left, right };

const names = (show: Parameters<typeof shownPairs>[1]): readonly string[] =>
  Array.from(shownPairs(aligned, show), (pair) => {
    const [before, after] = sidesOf(aligned, pair);
    return (after ?? before)?.name ?? '';
  });

test('all steps, those that differ, and those that failed are in their order', () => {
  expect(names(undefined)).toEqual(['step 1', 'step 2', 'step 3', 'step 4', 'step 5', 'step 6']);
  expect(names('changes')).toEqual(['step 1', 'step 2', 'step 3', 'step 4', 'step 5', 'step 6']);
  expect(names('errors')).toEqual(['step 2']);
});

test('the largest difference comes first, without steps that only last longer for one below them', () => {
  expect(names('time')).toEqual(['step 4', 'step 6', 'step 5']);
  expect(names('cost')).toEqual(['step 6']);
});
