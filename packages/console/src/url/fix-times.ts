import type { Place } from './address';
import { boundsOf, endsNow, rangeOf } from './time-range';

/**
 * The same place with the two ends of a range that ends now: who opens it tomorrow sees what is seen now.
 * @param now milliseconds since 1970
 */
export function lasting(place: Place, now: number): Place {
  if (!('range' in place) || !endsNow(place.range)) return place;
  const { from } = boundsOf(place.range, now);
  return from === undefined ? place : { ...place, range: rangeOf(Date.parse(from), now) };
}
