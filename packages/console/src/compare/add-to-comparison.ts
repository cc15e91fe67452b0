import type { ListedTrace } from '../api/types';
import type { ComparePlace } from '../url/compare-place';

/** A trace of which the time is known, where it was listed or read. */
type Timed = Pick<ListedTrace, 'id'> & Partial<Pick<ListedTrace, 'timestamp'>>;

/**
 * Where a trace is compared with the one that is there already: what was earlier comes before, so that a good run and a later one that
 * failed tell what changed, whichever was looked at first. Of times that are not known the order is that of choosing.
 */
export function placeWith(place: ComparePlace, chosen: Timed, known?: Timed): ComparePlace {
  const there = place.left ?? place.right;
  if (there === undefined) return { ...place, left: chosen.id };
  const [chosenAt, knownAt] = [Date.parse(chosen.timestamp ?? ''), Date.parse(known?.timestamp ?? '')];
  const isFirst = Number.isNaN(chosenAt - knownAt) ? place.left === undefined : chosenAt < knownAt;
  const [left, right] = isFirst ? [chosen.id, there] : [there, chosen.id];
  return { ...place, left, right, observation: undefined };
}
