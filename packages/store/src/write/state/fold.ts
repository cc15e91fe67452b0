import type { TraceRecord } from '@sluice/record';
import { type ObservationState, mergeObservations, observationsOf } from './observation-state';
import { type TraceState, mergeTraces, traceOf } from './trace-state';

/** Everything that a batch says about one trace. */
export interface FoldedTrace {
  readonly id: string;
  readonly state: TraceState;
  readonly observations: ReadonlyMap<string, ObservationState>;
}

/** Folds records to one entry a trace, sorted by trace id: the order in which every transaction takes its locks. */
export function foldRecords(records: readonly TraceRecord[]): FoldedTrace[] {
  const traces = new Map<string, { state: TraceState; observations: Map<string, ObservationState> }>();
  for (const record of records) {
    const state = traceOf(record);
    const known = traces.get(record.traceId);
    const trace = {
      state: known === undefined ? state : mergeTraces(known.state, state),
      observations: known?.observations ?? new Map<string, ObservationState>(),
    };
    traces.set(record.traceId, trace);
    for (const said of observationsOf(record)) {
      const before = trace.observations.get(said.fields.id);
      trace.observations.set(said.fields.id, before === undefined ? said : mergeObservations(before, said));
    }
  }
  return [...traces].map(([id, trace]) => ({ id, ...trace })).sort((a, b) => (a.id < b.id ? -1 : 1));
}
