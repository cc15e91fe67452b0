import { useMemo } from 'react';
import { copy } from '../ui/copy';
import { ShownText } from '../ui/shown-text';
import styles from './stack-trace.module.css';
import { stackTracesOf } from './stack-traces';

/** Characters that are shown; the button copies all. */
const MOST = 50_000;

interface StackTraceProps {
  /** Metadata as JSON. */
  readonly metadata: string;
}

/** Stack traces of a failure, as the SDK recorded them. */
export function StackTrace({ metadata }: StackTraceProps) {
  const stacks = useMemo(() => stackTracesOf(metadata), [metadata]);
  return stacks.map((stack) => (
    <section key={stack} className={styles.trace} aria-label="Stack trace">
      <header className={styles.head}>
        <h3>Stack trace</h3>
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
