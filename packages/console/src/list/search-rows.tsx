import type { TracesAddress } from '../url/list-address';
import { Nothing } from './empty-list';
import { PageSize } from './page-size';
import { SearchResults } from './search-results';
import { TraceTable } from './trace-table';

/** Page of traces that a search has found, the newest first. */
export const RowsFound = ({ address }: { readonly address: TracesAddress }) => (
  <SearchResults address={address} nothing={<Nothing address={address} />} first={<PageSize address={address} />}>
    {(rows) => <TraceTable traces={rows} address={address} />}
  </SearchResults>
);
