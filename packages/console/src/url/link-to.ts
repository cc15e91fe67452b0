import { lasting } from './fix-times';
import { hrefOf } from './navigate';
import type { Place } from './address';

/** The whole address of a place, to send to somebody: its times are fixed, and it holds no credentials. */
export const linkTo = (place: Place): string => new URL(hrefOf(lasting(place, Date.now())), location.origin).href;
