import type { Parameters } from '../api/client';
import type { ListAddress } from '../url/list-address';
import { steadyNow } from '../url/time-range';
import { selectionOf } from './selection';

/** Builds the parameters of the request for a list, with the fields of its columns. */
export function listCall(address: ListAddress): Parameters {
  const { range, search, searchIn, sort, page_, size } = address;
  return {
    ...selectionOf(address, steadyNow(range, Date.now())),
    ...(search === '' ? { orderBy: sort, page: page_ } : { q: search, searchIn }),
    ...{ limit: size, fields: 'core,metrics,summary' },
  };
}
