import type { TraceRecord } from '@sluice/record';
import { DEFAULT_PROJECT, traceKey } from '../../projects';
import type { HeldProject, ProjectOf } from '../projects';
import { type ObservationState, mergeObservations, observationsOf } from './observation-state';
import type { Metadata } from './growing-metadata';
import type { StampedFields } from './stamped-fields';
import { type TraceState, mergeTraces, traceOf } from './trace-state';

/** All records of a batch for one trace, merged. */
export interface MergedTrace {
  /** Trace key. */
  readonly id: string;
  /** Trace id as sent; undefined in the default project, where it is the trace key. */
  readonly publicId: string | undefined;
  readonly project: HeldProject;
  readonly state: TraceState;
  /** Observations without duplicates. */
  readonly observations: readonly ObservationState[];
}

interface PendingMerge {
  readonly project: HeldProject;
  readonly publicId: string | undefined;
  readonly records: TraceRecord[];
}

/** Merges records to one entry a trace, sorted by key: the order in which every transaction locks. */
export function mergeRecords(records: readonly TraceRecord[], projectOf: ProjectOf<HeldProject>): MergedTrace[] {
  const traces = new Map<string, PendingMerge>();
  for (const record of records) {
    const project = projectOf(record);
    const key = traceKey(project, record.traceId);
    const trace = traces.get(key);
    if (trace === undefined) {
      const publicId = project.id === DEFAULT_PROJECT ? undefined : record.traceId;
      // Not an empty list: its first element makes room for sixteen more.
      traces.set(key, { project, publicId, records: [record] });
    } else trace.records.push(record);
  }
  return Array.from(traces, ([id, { project, publicId, records }]) => ({
    id,
    publicId,
    project,
    state: mergeAll(records.map(traceOf), mergeTraces),
    observations: observationsIn(records),
  })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the observations of a trace. Most are new and in one record, which contains each once: nothing is to be merged. */
function observationsIn(records: readonly TraceRecord[]): readonly ObservationState[] {
  const [first, ...others] = records;
  if (first !== undefined && others.length === 0) return observationsOf(first);
  const byId = new Map<string, ObservationState[]>();
  for (const state of records.flatMap(observationsOf)) {
    const known = byId.get(state.fields.id);
    if (known === undefined) byId.set(state.fields.id, [state]);
    else known.push(state);
  }
  return Array.from(byId.values(), (states) => mergeAll(states, mergeObservations));
}

/** A state with metadata among its fields. */
type WithMetadata = StampedFields<{ readonly metadata?: Metadata }>;

/** Merges states. Metadata is added once, record by record: pairs would make it again for each record. */
function mergeAll<State extends WithMetadata>(states: readonly State[], merge: (a: State, b: State) => State): State {
  if (states.length === 1) return states[0] as State;
  const whole = mergePairs(states.map(withoutMetadata), merge);
  const updates = states.flatMap((state) => state.updates);
  return updates.length === 0 ? whole : merge(whole, { ...whole, updates });
}

function withoutMetadata<State extends WithMetadata>(state: State): State {
  const { metadata: _metadata, ...fields } = state.fields;
  return { ...state, fields, updates: [] };
}

/**
 * Merges pairs, then pairs of the results: the time of a merge is that of both sides, and a thousand small updates of a large state, one
 * after the other, would each cost as much as all before them together.
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
