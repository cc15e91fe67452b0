/** Hues in the order of the series, then the same hues dashed, so that 50 series differ. */
const HUES = ['--agent', '--tool', '--retriever', '--generation', '--guardrail', '--warning', '--span'] as const;
const DASHES: readonly (readonly number[])[] = [
  [],
  [8, 4],
  [2, 3],
  [10, 3, 2, 3],
  [5, 2],
  [1, 2],
  [14, 4],
  [6, 2, 2, 2, 2, 2],
];

/** Stroke of a series. */
export interface Stroke {
  /** Custom property. */
  readonly colour: (typeof HUES)[number];
  /** Lengths of dashes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[];
}

export const strokeOf = (series: number): Stroke => ({
  colour: HUES[series % HUES.length] ?? '--span',
  dash: DASHES[Math.floor(series / HUES.length) % DASHES.length] ?? [],
});
