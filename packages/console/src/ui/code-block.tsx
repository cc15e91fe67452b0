import { useId } from 'react';
import { copy } from './copy';
import styles from './code-block.module.css';

interface CodeBlockProps {
  readonly title: string;
  readonly hint?: string;
  readonly shown: string;
  /** Text that the button copies; it may differ from the shown text. */
  readonly copied: string;
}

/** Lines for a terminal, and a button that copies them. */
export function CodeBlock({ title, hint, shown, copied }: CodeBlockProps) {
  const id = useId();
  return (
    <section className={styles.block} aria-labelledby={id}>
      <header className={`${styles.head} bar bordered`}>
        <h2 id={id}>{title}</h2>
        {hint !== undefined && <span className={`${styles.hint} secondary`}>{hint}</span>}
        {/* The final line end runs the last line. */}
        <button
          type="button"
          className="last"
          aria-describedby={id}
          onClick={() => void copy(`${copied}\n`, 'the lines')}
        >
          Copy
        </button>
      </header>
      <pre className={styles.code} tabIndex={0} aria-labelledby={id}>
        {shown}
      </pre>
    </section>
  );
}
