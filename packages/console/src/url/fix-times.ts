import type { Address } from './address';
import { boundsOf, rangeOf } from './time-bounds';
import { endsNow } from './time-range';

/**
 * Returns the address with fixed times instead of a range that ends now, so that a link shows the same tomorrow.
 * @param now milliseconds since 1970
 */
export function fixedAddress(address: Address, now: number): Address {
  if (!('range' in address) || !endsNow(address.range)) return address;
  const { from } = boundsOf(address.range, now);
  return from === undefined ? address : { ...address, range: rangeOf(Date.parse(from), now) };
}
