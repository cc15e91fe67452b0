import type { Address } from './address';
import { hrefOf } from './navigate';

/** Returns the absolute URL of an address, to share: its times are fixed, and it contains no credentials. */
export async function linkTo(address: Address): Promise<string> {
  const { fixedAddress } = await import('./fix-times');
  return new URL(hrefOf(fixedAddress(address, Date.now())), location.origin).href;
}
