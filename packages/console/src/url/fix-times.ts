import type { Address } from './address';
import { boundsOf, endsNow, rangeOf } from './time-range';

/**
 * The same place with the two ends of a range that ends now: who opens it tomorrow sees what is seen now.
 * @param now milliseconds since 1970
 */
export function fixedAddress(address: Address, now: number): Address {
  if (!('range' in address) || !endsNow(address.range)) return address;
  const { from } = boundsOf(address.range, now);
  return from === undefined ? address : { ...address, range: rangeOf(Date.parse(from), now) };
}
