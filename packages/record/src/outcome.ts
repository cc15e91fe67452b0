/** Counts of observations of a trace, by the outcome that each makes if it is above 0; the first one in this order decides. */
const COUNT_OF = { failed: 'rootErrors', recovered: 'errors', warning: 'warnings' } as const;

/** Outcomes with the count that decides each; a trace without any of them is `ok`. */
export const OUTCOME_COUNTS = Object.entries(COUNT_OF) as readonly (readonly [Outcome, OutcomeCount])[];

export type OutcomeCount = (typeof COUNT_OF)[keyof typeof COUNT_OF];

/** Outcomes, the worst first. */
export const OUTCOMES = ['failed', 'recovered', 'warning', 'ok'] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** Returns the outcome of a trace. */
export function outcomeOf(counts: Readonly<Record<OutcomeCount, number>>): Outcome {
  return OUTCOME_COUNTS.find(([, count]) => counts[count] > 0)?.[0] ?? 'ok';
}
