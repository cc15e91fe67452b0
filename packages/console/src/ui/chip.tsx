import type { ReactNode } from 'react';
import styles from './chip.module.css';

interface ChipProps {
  /** Content of the chip; the value in a `bdi`. */
  readonly children: ReactNode;
  /** Accessible name of the remove button. */
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

/** Chip for a filter, with a button that removes it. */
export function Chip({ children, removeLabel, onRemove }: ChipProps) {
  return (
    <span className={styles.chip}>
      <span className="cut">{children}</span>
      <button type="button" aria-label={removeLabel} title="Remove" onClick={onRemove}>
        ×
      </button>
    </span>
  );
}
