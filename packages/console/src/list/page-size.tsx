import { PAGE_SIZES, type TracesPlace } from '../url/list-place';
import { navigate } from '../url/navigate';
import styles from './trace-list.module.css';

/** How many rows a page has. */
export function PageSize({ place }: { readonly place: TracesPlace }) {
  return (
    <label className={styles.size}>
      <span className={styles.word}>Rows</span>{' '}
      <select
        aria-label="Rows"
        value={place.size}
        onChange={({ target }) => navigate({ ...place, size: Number(target.value), page_: 1 })}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
  );
}
