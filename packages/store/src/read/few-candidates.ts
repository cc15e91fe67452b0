import type { CandidateTrace, IndexSteps, ObservationCandidates } from './trace-index';
import type { TimeWindow } from './trace';

/** Candidates beyond which all traces are read: their observations are joined, not looked up trace by trace. */
const MAX_CANDIDATES = 20_000;

/** Collects all candidates of a window, each once; undefined: there are too many to be read by their keys. */
export async function fewCandidates(
  { dirty, batches }: ObservationCandidates,
  window: TimeWindow,
  steps?: IndexSteps,
): Promise<readonly CandidateTrace[] | undefined> {
  const found = new Map(dirty.map((each) => [each.key, each]));
  for await (const { candidates } of batches(window, steps)) {
    for (const each of candidates) found.set(each.key, each);
    if (found.size > MAX_CANDIDATES) return undefined;
  }
  return [...found.values()];
}
