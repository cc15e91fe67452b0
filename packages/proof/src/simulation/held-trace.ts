import { type MergedTrace, type TracePacks, mergeObservations, mergeTraces } from '@sluice/store/write';

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

/** Merges what was sent with a stored trace, if it exists, and packs the inputs, as the writer does. */
export function mergeHeld(before: HeldTrace | undefined, sent: HeldTrace, packs: TracePacks): HeldTrace {
  const observations = new Map(before?.observations);
  for (const [id, state] of sent.observations) {
    const known = before?.observations.get(id);
    const merged = known === undefined ? state : mergeObservations(known, withStoredInput(state, known, packs));
    observations.set(
      id,
      withInput(merged, (input) => packs.pack(input) ?? input),
    );
  }
  const state = before === undefined ? sent.state : mergeTraces(before.state, sent.state);
  return { ...(before ?? sent), state, observations };
}

/** Returns the ids of observations of `sent` that change nothing of `before`. */
export function duplicatesOf(before: HeldTrace | undefined, sent: HeldTrace, packs: TracePacks): string[] {
  const duplicates: string[] = [];
  for (const [id, observation] of sent.observations) {
    const known = before?.observations.get(id);
    if (known === undefined) continue;
    const merged = mergeObservations(known, withStoredInput(observation, known, packs));
    if (merged.updatedAt === known.updatedAt) duplicates.push(id);
  }
  return duplicates;
}

const withStoredInput = (state: State, stored: State, packs: TracePacks): State =>
  withInput(state, (input) => packs.storedIfSame(input, stored.fields.input ?? null));

/** Returns the state with another input, if it has one. */
export function withInput(state: State, change: (input: string) => string): State {
  const { input } = state.fields;
  return input === undefined ? state : { ...state, fields: { ...state.fields, input: change(input) } };
}
