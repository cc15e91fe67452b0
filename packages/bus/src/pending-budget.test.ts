import fc from 'fast-check';
import { BusUnavailableError } from './bus';
import { PendingBudget } from './pending-budget';

/** A budget, and a project's operations on it. */
function newBudget(limit: number) {
  const budget = new PendingBudget({ limit, refusal: 'full' });
  return {
    budget,
    of: (project: string) => ({
      admit: () => budget.admit(project),
      take: (bytes: number) => budget.take(project, bytes),
      give: (bytes: number) => budget.give(project, bytes),
    }),
  };
}

test('admits while it is not full, and not when it is', () => {
  const { admit, take, give } = newBudget(100).of('');
  admit();
  take(79);
  admit();
  take(1);
  expect(admit).toThrow(new BusUnavailableError('full'));
  give(1);
  admit();
});

test('what waits of one project leaves a fifth for the others', () => {
  const { budget, of } = newBudget(1000);
  const [greedy, modest] = [of('greedy'), of('modest')];
  greedy.take(500);
  greedy.take(300);
  expect(greedy.admit).toThrow('full');
  modest.admit();
  modest.take(200);
  expect(budget.held).toBe(1000);
  expect(of('third').admit).toThrow('full');
});

test('after a publish that did not fit, none of its project is admitted before as much fits', () => {
  const { budget, of } = newBudget(1000);
  const { admit, take, give } = of('');
  take(750);
  expect(() => take(80)).toThrow('full');
  expect(budget.held).toBe(750);
  expect(admit).toThrow('full');
  of('other').admit();
  give(20);
  expect(admit).toThrow('full');
  give(10);
  admit();
  take(60); // its earlier miss is forgotten
  admit();
});

test('what was admitted is taken where it fits, whatever others missed', () => {
  const { budget, of } = newBudget(1000);
  const { take } = of('');
  take(750);
  expect(() => take(80)).toThrow('full');
  take(50);
  expect(budget.held).toBe(800);
});

test('a publish that never fits beside others stops them only for an eighth of the limit', () => {
  const { admit, take, give } = newBudget(1000).of('');
  take(700);
  expect(() => take(5000)).toThrow('full');
  expect(admit).toThrow('full');
  give(25);
  admit();
});

test('whatever was done before, it admits and takes anything when nothing is held', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.array(fc.integer({ min: 1, max: 3000 })), (limit, sizes) => {
      const { budget, of } = newBudget(limit);
      const { admit, take, give } = of('');
      const taken: number[] = [];
      for (const size of sizes) {
        const before = budget.held;
        try {
          take(size);
          taken.push(size);
        } catch {
          // Refused only if it exceeds four fifths together with the others.
          expect(before).toBeGreaterThan(0);
          expect(before + size).toBeGreaterThan(limit * 0.8);
          if (size % 2 === 0) give(taken.shift() ?? 0);
        }
      }
      for (const size of taken) give(size);
      expect(budget.held).toBe(0);
      admit();
      take(limit + 1);
    }),
  );
});
