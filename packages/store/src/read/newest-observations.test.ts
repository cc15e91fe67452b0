import fc from 'fast-check';
import { type FoundRow, newestMatches } from './newest-observations';
import type { CandidateBatch, CandidateTrace } from './trace-index';

/* Order of reading alone, with many traces: their observations are in memory. */

interface Sample extends CandidateTrace {
  readonly starts: readonly number[];
}

const sample = fc
  .record({ starts: fc.array(fc.nat(40), { maxLength: 3 }), slack: fc.nat(10), isDirty: fc.boolean() })
  .map(({ starts, slack, isDirty }) => ({ starts, bound: Math.max(0, ...starts) + slack, isDirty }));

const rowsOf = ({ key, starts }: Sample): FoundRow[] =>
  starts.map((startTime, n) => ({ key, traceId: key, id: `${n}`, startTime }));

const inOrder = (rows: readonly FoundRow[]): readonly FoundRow[] =>
  [...rows].sort(
    (a, b) =>
      b.startTime - a.startTime || (a.traceId < b.traceId ? 1 : a.traceId > b.traceId ? -1 : a.id < b.id ? 1 : -1),
  );

async function* batchesOf(traces: readonly Sample[], size: number): AsyncGenerator<CandidateBatch, void> {
  const sorted = [...traces].sort((a, b) => b.bound - a.bound);
  for (let at = 0; at < sorted.length; at += size) {
    const next = sorted[at + size];
    yield await Promise.resolve({ candidates: sorted.slice(at, at + size).reverse(), end: next?.bound ?? -Infinity });
  }
}

it('finds the newest of all traces, and reads none twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sample, { maxLength: 400 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 150 }),
      async (samples, count, size) => {
        const all = samples.map((each, n) => ({ ...each, part: 0, key: String(n).padStart(4, '0') }));
        const read: string[] = [];
        const found = await newestMatches(
          count,
          all.filter(({ isDirty }) => isDirty),
          // Dirty traces may be among the others.
          batchesOf(
            all.filter(({ isDirty, starts }) => !isDirty || starts.length > 1),
            size,
          ),
          (traces) => {
            read.push(...traces.map(({ key }) => key));
            const rows = traces.flatMap(({ key }) => rowsOf(all[Number(key)] as Sample));
            return Promise.resolve(inOrder(rows).slice(0, count));
          },
        );
        expect(found).toEqual(inOrder(all.flatMap(rowsOf)).slice(0, count));
        expect(new Set(read).size).toBe(read.length);
      },
    ),
  );
});

it('reads no more than it needs', async () => {
  const all = Array.from({ length: 1000 }, (_, n) => ({ key: `${n}`, part: 0, bound: 1000 - n, starts: [1000 - n] }));
  const read: string[] = [];
  const found = await newestMatches(5, [], batchesOf(all, 300), (traces) => {
    read.push(...traces.map(({ key }) => key));
    return Promise.resolve(traces.flatMap(({ key }) => rowsOf(all[Number(key)] as Sample)).slice(0, 5));
  });
  expect(found.map(({ startTime }) => startTime)).toEqual([1000, 999, 998, 997, 996]);
  expect(read).toHaveLength(100);
});
