import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import type { ListedTrace } from '../api/types';
import { type Selection, selectionOf } from '../list/selection';
import type { Filter } from '../url/filters';
import { spreadPages } from './spread-pages';

/** Of more traces than these a sample is looked at: as many pages, spread evenly over the time. */
const PAGES = 5;
const ON_PAGE = 200;

/** Traces of a selection. */
export interface Sample {
  readonly traces: readonly ListedTrace[];
  /** How many there are in all. */
  readonly of: number;
}

/** All traces of a selection, or a sample of them. */
export function useSample(range: string, filters: readonly Filter[], isWanted = true): UseQueryResult<Sample> {
  return useQuery({
    queryKey: ['different', 'sample', range, filters],
    enabled: isWanted,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => sample(selectionOf({ range, filters }, Date.now()), signal),
  });
}

async function sample(selection: Selection, signal: AbortSignal): Promise<Sample> {
  const page = (number: number) =>
    read('/api/public/traces', {
      query: { ...selection, page: number, limit: ON_PAGE, fields: 'core,metrics,summary' },
      signal,
    });
  const first = await page(1);
  const rest = await Promise.all(spreadPages(first.meta.totalPages, PAGES).slice(1).map(page));
  // What arrives meanwhile moves others to the next page.
  const traces = new Map([first, ...rest].flatMap(({ data }) => data.map((trace) => [trace.id, trace] as const)));
  return { traces: [...traces.values()], of: first.meta.totalItems };
}
