import { useTitle } from '../ui/title';
import { RowsFound } from './search-rows';
import { RowsListed } from './list-rows';
import type { TracesAddress } from '../url/list-address';
import { FilterBar } from './filter-bar';
import { Histogram } from './histogram';
import styles from './trace-list.module.css';

/** List of traces: filters, histogram and a page of rows. */
export function TraceList({ address }: { readonly address: TracesAddress }) {
  useTitle('Traces');
  return (
    <section className={styles.page} aria-label="Traces">
      <h1 className="visually-hidden">Traces</h1>
      <FilterBar address={address} />
      <Histogram address={address} />
      {address.search === '' ? (
        <RowsListed address={address} />
      ) : (
        <RowsFound
          key={JSON.stringify([address.search, address.searchIn, address.filters, address.range, address.size])}
          address={address}
        />
      )}
    </section>
  );
}
