import { useTitle } from '../ui/title';
import { RowsFound } from './search-rows';
import { RowsListed } from './list-rows';
import type { TracesPlace } from '../url/list-place';
import { FilterBar } from './filter-bar';
import { Histogram } from './histogram';
import styles from './trace-list.module.css';

/** The list of traces: what is asked for, how it is spread over time, and a page of rows. */
export function TraceList({ place }: { readonly place: TracesPlace }) {
  useTitle('Traces');
  return (
    <section className={styles.page} aria-label="Traces">
      <h1 className="visually-hidden">Traces</h1>
      <FilterBar place={place} />
      <Histogram place={place} />
      {place.search === '' ? (
        <RowsListed place={place} />
      ) : (
        <RowsFound
          key={JSON.stringify([place.search, place.searchIn, place.filters, place.range, place.size])}
          place={place}
        />
      )}
    </section>
  );
}
