/* Made by npm run reference from packages/record/src/failed-steps.ts. */

/* Without imports: `npm run reference` copies this file into the console. */

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

/** Returns the innermost of failed steps: those whose children have not failed. Time: linear. @public The console imports a copy of this file. */
export function innermost<Id>(failed: readonly Id[], parentOf: (id: Id) => Id | null | undefined): ReadonlySet<Id> {
  const parents = new Set(failed.map(parentOf));
  return new Set(failed.filter((id) => !parents.has(id)));
}

/**
 * Returns the failed step whose message explains an outcome: of the innermost ones with a message the one that ended last if the trace
 * failed, else the one that starts first; of equal ones that with the lower id.
 * @param failed all observations of the trace with level ERROR
 * @param isFailed whether the outcome of the trace is `failed`
 */
export function explainingStep<Step extends FailedStep>(failed: readonly Step[], isFailed: boolean): Step | undefined {
  const rank = ({ start, end }: Step): number => (isFailed ? -end : start);
  let best: Step | undefined;
  const steps = new Map(failed.map((step) => [step.id, step]));
  for (const id of innermost([...steps.keys()], (each) => steps.get(each)?.parentId)) {
    const step = steps.get(id);
    if (step === undefined || (step.message ?? '') === '') continue;
    const order = best === undefined ? -1 : rank(step) - rank(best);
    if (best === undefined || order < 0 || (order === 0 && step.id < best.id)) best = step;
  }
  return best;
}
