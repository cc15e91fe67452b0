import { fixedAddress } from './fix-times';
import { hrefOf } from './navigate';
import type { Address } from './address';

/** The whole address of a place, to send to somebody: its times are fixed, and it holds no credentials. */
export const linkTo = (address: Address): string =>
  new URL(hrefOf(fixedAddress(address, Date.now())), location.origin).href;
