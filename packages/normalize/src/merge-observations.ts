import type { JsonText, Observation } from '@sluice/record';
import { mergeUsage } from './usage';

/**
 * Adds an observation to the observations of one record, in which its id occurs at most once. Two updates of one observation by the same
 * request are merged in their order: a present field of the later update replaces, an absent field keeps the earlier value; metadata merges
 * by top-level key, usage by group (contract: Updates).
 * @param observations owns what is added: metadata grows in place, so that many updates of a large one take linear time
 */
export function addObservation(observations: Map<string, Observation>, observation: Observation): void {
  const earlier = observations.get(observation.id);
  observations.set(observation.id, earlier === undefined ? observation : mergeObservation(earlier, observation));
}

function mergeObservation(earlier: Observation, later: Observation): Observation {
  const { scope, ...others } = earlier;
  return {
    ...others,
    // The scope belongs to the usage.
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
