import { useIsFetching } from '@tanstack/react-query';
import styles from './progress-line.module.css';

/** A thin line above the page while something is asked for that is not there at all; what is only asked again shows nothing. */
export function ProgressLine() {
  const isWaiting = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  return isWaiting ? <div className={styles.line} role="progressbar" aria-label="Loading" /> : null;
}
