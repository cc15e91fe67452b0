import { type MergedTrace, mergeObservations, mergeTraces } from '@sluice/store/write';

type State = MergedTrace['observations'][number];

/** A folded trace as the simulated database holds it. */
export interface HeldTrace extends Omit<MergedTrace, 'observations'> {
  readonly observations: ReadonlyMap<string, State>;
}

/** A row of the database: retention counts from its part. */
export interface TraceRow extends HeldTrace {
  readonly part: number;
  /** Offsets of the records that it is made of, with the epoch. */
  readonly offsets: readonly string[];
}

export function toHeld(trace: MergedTrace): HeldTrace {
  return { ...trace, observations: new Map(trace.observations.map((state) => [state.fields.id, state])) };
}

/** Two foldings of one trace as one. */
export function mergeHeld(a: HeldTrace, b: HeldTrace): HeldTrace {
  const observations = new Map(a.observations);
  for (const [id, sent] of b.observations) {
    const before = observations.get(id);
    observations.set(id, before === undefined ? sent : mergeObservations(before, sent));
  }
  return { ...a, state: mergeTraces(a.state, b.state), observations };
}

/** The ids of observations of `sent` that change nothing of `before`. */
export function duplicatesOf(before: HeldTrace | undefined, sent: HeldTrace): string[] {
  const duplicates: string[] = [];
  for (const [id, observation] of sent.observations) {
    const known = before?.observations.get(id);
    if (known === undefined) continue;
    if (mergeObservations(known, observation).updatedAt === known.updatedAt) duplicates.push(id);
  }
  return duplicates;
}
