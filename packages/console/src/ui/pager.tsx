import { count } from '../format/numbers';
import styles from './pager.module.css';

interface PagerProps {
  /** Page figures as in the API. */
  readonly meta: {
    readonly page: number;
    readonly limit: number;
    readonly totalItems: number;
    readonly totalPages: number;
  };
  /** Plural name of the items: `turns`. */
  readonly things: string;
  readonly onPage: (page: number) => void;
}

/** Range of the shown items and their total, with buttons to other pages. */
export function Pager({ meta: { page, limit, totalItems, totalPages }, things, onPage }: PagerProps) {
  const isFirst = page <= 1;
  const isLast = page >= totalPages;
  return (
    <nav className={`${styles.pager} secondary bar`} aria-label={`Pages of ${things}`}>
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
