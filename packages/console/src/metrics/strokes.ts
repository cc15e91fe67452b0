/** Hues in the order of the series, then the same ones in dashes: two of 50 never look the same. */
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

/** How a series is drawn. */
export interface Stroke {
  /** A custom property. */
  readonly colour: (typeof HUES)[number];
  /** Lengths of lines and gaps in pixels; empty: one line. */
  readonly dash: readonly number[];
}

export const strokeOf = (series: number): Stroke => ({
  colour: HUES[series % HUES.length] ?? '--span',
  dash: DASHES[Math.floor(series / HUES.length) % DASHES.length] ?? [],
});
