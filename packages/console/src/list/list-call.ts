import type { Parameters } from '../api/client';
import type { ListPlace } from '../url/list-place';
import { steadyNow } from '../url/time-range';
import { selectionOf } from './selection';

/** The parameters of the call that a list is made of, with what its columns show. */
export function listCall(place: ListPlace): Parameters {
  const { range, search, searchIn, sort, page_, size } = place;
  return {
    ...selectionOf(place, steadyNow(range, Date.now())),
    ...(search === '' ? { orderBy: sort, page: page_ } : { q: search, searchIn }),
    ...{ limit: size, fields: 'core,metrics,summary' },
  };
}
