import { type ReactNode, useRef } from 'react';
import styles from './trace-list.module.css';

interface RowsProps {
  /** Whether the rows are outdated; they are dimmed then. */
  readonly isOld: boolean;
  readonly isReady: boolean;
  /** Receives whether the pointer or the focus is in the rows. */
  readonly onPointed?: (isPointedAt: boolean) => void;
  readonly children: ReactNode;
}

/** Scrolling container of rows. */
export function Rows({ isOld, isReady, onPointed, children }: RowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const hasFocus = (): boolean => box.current?.contains(document.activeElement) === true;
  return (
    <div
      ref={box}
      className={styles.rows}
      data-old={isOld}
      aria-busy={!isReady}
      onPointerEnter={() => onPointed?.(true)}
      onPointerLeave={() => onPointed?.(hasFocus())}
      onFocus={() => onPointed?.(true)}
      onBlur={({ relatedTarget }) => {
        if (box.current?.matches(':hover') !== true && box.current?.contains(relatedTarget) !== true)
          onPointed?.(false);
      }}
    >
      {children}
    </div>
  );
}
