import type { QueryClient } from '@tanstack/react-query';
import { read } from '../api/client';
import { selectionOf } from '../list/selection';
import { navigate } from '../url/navigate';
import { type TraceAddress, listOf, listQuery } from '../url/trace-address';
import { type Listed, neighbourOf } from './find-neighbour';

/** Opens the trace before or after this one in the list from which the page was opened. @returns whether there is such a trace */
export async function goToNeighbour(queries: QueryClient, address: TraceAddress, step: 1 | -1): Promise<boolean> {
  const list = listOf(address.list);
  const now = Date.now();
  const readPage = (page_: number): Promise<Listed> =>
    queries.query({
      queryKey: ['trace-ids', { ...list, page_ }],
      queryFn: async ({ signal }) => {
        const { data, meta } = await read('/api/public/traces', {
          query: { ...selectionOf(list, now), orderBy: list.sort, page: page_, limit: list.size, fields: 'core' },
          signal,
        });
        return { ids: data.map(({ id }) => id), totalPages: meta.totalPages };
      },
    });
  const next = await neighbourOf(address.id, list.page_, step, readPage);
  if (next === undefined) return false;
  const { all, errors, tab } = address;
  navigate({ page: 'trace', id: next.id, all, errors, tab, list: listQuery({ ...list, page_: next.page_ }) });
  return true;
}
