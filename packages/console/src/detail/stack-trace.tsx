import { useMemo } from 'react';
import { copy } from '../ui/copy';
import { ShownText } from '../ui/shown-text';
import styles from './stack-trace.module.css';
import { stackTracesOf } from './stack-traces';

/** Characters that are shown; all are copied. */
const MOST = 50_000;

interface StackTraceProps {
  /** JSON. */
  readonly metadata: string;
}

/** Where in the program it went wrong, as the SDK has recorded it. */
export function StackTrace({ metadata }: StackTraceProps) {
  const stacks = useMemo(() => stackTracesOf(metadata), [metadata]);
  return stacks.map((stack) => (
    <section key={stack} className={styles.trace} aria-label="Stack trace">
      <header className={styles.head}>
        <h3 className={styles.heading}>Stack trace</h3>
        <button type="button" onClick={() => void copy(stack, 'the stack trace')}>
          Copy
        </button>
      </header>
      <pre className={styles.text} tabIndex={0}>
        <ShownText text={stack.slice(0, MOST)} />
      </pre>
    </section>
  ));
}
