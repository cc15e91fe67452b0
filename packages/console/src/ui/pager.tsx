import { count } from '../format/numbers';
import styles from './pager.module.css';

interface PagerProps {
  /** As the API answers it. */
  readonly meta: {
    readonly page: number;
    readonly limit: number;
    readonly totalItems: number;
    readonly totalPages: number;
  };
  /** What the items are called: `turns`. */
  readonly things: string;
  readonly onPage: (page: number) => void;
}

/** Which items of how many are shown, and ways to the others. */
export function Pager({ meta: { page, limit, totalItems, totalPages }, things, onPage }: PagerProps) {
  const isFirst = page <= 1;
  const isLast = page >= totalPages;
  return (
    <nav className={styles.pager} aria-label={`Pages of ${things}`}>
      <span>
        {count((page - 1) * limit + 1)}–{count(Math.min(page * limit, totalItems))} of {count(totalItems)}{' '}
        <span className={styles.things}>{things}</span>
      </span>
      <button type="button" className={styles.far} disabled={isFirst} onClick={() => onPage(1)}>
        First
      </button>
      <button type="button" disabled={isFirst} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <button type="button" disabled={isLast} onClick={() => onPage(page + 1)}>
        Next
      </button>
      <button type="button" className={styles.far} disabled={isLast} onClick={() => onPage(totalPages)}>
        Last
      </button>
    </nav>
  );
}
