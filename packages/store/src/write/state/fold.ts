import type { TraceRecord } from '@sluice/record';
import { type ObservationState, mergeObservations, observationsOf } from './observation-state';
import type { Metadata } from './growing-metadata';
import type { Stamped } from './stamped';
import { type TraceState, mergeTraces, traceOf } from './trace-state';

/** All records of a batch for one trace, merged. */
export interface FoldedTrace {
  readonly id: string;
  readonly state: TraceState;
  readonly observations: ReadonlyMap<string, ObservationState>;
}

/** Folds records to one entry a trace, sorted by trace id: the order in which every transaction takes its locks. */
export function foldRecords(records: readonly TraceRecord[]): FoldedTrace[] {
  const traces = new Map<string, { states: TraceState[]; observations: Map<string, ObservationState[]> }>();
  for (const record of records) {
    let trace = traces.get(record.traceId);
    if (trace === undefined) traces.set(record.traceId, (trace = { states: [], observations: new Map() }));
    trace.states.push(traceOf(record));
    for (const state of observationsOf(record)) {
      const known = trace.observations.get(state.fields.id);
      if (known === undefined) trace.observations.set(state.fields.id, [state]);
      else known.push(state);
    }
  }
  return Array.from(traces, ([id, { states, observations }]) => ({
    id,
    state: mergeAll(states, mergeTraces),
    observations: new Map(Array.from(observations, ([key, states]) => [key, mergeAll(states, mergeObservations)])),
  })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A state of which metadata is one of the fields. */
type Folding = Stamped<{ readonly metadata?: Metadata }>;

/** Metadata is added once, record by record: with pairs it would be made again for each of them. */
function mergeAll<State extends Folding>(states: readonly State[], merge: (a: State, b: State) => State): State {
  if (states.length === 1) return states[0] as State;
  const whole = mergePairs(states.map(withoutMetadata), merge);
  const updates = states.flatMap((state) => state.updates);
  return updates.length === 0 ? whole : merge(whole, { ...whole, updates });
}

function withoutMetadata<State extends Folding>(state: State): State {
  const { metadata: _metadata, ...fields } = state.fields;
  return { ...state, fields, updates: [] };
}

/**
 * Merges pairs, then pairs of those: each merge takes as long as both sides are large, and one after the other a thousand
 * small updates of something large would each take as long as all before them together.
 */
function mergePairs<State>(states: readonly State[], merge: (a: State, b: State) => State): State {
  let merged = states;
  while (merged.length > 1) {
    const pairs: State[] = [];
    for (let at = 0; at < merged.length; at += 2) {
      const [a, b] = merged.slice(at, at + 2) as [State, State?];
      pairs.push(b === undefined ? a : merge(a, b));
    }
    merged = pairs;
  }
  return merged[0] as State;
}
