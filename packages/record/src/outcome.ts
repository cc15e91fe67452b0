/*
 * Outcome of a run, and the step that explains it (contract: Outcome). Without imports: the console has this file too.
 */

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

/** Observation of level ERROR. */
export interface FailedStep {
  readonly id: string;
  /** Id of its parent; null or undefined: none. */
  readonly parentId?: string | null | undefined;
  /** Empty or null: none was sent. */
  readonly message: string | null;
  /** In any one unit. */
  readonly start: number;
  /** Its start if it has no end. */
  readonly end: number;
}

/** Returns the innermost of failed steps: those whose children have not failed. Time: linear. */
export function innermost<Step extends Pick<FailedStep, 'id' | 'parentId'>>(failed: readonly Step[]): readonly Step[] {
  const parents = new Set(failed.map(({ parentId }) => parentId));
  return failed.filter(({ id }) => !parents.has(id));
}

/**
 * Returns the failed step whose message explains an outcome: of the innermost ones with a message the one that ended last if the trace
 * failed, else the one that starts first; of equal ones that with the lower id.
 * @param failed all observations of the trace with level ERROR
 */
export function explainingStep<Step extends FailedStep>(failed: readonly Step[], outcome: Outcome): Step | undefined {
  const rank = ({ start, end }: Step): number => (outcome === 'failed' ? -end : start);
  let best: Step | undefined;
  for (const step of innermost(failed)) {
    if ((step.message ?? '') === '') continue;
    const order = best === undefined ? -1 : rank(step) - rank(best);
    if (best === undefined || order < 0 || (order === 0 && step.id < best.id)) best = step;
  }
  return best;
}
