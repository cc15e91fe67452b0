import { fixedAddress } from './fix-times';
import { hrefOf } from './navigate';
import type { Address } from './address';

/** Returns the absolute URL of an address, to share: its times are fixed, and it contains no credentials. */
export const linkTo = (address: Address): string =>
  new URL(hrefOf(fixedAddress(address, Date.now())), location.origin).href;
