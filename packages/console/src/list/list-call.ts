import type { Parameters } from '../api/client';
import type { ListAddress } from '../url/list-address';
import { steadyNow } from '../url/time-range';
import { selectionOf } from './selection';

/** The parameters of the call that a list is made of, with what its columns show. */
export function listCall(address: ListAddress): Parameters {
  const { range, search, searchIn, sort, page_, size } = address;
  return {
    ...selectionOf(address, steadyNow(range, Date.now())),
    ...(search === '' ? { orderBy: sort, page: page_ } : { q: search, searchIn }),
    ...{ limit: size, fields: 'core,metrics,summary' },
  };
}
