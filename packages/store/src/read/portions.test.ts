import fc from 'fast-check';
import { splitBySize, totalBytes } from './portions';

const items = fc.array(fc.record({ bytes: fc.integer({ min: 0, max: 30 }) }));

it('keeps every item, in order, in runs within the limit; only a single larger item goes beyond it', () => {
  fc.assert(
    fc.property(items, (all) => {
      const runs = splitBySize(all, 20);
      expect(runs.flat()).toEqual(all);
      for (const run of runs) expect(run.length === 1 || totalBytes(run) <= 20).toBe(true);
    }),
  );
});

it('does not cut where two runs would fit into one', () => {
  fc.assert(
    fc.property(items, (all) => {
      const runs = splitBySize(all, 20);
      runs.slice(1).forEach((run, n) => {
        expect(totalBytes(runs[n] ?? []) + (run[0]?.bytes ?? 0)).toBeGreaterThan(20);
      });
    }),
  );
});
