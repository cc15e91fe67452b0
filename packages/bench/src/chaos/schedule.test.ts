import { createRandom } from '../random-source';
import { planEpisodes } from './schedule';

const KINDS = ['a', 'b', 'c', 'd'] as const;

function take(count: number, seed: number, excludes?: (one: string, other: string) => boolean) {
  const planned = planEpisodes(KINDS, createRandom(seed), excludes);
  return Array.from({ length: count }, () => planned.next().value);
}

test('the same seed gives the same episodes, another one others', () => {
  expect(take(50, 1)).toEqual(take(50, 1));
  expect(take(50, 1)).not.toEqual(take(50, 2));
});

test('every kind comes before one comes again', () => {
  const first = take(8, 3).map(({ faults }) => faults[0]?.kind);
  expect(new Set(first.slice(0, 4))).toEqual(new Set(KINDS));
  expect(new Set(first.slice(4))).toEqual(new Set(KINDS));
});

test('some episodes have two kinds, never the same one twice, nor two that exclude each other', () => {
  const excludes = (one: string, other: string) => `${one}${other}` === 'ab' || `${one}${other}` === 'ba';
  const pairs = take(300, 4, excludes).flatMap(({ faults }) =>
    faults.length === 2 ? [faults.map(({ kind }) => kind).join('')] : [],
  );
  expect(pairs.length).toBeGreaterThan(20);
  expect(pairs.filter((pair) => ['aa', 'bb', 'cc', 'dd', 'ab', 'ba'].includes(pair))).toEqual([]);
});
