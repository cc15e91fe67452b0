import { RequestError } from '../api/client';
import styles from './state-line.module.css';

interface StateLineProps {
  readonly error: Error;
  readonly again: () => unknown;
}

/** Why there is nothing to see, and a button that tries again. */
export function StateLine({ error, again }: StateLineProps) {
  return (
    <div className={styles.line} role="alert">
      <span>{reasonOf(error)}</span>
      <button type="button" onClick={() => void again()}>
        Try again
      </button>
    </div>
  );
}

function reasonOf(error: Error): string {
  if (!(error instanceof RequestError)) return error.message;
  if (error.status === 0) return 'The server does not answer.';
  if (error.status === 429) return `Too many requests: ${error.message}`;
  if (error.status === 503) return `The server is busy: ${error.message}`;
  return `${error.status}: ${error.message}`;
}
