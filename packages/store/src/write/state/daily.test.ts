import fc from 'fast-check';
import { DailyChanges } from './daily';
import { UsageTable } from './usage';

const small = fc.integer({ min: -2, max: 2 });
const entry = fc.record({
  key: fc.record({ day: fc.constantFrom('2026-11-22', '2026-11-23'), model: fc.constantFrom('', 'a', 'b') }),
  sums: fc.record({ observations: small, inputTokens: small, outputTokens: small, totalTokens: small, cost: small }),
});
const entries = fc.array(entry, { maxLength: 5 });
type Entries = typeof entries extends fc.Arbitrary<infer Value> ? Value : never;

function tableOf(some: Entries): UsageTable {
  const table = new UsageTable();
  for (const { key, sums } of some) table.add(key, sums);
  return table;
}

test('a change of usage comes to what the usage before and after comes to', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(entries, entries), { maxLength: 3 }), (traces) => {
      const [moved, changed] = [new DailyChanges(), new DailyChanges()];
      for (const [before, change] of traces) {
        moved.moveUsage(1, '2026-11-23', tableOf(before), -1);
        moved.moveUsage(1, '2026-11-23', tableOf([...before, ...change]), 1);
        changed.changeUsage(1, '2026-11-23', tableOf(before), tableOf(change));
      }
      expect(changed.usage()).toEqual(moved.usage());
      const byName = (changes: DailyChanges) => changes.byModel().sort((a, b) => (a.model < b.model ? -1 : 1));
      expect(byName(changed)).toEqual(byName(moved));
    }),
  );
});
