import type { JsonText, Observation } from '@sluice/record';
import { mergeUsage } from './usage';

/**
 * Adds an observation to those of one record, where its id occurs at most once. What two statements of one request, in
 * this order, have about one observation: what is present in the later one replaces, what is absent keeps; metadata merges
 * by top-level key, usage by group (contract: Updates).
 * @param observations own what is added: metadata grows in place, so that many updates of a large one take no longer
 */
export function addObservation(observations: Map<string, Observation>, observation: Observation): void {
  const earlier = observations.get(observation.id);
  observations.set(observation.id, earlier === undefined ? observation : mergeObservation(earlier, observation));
}

function mergeObservation(earlier: Observation, later: Observation): Observation {
  const { scope, ...others } = earlier;
  return {
    ...others,
    // It is the scope of the usage.
    ...(scope !== undefined && later.usage === undefined && { scope }),
    ...later,
    ...(earlier.metadata && later.metadata && { metadata: grown(earlier.metadata, later.metadata) }),
    ...(earlier.usage && later.usage && { usage: mergeUsage(earlier.usage, later.usage) }),
  };
}

type Metadata = ReadonlyMap<string, JsonText>;

function grown(earlier: Metadata, later: Metadata): Metadata {
  const metadata = earlier as Map<string, JsonText>;
  for (const [key, text] of later) metadata.set(key, text);
  return metadata;
}
