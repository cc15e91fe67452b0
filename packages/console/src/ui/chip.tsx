import type { ReactNode } from 'react';
import styles from './chip.module.css';

interface ChipProps {
  /** What it narrows by; the value of it in a `bdi`. */
  readonly children: ReactNode;
  /** What the button is called that takes it away. */
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

/** Something that narrows what a page shows, with a button that takes it away. */
export function Chip({ children, removeLabel, onRemove }: ChipProps) {
  return (
    <span className={styles.chip}>
      <span className={styles.words}>{children}</span>
      <button type="button" aria-label={removeLabel} title="Remove" onClick={onRemove}>
        ×
      </button>
    </span>
  );
}
