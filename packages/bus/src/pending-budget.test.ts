import fc from 'fast-check';
import { BusUnavailableError } from './bus';
import { PendingBudget } from './pending-budget';

const newBudget = (limit: number) => new PendingBudget({ limit, refusal: 'full' });

test('admits while it is not full, and not when it is', () => {
  const budget = newBudget(100);
  budget.admit();
  budget.take(99);
  budget.admit();
  budget.take(1);
  expect(() => budget.admit()).toThrow(new BusUnavailableError('full'));
  budget.give(1);
  budget.admit();
});

test('after a publish that did not fit, none is admitted before as much is free', () => {
  const budget = newBudget(1000);
  budget.take(950);
  expect(() => budget.take(80)).toThrow('full');
  expect(budget.held).toBe(950);
  expect(() => budget.admit()).toThrow('full');
  budget.give(20);
  expect(() => budget.admit()).toThrow('full');
  budget.give(10);
  budget.admit();
  budget.take(60); // what it missed before is forgotten
  budget.admit();
});

test('what was admitted is taken where it fits, whatever others missed', () => {
  const budget = newBudget(1000);
  budget.take(950);
  expect(() => budget.take(80)).toThrow('full');
  budget.take(50);
  expect(budget.held).toBe(1000);
});

test('a publish that never fits beside others stops them only for an eighth of the limit', () => {
  const budget = newBudget(1000);
  budget.take(900);
  expect(() => budget.take(5000)).toThrow('full');
  expect(() => budget.admit()).toThrow('full');
  budget.give(25);
  budget.admit();
});

test('whatever came before, it admits and takes anything when nothing is held', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.array(fc.integer({ min: 1, max: 3000 })), (limit, sizes) => {
      const budget = newBudget(limit);
      const taken: number[] = [];
      for (const size of sizes) {
        const before = budget.held;
        try {
          budget.take(size);
          taken.push(size);
        } catch {
          // Refused only where it does not fit beside others.
          expect(before).toBeGreaterThan(0);
          expect(before + size).toBeGreaterThan(limit);
          if (size % 2 === 0) budget.give(taken.shift() ?? 0);
        }
      }
      for (const size of taken) budget.give(size);
      expect(budget.held).toBe(0);
      budget.admit();
      budget.take(limit + 1);
    }),
  );
});
