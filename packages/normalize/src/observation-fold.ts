import type { Observation } from '@sluice/record';
import { mergeUsage } from './usage';

/**
 * What two statements of one request, in this order, say about one observation: what is present in the later one
 * replaces, what is absent keeps; metadata merges by top-level key, usage by group (contract: Updates).
 */
function foldObservation(earlier: Observation, later: Observation): Observation {
  return {
    ...earlier,
    ...later,
    ...(earlier.metadata && later.metadata && { metadata: new Map([...earlier.metadata, ...later.metadata]) }),
    ...(earlier.usage && later.usage && { usage: mergeUsage(earlier.usage, later.usage) }),
  };
}

/** Adds an observation to those of one record, where its id occurs at most once. */
export function addObservation(observations: Map<string, Observation>, observation: Observation): void {
  const earlier = observations.get(observation.id);
  observations.set(observation.id, earlier === undefined ? observation : foldObservation(earlier, observation));
}
