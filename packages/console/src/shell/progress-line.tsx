import { useIsFetching } from '@tanstack/react-query';
import styles from './progress-line.module.css';

/** Progress line above the page while data is loaded for the first time; refreshes do not show it. */
export function ProgressLine() {
  const isWaiting = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  return isWaiting ? <div className={styles.line} role="progressbar" aria-label="Loading" /> : null;
}
