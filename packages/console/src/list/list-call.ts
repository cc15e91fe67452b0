import type { Parameters } from '../api/client';
import type { TracesAddress } from '../url/list-address';
import { steadyNow } from '../url/time-bounds';
import { selectionOf } from './selection';

/** Builds the parameters of the request for a list, with the fields of its columns. */
export function listCall(address: TracesAddress): Parameters {
  const { range, search, searchIn, sort, page_, size } = address;
  return {
    ...selectionOf(address, steadyNow(range, Date.now())),
    ...(search === '' ? { orderBy: sort, page: page_ } : { q: search, searchIn }),
    ...{ limit: size, fields: 'core,metrics,summary' },
  };
}
