import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../api/client';
import { count } from '../format/numbers';
import { StateLine } from '../ui/state-line';
import { navigate } from '../url/navigate';
import type { TracesPlace } from '../url/list-place';
import { FilterBar } from './filter-bar';
import { Histogram } from './histogram';
import { selectionOf } from './selection';
import styles from './trace-list.module.css';
import { TraceTable } from './trace-table';

const ROWS = 50;
const FRESH_MS = 5_000;

/** The list of traces: where the range lies, its filters, the histogram, a page of rows. */
export function TraceList({ place }: { readonly place: TracesPlace }) {
  const { range, filters, sort, page_ } = place;
  const query = useMemo(() => selectionOf({ range, filters }, Date.now()), [range, filters]);
  const traces = useQuery({
    queryKey: ['traces', range, filters, sort, page_],
    queryFn: ({ signal }) =>
      read('/api/public/traces', {
        query: { ...query, orderBy: sort, page: page_, limit: ROWS, fields: 'core,metrics,summary' },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
  });
  const meta = traces.data?.meta;
  const turn = (to: number): void => navigate({ ...place, page_: to });
  return (
    <section className={styles.page} aria-label="Traces">
      <FilterBar place={place} />
      <Histogram place={place} query={query} />
      {traces.error !== null && traces.data === undefined && (
        <StateLine error={traces.error} again={() => traces.refetch()} />
      )}
      {traces.data !== undefined && (
        <div className={styles.rows} data-stale={traces.isPlaceholderData}>
          <TraceTable
            traces={traces.data.data}
            sort={sort}
            onSort={(to) => navigate({ ...place, sort: to, page_: 1 })}
          />
          {traces.data.data.length === 0 && <Nothing place={place} />}
        </div>
      )}
      {meta !== undefined && meta.totalItems > 0 && (
        <footer className={styles.footer}>
          <span>
            {count((page_ - 1) * ROWS + 1)}–{count(Math.min(page_ * ROWS, meta.totalItems))} of {count(meta.totalItems)}
          </span>
          <button type="button" disabled={page_ <= 1} onClick={() => turn(page_ - 1)}>
            Previous
          </button>
          <button type="button" disabled={page_ >= meta.totalPages} onClick={() => turn(page_ + 1)}>
            Next
          </button>
        </footer>
      )}
    </section>
  );
}

function Nothing({ place }: { readonly place: TracesPlace }) {
  const { filters } = place;
  return (
    <div className={styles.nothing}>
      <p>
        {filters.length === 0
          ? 'No traces in this time.'
          : `No traces in this time with ${filters.map(({ name, value }) => `${name}: ${value}`).join(', ')}.`}
      </p>
      {filters.length > 0 && (
        <button type="button" onClick={() => navigate({ ...place, filters: [], page_: 1 })}>
          Remove all filters
        </button>
      )}
      {place.range !== '30d' && (
        <button type="button" onClick={() => navigate({ ...place, range: '30d', page_: 1 })}>
          Look at the last 30 days
        </button>
      )}
    </div>
  );
}
