import fc from 'fast-check';
import type { UsageDay } from '../api/types';
import { MEASURES } from '../url/usage-address';
import { barsOf, byModel, totalOf, unpriced } from './figures';

const amount = fc.integer({ min: 0, max: 1_000_000 });
const usage = fc.record({
  model: fc.constantFrom('a', 'b', 'c', 'd', '__proto__', null),
  inputUsage: amount,
  outputUsage: amount,
  totalUsage: amount,
  countTraces: amount,
  countObservations: amount,
  totalCost: amount,
});
const dates = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];
const days: fc.Arbitrary<UsageDay[]> = fc.uniqueArray(
  fc
    .record({
      date: fc.constantFrom(...dates),
      countTraces: amount,
      without: fc.record({ observations: amount, cost: amount }),
      usage: fc.uniqueArray(usage, { selector: ({ model }) => model }),
    })
    .map(({ date, countTraces, without, usage: models }) => ({
      date,
      countTraces,
      countObservations: without.observations + models.reduce((all, each) => all + each.countObservations, 0),
      totalCost: without.cost + models.reduce((all, each) => all + each.totalCost, 0),
      usage: models,
    })),
  { selector: ({ date }) => date },
);
const model = fc.option(fc.constantFrom('a', 'b', 'nothing'), { nil: undefined });

test('sums are those of the answer', () => {
  fc.assert(
    fc.property(days, (all) => {
      const total = totalOf(all, undefined);
      expect(total.cost).toBe(all.reduce((sum, { totalCost }) => sum + totalCost, 0));
      expect(total.traces).toBe(all.reduce((sum, { countTraces }) => sum + countTraces, 0));
      expect(total.observations).toBe(all.reduce((sum, { countObservations }) => sum + countObservations, 0));
      expect(total.tokens).toBe(byModel(all, 'cost').reduce((sum, { tokens }) => sum + tokens, 0));
    }),
  );
});

test('the parts of a day are its total, and those of all days the total of all', () => {
  fc.assert(
    fc.property(days, fc.constantFrom(...MEASURES), model, fc.nat({ max: 6 }), (all, measure, only, shown) => {
      const bars = barsOf(all, dates, measure, only, shown);
      for (const { total, values } of bars.days) expect(values.reduce((sum, value) => sum + value, 0)).toBe(total);
      expect(bars.days.reduce((sum, { total }) => sum + total, 0)).toBe(totalOf(all, only)[measure]);
      expect(bars.parts.slice(0, -1)).not.toContain('without a model');
      expect(bars.days.every(({ values, total }) => total === 0 || values.length === bars.parts.length)).toBe(true);
    }),
  );
});

test('what is not known of any model has no part, and what others have is no rest of a subtraction', () => {
  const of = (name: string, totalCost: number) => ({
    ...{ model: name, inputUsage: 1, outputUsage: 0, totalUsage: 1, countTraces: 1, countObservations: 1 },
    totalCost,
  });
  const day = (usageOfDay: UsageDay['usage'], totalCost: number): UsageDay => ({
    ...{ date: '2026-11-01', countTraces: 1, countObservations: usageOfDay.length, totalCost },
    usage: usageOfDay,
  });
  const dear = [of('a', 0.1), of('b', 0.2), of('c', 0.7)];
  expect(barsOf([day([...dear, of('own', 0)], 1)], dates, 'cost', undefined, 5).parts).toEqual(['c', 'b', 'a']);
  const { parts, days: shown } = barsOf([day([...dear, of('d', 0.1)], 1.1)], dates, 'cost', undefined, 3);
  expect(parts).toEqual(['c', 'b', 'a', 'other models']);
  expect(shown[0]?.values).toEqual([0.7, 0.2, 0.1, 0.1]);
});

test('models come by what is measured, the most first', () => {
  fc.assert(
    fc.property(days, fc.constantFrom(...MEASURES), (all, measure) => {
      const values = byModel(all, measure).map((each) => each[measure]);
      expect(values).toEqual(values.toSorted((a, b) => b - a));
    }),
  );
});

test('a model that cost nothing has no known price, or sent no tokens', () => {
  const day = (name: string, totalCost: number, totalUsage: number) => ({
    ...{ model: name, inputUsage: 0, outputUsage: 0, countTraces: 1, countObservations: 1 },
    ...{ totalUsage, totalCost },
  });
  const all = [
    {
      date: '2026-11-01',
      countTraces: 1,
      countObservations: 3,
      totalCost: 2,
      usage: [day('own', 0, 10), day('known', 2, 10), day('none', 0, 0)],
    },
  ];
  const { withoutPrice, withoutTokens } = unpriced(byModel(all, 'cost'));
  expect([withoutPrice, withoutTokens].map((models) => models.map(({ model }) => model))).toEqual([['own'], ['none']]);
});
