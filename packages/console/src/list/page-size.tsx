import { PAGE_SIZES, type TracesAddress } from '../url/list-address';
import { navigate } from '../url/navigate';
import styles from './trace-list.module.css';

/** Choice of the rows per page. */
export function PageSize({ address }: { readonly address: TracesAddress }) {
  return (
    <label className="line">
      <span className={styles.word}>Rows</span>{' '}
      <select
        aria-label="Rows"
        value={address.size}
        onChange={({ target }) => navigate({ ...address, size: Number(target.value), page_: 1 })}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
  );
}
