import { Link } from '../url/link';
import { navigate } from '../url/navigate';
import { DEFAULT_START } from '../url/start-address';
import type { UsageAddress } from '../url/usage-address';
import styles from './usage-page.module.css';

/** Longest range that has a name of its own. */
const LONGEST = '365d';

/** Notice that no usage was found in the range, with links to ranges and filters that may have some. */
export function NothingUsed({ address }: { readonly address: UsageAddress }) {
  const { filters, range } = address;
  return (
    <div className={`${styles.nothing} secondary`}>
      <p role="status">Nothing was sent on these days{filters.length > 0 && ' that the filters let pass'}.</p>
      {filters.length > 0 && (
        <button type="button" onClick={() => navigate({ ...address, filters: [] })}>
          Remove all filters
        </button>
      )}
      {range !== LONGEST && (
        <button type="button" onClick={() => navigate({ ...address, range: LONGEST })}>
          Look at the last 365 days
        </button>
      )}
      <Link to={DEFAULT_START}>Send traces</Link>
    </div>
  );
}
