import { NO_OBSERVATIONS, SummaryChange } from './summary';
import { NO_USAGE } from './usage';

const at = (start: number, end: number) => ({
  ...NO_USAGE,
  ...{ day: '2026-11-20', model: '', start, end },
  ...{ errors: 0, warnings: 0, costed: 0 },
});

/** The summary of some observations, after which one of them leaves. */
function without(leaving: readonly [number, number]): { readonly extremesMoved: boolean } {
  const all = new SummaryChange();
  for (const [start, end] of [
    [1, 5],
    [2, 9],
    [3, 4],
  ] as const) {
    all.add(at(start, end), { id: `${start}` });
  }
  const { summary } = all.applyTo(NO_OBSERVATIONS);
  expect(summary).toMatchObject({ minStart: 1, maxEnd: 9 });
  const change = new SummaryChange();
  change.remove(at(...leaving), { id: `${leaving[0]}` });
  return change.applyTo(summary);
}

test.each([
  ['began first', [1, 5], true],
  ['ended last', [2, 9], true],
  ['did neither', [3, 4], false],
] as const)('when an observation that %s leaves, the extremes are read again: %j, %s', (_, leaving, moved) => {
  expect(without(leaving).extremesMoved).toBe(moved);
});
