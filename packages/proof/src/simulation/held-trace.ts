import { type MergedTrace, mergeObservations, mergeTraces } from '@sluice/store/write';

type State = MergedTrace['observations'][number];

/** Merged trace as the simulated database stores it. */
export interface HeldTrace extends Omit<MergedTrace, 'observations'> {
  readonly observations: ReadonlyMap<string, State>;
}

/** Row of the database; retention uses its receipt hour. */
export interface TraceRow extends HeldTrace {
  readonly part: number;
  /** Offsets of its records, with the epoch. */
  readonly offsets: readonly string[];
}

export function toHeld(trace: MergedTrace): HeldTrace {
  return { ...trace, observations: new Map(trace.observations.map((state) => [state.fields.id, state])) };
}

/** Merges two states of one trace. */
export function mergeHeld(a: HeldTrace, b: HeldTrace): HeldTrace {
  const observations = new Map(a.observations);
  for (const [id, sent] of b.observations) {
    const before = observations.get(id);
    observations.set(id, before === undefined ? sent : mergeObservations(before, sent));
  }
  return { ...a, state: mergeTraces(a.state, b.state), observations };
}

/** Returns the ids of observations of `sent` that change nothing of `before`. */
export function duplicatesOf(before: HeldTrace | undefined, sent: HeldTrace): string[] {
  const duplicates: string[] = [];
  for (const [id, observation] of sent.observations) {
    const known = before?.observations.get(id);
    if (known === undefined) continue;
    if (mergeObservations(known, observation).updatedAt === known.updatedAt) duplicates.push(id);
  }
  return duplicates;
}
