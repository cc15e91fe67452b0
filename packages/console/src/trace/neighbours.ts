import { useQueryClient } from '@tanstack/react-query';
import { read } from '../api/client';
import { selectionOf } from '../list/selection';
import { navigate } from '../url/navigate';
import { type TracePlace, listOf, listQuery } from '../url/trace-place';

/** Pages that are looked through where new traces have moved the one that is shown. */
const PAGES_LOOKED_AT = 3;

interface Listed {
  readonly ids: readonly string[];
  readonly totalPages: number;
}

/** Where a trace stands in its list, and what comes before or after it. */
export interface Neighbour {
  readonly id: string;
  /** The page of the list that it is on. */
  readonly page_: number;
}

/**
 * The trace before or after another, in the order of a list.
 * @param readPage asks for a page, from 1
 * @returns undefined at an end of the list, and where the trace is not found near the page that it was on
 */
export async function neighbourOf(
  id: string,
  page_: number,
  step: 1 | -1,
  readPage: (page_: number) => Promise<Listed>,
): Promise<Neighbour | undefined> {
  for (let page = page_; page < page_ + PAGES_LOOKED_AT; page += 1) {
    const { ids, totalPages } = await readPage(page);
    const at = ids.indexOf(id);
    if (at === -1 && page < totalPages) continue;
    if (at === -1) return undefined;
    const beside = ids[at + step];
    if (beside !== undefined) return { id: beside, page_: page };
    const other = page + step;
    if (other < 1 || other > totalPages) return undefined;
    const { ids: others } = await readPage(other);
    const next = others.at(step === 1 ? 0 : -1);
    return next === undefined ? undefined : { id: next, page_: other };
  }
  return undefined;
}

/** Goes to the trace before or after, in the list that the page was opened from. @returns whether there is one */
export function useNeighbours(place: TracePlace): (step: 1 | -1) => Promise<boolean> {
  const queries = useQueryClient();
  return async (step) => {
    const list = listOf(place.list);
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
    const next = await neighbourOf(place.id, list.page_, step, readPage);
    if (next === undefined) return false;
    const { all, errors, tab } = place;
    navigate({ page: 'trace', id: next.id, all, errors, tab, list: listQuery({ ...list, page_: next.page_ }) });
    return true;
  };
}
